"""Where conversations come from, a folder each: how it is fetched, parsed, turned into dialogues."""

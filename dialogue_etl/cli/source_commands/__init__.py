"""The commands of sources: `dialogue-etl books add` is in `books/`."""

"""A version's dialogues, and what was left out of it, looked up in DVC's cache: pages and searches."""

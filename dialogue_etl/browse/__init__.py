"""Pages and searches of a version's dialogues and drops, read from DVC's cache."""

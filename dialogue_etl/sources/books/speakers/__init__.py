"""Who speaks, where the text says it."""

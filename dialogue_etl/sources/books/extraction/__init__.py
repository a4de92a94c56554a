"""Dialogues of a book: about six named steps over one growing table (`pipeline.py`)."""

"""Threads: comment trees of social media, and corpora of ready-made sessions, to dialogues (LCCC)."""

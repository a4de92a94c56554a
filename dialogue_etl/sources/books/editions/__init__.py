"""Finds books that are editions of the same work."""

"""Fetches files of books from mirrors of Project Gutenberg, or from folders."""

"""Which books are editions of one work."""

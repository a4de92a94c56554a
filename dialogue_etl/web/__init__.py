"""Polite, cached downloads over HTTP: the same for every source."""

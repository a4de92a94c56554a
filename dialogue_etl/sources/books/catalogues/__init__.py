"""Catalogues of books, and the selection of entries to download."""

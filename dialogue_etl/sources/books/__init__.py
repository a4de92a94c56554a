"""Books: Project Gutenberg, one's own library, the embedded sample (Csáky & Recski 2021)."""

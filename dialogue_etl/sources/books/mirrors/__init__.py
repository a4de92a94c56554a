"""Where the files of books come from, and how they are had."""

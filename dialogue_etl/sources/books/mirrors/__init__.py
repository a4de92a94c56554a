"""Where the files of books come from: mirrors of Project Gutenberg, and folders."""

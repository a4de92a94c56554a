"""Where the files of books come from: mirrors of Project Gutenberg, folders and archives."""

"""What there is: the catalogues that books are listed in, and which of their entries to download."""

"""Files from the web, asked for politely and kept: the same for every source."""

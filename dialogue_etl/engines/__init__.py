"""Where shards are worked on. Same bytes out of every engine, for any number of workers."""

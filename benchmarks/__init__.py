"""How fast the stages are: MB of book text per CPU-second, peak memory, and how both grow."""

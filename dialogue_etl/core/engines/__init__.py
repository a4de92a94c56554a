"""Engines that run the jobs of a stage; each gives the same bytes, for any number of workers."""

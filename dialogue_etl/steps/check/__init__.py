"""The check of a dataset: its files are read again before it is published, and faults are counted.

It looks only at the files, and at what the source provides to compare them with (`sources/<name>/checks.py`).
It drops nothing and does not fail: `gates.py` decides whether the counts are acceptable.
"""

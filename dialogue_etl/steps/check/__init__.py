"""The check of a dataset: what people take away, read again before it is published, and measured.

Nothing here looks at how the dataset came about, only at its files and at what its source gives to hold them
against (`sources/<name>/checks.py`). Nothing is left out and nothing fails: `gates.py` decides.
"""

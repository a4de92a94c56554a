"""Compares two versions of a dataset (`dialogue-etl diff`).

The tables of each version are found through git and DVC (`revisions.py`, `stored.py`) and joined by DuckDB
within a fixed memory: documents (`documents.py`), dialogues (`matching.py`) and reasons of drops
(`reasons.py`). `terminal.py` and `page.py` show the result (`results.py`).
"""

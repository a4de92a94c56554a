"""Two versions of a dataset compared (`dialogue-etl diff`).

git and DVC say where the tables of each version are (`revisions.py`, `stored.py`); DuckDB joins them, within
a fixed memory: documents (`documents.py`), dialogues (`matching.py`) and why some are gone (`reasons.py`).
`terminal.py` and `page.py` show the result (`results.py`).
"""

"""Two versions of a dataset held against each other.

The core works on Arrow tables: `nested.py` (which rows are equal), `dialogues.py` (what became of each
dialogue), `reasons.py` (which drop explains it), `books.py` (what became of each book), `values.py`
(parameters and metrics), `windows.py` (two sorted tables in step, a few books in memory). The edge finds
the tables: `revisions.py` (git and DVC), `stored.py` (Parquet files in DVC's cache), `versions.py` (all of
it put together). `shown.py` and `page.py` show what came out: `results.py`.
"""

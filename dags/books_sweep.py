"""Airflow"s DAG `books_sweep`: datasets for several values of parameters."""

from dialogue_etl_project import source_sweep

dag = source_sweep("books", ["extract.dialogue_gap: 300, 525, 800", "extract.min_certainty: 0, 0.6, 0.8"])

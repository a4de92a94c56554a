"""Airflow"s DAG `subtitles_sweep`: datasets for several values of parameters."""

from dialogue_etl_project import source_sweep

dag = source_sweep("subtitles", ["turns.dialogue_gap: 3, 5, 8", "turns.min_certainty: 0, 0.5, 0.7"])

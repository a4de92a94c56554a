"""Airflow"s DAG `threads_sweep`: datasets for several values of parameters."""

from dialogue_etl_project import source_sweep

dag = source_sweep("threads", ["classify.noise_threshold: 0.6, 0.8, 1", "threads.min_turns: 2, 3, 4"])

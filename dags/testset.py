"""Airflow's DAG `testset`: a test set of a finished dataset, measured."""

from dialogue_etl_project import source_dag

ABOUT = """\
A test set of the dataset that `testset.source` names, with the two rows of the papers' tables that need no
model: random responses and the true ones, by all metrics. `source.txt` and `train.txt` of each language are
what an agent answers and learns from; `dialogue-etl metrics` measures its responses.

The DAG holds the stages of the source too: what is built already is restored from the cache.
"""

dag = source_dag("testset", "Test sets of a dataset: random and true responses by all metrics", ABOUT)

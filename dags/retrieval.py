"""Airflow's DAG `retrieval`: what agents made of a finished dataset answer."""

from dialogue_etl_project import source_dag

ABOUT = """\
An agent for each of `retrieval.languages` of params.yaml, made of the training split of the dataset that
`retrieval.dataset` names. Its weights are learnt on the validation split where `retrieval.learn` says so. It
is asked questions of the test split, and the metrics say how its answers compare with the true ones.
*Browse → Chat* asks it yours.

The DAG holds the stages of the dataset too: what is built already is restored from the cache.
"""

dag = source_dag("retrieval", "Retrieval agents of a dataset: weights learnt, questions asked", ABOUT)

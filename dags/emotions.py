"""Airflow's DAG `emotions`: a label for every turn of a dataset."""

from dialogue_etl_project import source_dag

ABOUT = """\
Emotions and intents of the turns of a dataset (`emotions.dataset`), as EDOS has them: a weak labeller of
sentences, dialogues it is surest of, labels grown from those that people gave, and a classifier of all.

Put labels of people into `emotions/sentences` and `emotions/dialogues`, and set `emotions.annotations` to
`workspace`; without them the embedded sample's few hundred show how it works.

The DAG holds the stages of the dataset's source too: what is built already is restored from the cache.
"""

dag = source_dag("emotions", "Emotions and intents of every turn, from a few thousand human labels", ABOUT)

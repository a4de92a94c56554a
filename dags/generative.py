"""Airflow's DAG `generative`: a model trained on a finished dataset."""

from dialogue_etl_project import source_dag

ABOUT = """\
A model for each of `generative.languages` of params.yaml, trained on the dataset that `generative.dataset`
names; fine-tuned too if `generative.target` is another one. It is asked questions of the target's test split,
and the metrics say how its answers compare with random and true ones. *Browse → Chat* asks it yours.

PyTorch is an extra: `pip install "dialogue-etl[transformers]"`. A killed training goes on at its last
checkpoint. The DAG holds the stages of the datasets too: what is built already is restored from the cache.
"""

dag = source_dag("generative", "A model trained on a dataset: zero-shot, fine-tuned, asked", ABOUT)

"""Airflow's DAG `threads`: comment trees to dialogue datasets."""

from dialogue_etl_project import source_dag

ABOUT = """\
Turns comment trees of social media, and corpora of ready-made sessions, into a dataset of short clean
dialogues, by the method of LCCC (Wang et al. 2020). **ingest** reads the corpora, **extract** takes each way
from a root comment to a leaf as a dialogue, **rules** cut noise out or part dialogues at it, **train** and
**classify** leave out what two classifiers take for noise.

- **Corpora**: `dialogue-etl threads add FILE` brings a dump into the workspace, and `threads.source: corpora`
  reads it; the embedded sample is there to begin with.
- **Variants**: `run.variant` names what you build; each run of a variant is its next version. The presets
  `lccc-base` and `lccc-large` are the strict and the relaxed dataset of the paper, `clean-dialog` is what the
  authors' later code does.
- **Rules**: each is a parameter that says what becomes of a dialogue with its noise: off, cut, split or drop.
- **Blacklists and labels** of your own go into `threads/blacklists` and `threads/annotations`.
- **Parameters, parts, results, failed runs**: as in the DAG `books`.
"""

dag = source_dag(
    "threads", "Comment trees to dialogue datasets: ingest, extract, rules, classify, split, package", ABOUT
)

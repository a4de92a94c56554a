"""The DAG `mix`: one dataset of several sources, drawn from the workspace's dvc.yaml and params.yaml."""

from __future__ import annotations

from dialogue_etl_project import form_fields, source_project
from dvc_airflow.dags import stage_dag

ABOUT = """\
One dataset of books, threads and subtitles, in several languages: `mix.weights` say in which proportion,
`mix.caps` how many of each at most. Every row keeps its source, rights and work; all rows of a work are in
the split they have in their source.

The DAG holds the stages of the sources too: what is built already is restored from the cache.
"""

project = source_project("mix", variant="mix")

dag = stage_dag(
    project,
    prefix=project.prefix,
    fields=form_fields(project.root, "mix"),
    description="Books, threads and subtitles as one dataset, by weights and caps",
    doc_md=ABOUT,
    tags=["dialogue-etl", "mix"],
)

"""Airflow's DAG `mix`: one dataset of several sources."""

from dialogue_etl_project import source_dag

ABOUT = """\
One dataset of books, threads and subtitles, in several languages: `mix.weights` say in which proportion,
`mix.caps` how many of each at most. Every row keeps its source, rights and work; all rows of a work are in
the split they have in their source.

The DAG holds the stages of the sources too: what is built already is restored from the cache.
"""

dag = source_dag("mix", "Books, threads and subtitles as one dataset, by weights and caps", ABOUT)

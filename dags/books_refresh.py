"""The DAG `books_refresh`: fetches the catalogue of books every week, and builds what changed."""

from dialogue_etl_project import present, source_project
from dvc_airflow.refresh import refresh_dag

ABOUT = """\
Starts a run of the DAG **books** that asks the mirror for its catalogue anew; stages run where that, or a
book, differs, and all others are restored.

It is off until you switch it on. Then it runs in the night to Monday, UTC, or as `books` under `[refresh]` of
the workspace's `airflow.toml` says; a night that was missed is not made up for.
"""

if present("books"):
    dag = refresh_dag(
        source_project("books"),
        force=["books-catalogue"],
        description="Every week a new catalogue of books, and what it changes",
        doc_md=ABOUT,
        tags=["dialogue-etl", "books"],
    )

"""The DAG `clean_up`: what runs leave behind goes in time."""

from __future__ import annotations

from dialogue_etl_project import source_project
from dvc_airflow.cleaning import clean_up_dag

ABOUT = """\
Every night, and by hand:

- **worktrees**: of published runs at once; of failed ones, and of those Airflow no longer knows, after
  `clean.days`. The worktree of a run that is queued or running stays.
- **cache**: `dvc gc` removes what no tag, no branch, no worktree left and not the workspace needs, and lock
  files that nobody holds. Only while no run is queued or running; otherwise the log says so, and it is done
  the next night.

Published versions are never touched: their tags keep their data.
"""

dag = clean_up_dag(
    [
        source_project("books"),
        source_project("threads", variant="threads"),
        source_project("mix", variant="mix"),
    ],
    description="Old worktrees, cache that nothing needs",
    doc_md=ABOUT,
    tags=["dialogue-etl"],
)

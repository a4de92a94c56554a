"""The DAG `clean_up`: removes what runs leave."""

from dialogue_etl_project import source_project
from dvc_airflow.cleaning import clean_up_dag

from dialogue_etl.sources import SOURCES

ABOUT = """\
Every night, and by hand:

- **worktrees**: of published runs at once; of failed ones, and of those Airflow no longer knows, after
  `clean.days`. The worktree of a run that is queued or running stays.
- **indexes and checkpoints** of agents that nothing was written to for `clean.days`: they are made again.
- **cache**: `dvc gc` removes what no tag, no branch, no worktree left and not the workspace needs, and lock
  files that nobody holds. Only while no run is queued or running; otherwise the log says so, and it is done
  the next night.

Published versions are never touched: their tags keep their data.
"""

projects = [source_project(name) for name in SOURCES]
own = projects[0].root / ".dialogue-etl"

dag = clean_up_dag(
    projects,
    [own / "agents", own / "checkpoints"],
    description="Old worktrees, cache that nothing needs",
    doc_md=ABOUT,
    tags=["dialogue-etl"],
)

"""Any `dvc.yaml` as an Airflow DAG: one task per stage, a git worktree per run, a tag per result.

Knows nothing of the project whose `dvc.yaml` it draws; a DAG file joins the two (see `dags/books.py`).

- `graph`: `dvc.yaml` and `params.yaml` as stages with edges, without importing DVC.
- `form`: the trigger form, and what a run's form changes.
- `runs`, `publish`: a run's worktree, and the commit and tag made of it.
- `stage`: one stage run by `dvc repro`.
- `operators`, `dags`: the above as Airflow tasks.
- `versions`, `pages`: published versions in the Airflow UI.
"""

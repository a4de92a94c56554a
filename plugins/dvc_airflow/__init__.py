"""Any `dvc.yaml` as an Airflow DAG: one task per stage, a git worktree per run, a tag per result.

Knows nothing of the project whose `dvc.yaml` it draws; a DAG file joins the two (see `dags/books.py`).

- `graph`: dvc.yaml as stages with edges, without importing DVC; `limits`: what `meta` says to Airflow.
- `form`, `request`: the trigger form, and what a run asks for.
- `runs`, `worktrees`, `plan`, `inputs`: a run begun; what each stage is to do, and why.
- `stage`, `guard`, `mending`: one stage run by `dvc repro`, and nothing left of it whatever is killed.
- `gates`, `publish`, `tags`: what may stop a version, and the commit and tag made of it.
- `operators`, `publish_operator`, `dags`: the above as Airflow tasks.
- `sweeps`, `cleaning`: a variant per value of a knob; what runs leave behind removed.
- `versions`, `pages`: published versions in the Airflow UI.
"""

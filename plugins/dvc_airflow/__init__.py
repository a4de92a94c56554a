"""Any `dvc.yaml` as an Airflow DAG: one task per stage, a git worktree per run, a tag per result.

Knows nothing of the project whose `dvc.yaml` it draws; a DAG file joins the two (see `dags/books.py`).

- `graph`, `ask_dvc`: what DVC says of dvc.yaml, kept on disk; `dags`: drawn as tasks.
- `form`, `request`: the trigger form, what a run asks for, and what each stage is to do then.
- `runs`, `worktrees`, `inputs`: a run begun; why a stage runs.
- `stage`, `repro`, `processes`, `locks`, `programs`: one stage run by `dvc repro`, and nothing left of it.
- `gates`, `publish`, `versions`: what may stop a version, and the commit and tag made of it.
- `operators`: the above as Airflow tasks.
- `sweeps`, `cleaning`: a variant per value of a parameter; what runs leave behind removed.
- `pages`: published versions in the Airflow UI.
- `yaml_files`, `params_values`, `lockfile`: YAML, parameter values, dvc.lock.
"""

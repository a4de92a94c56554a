"""Any `dvc.yaml` as an Airflow DAG: one task per stage, a git worktree per run, a tag per result.

It knows nothing about the project; a DAG file connects the two (see `dags/books.py`).

- `graph`, `ask_dvc`: the stages as DVC reads them from dvc.yaml, cached on disk; `dags`: tasks made of them.
- `form`, `request`: the trigger form, what a run asks for, and what each stage has to do.
- `runs`, `worktrees`, `inputs`: preparing a run, and why a stage runs.
- `stage`, `repro`, `processes`, `locks`, `programs`: running one stage by `dvc repro`, and ending it whole.
- `gates`, `publish`, `versions`: checks before a version is published, its commit and its tag;
  `publish_retries`: tries while a remote is away.
- `operators`: the above as Airflow operators.
- `sweeps`, `cleaning`: a variant per value of a parameter; removing what runs leave.
- `hosts`, `restoring`: runs on several hosts; pages of versions rebuilt from git and DVC.
- `refresh`, `alerts`, `airflow_runs`: scheduled runs, notifications, states of runs.
- `pages`, `web`: published versions in the Airflow UI.
- `yaml_files`, `params_values`, `lockfile`: YAML, parameter values, dvc.lock.
"""

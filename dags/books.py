"""Airflow's DAG `books`: books to dialogue datasets."""

from dialogue_etl_project import source_dag

ABOUT = """\
Turns books into a dataset of dialogues. **prepare** makes a git worktree for the run and writes the form's
values into its `params.yaml`; each stage of `dvc.yaml` is one task, grouped by language, run by
`dvc repro --single-item`; **gate** checks the result; **publish** pushes, commits and tags it and copies its
report.

- **Parameters**: *Trigger* opens a form with every parameter, its range, unit and source. What you change
  there holds for that run only; to change the workspace's own values edit its `params.yaml`.
- **Unchanged stages** are restored from DVC's cache; a task's log says why its stage ran and what came of it.
- **Gates** (`gates.*`) stop a version that lost too much or breaks a rule: the run waits until somebody lets
  it pass under *Browse → Required Actions*.
- **Results**: git tag `dataset/<variant>/<n>`; pages and comparisons under *Browse → Datasets*, files in
  `published/<variant>/<n>/`; of the variant `default`, without changed values, also in the workspace itself.
- **A failed run** keeps its worktree in `.worktrees/`; clear the failed task to go on there. The DAG
  `clean_up` removes old ones.
"""

dag = source_dag(
    "books",
    "Books to dialogue datasets: download, filter, extract, split, package, report",
    ABOUT,
)

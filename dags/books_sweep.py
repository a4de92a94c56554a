"""The DAG `books_sweep`: a dataset per value of a parameter, and the curve of size against quality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dialogue_etl_project import form_fields, present, source_project
from dvc_airflow.sweeps import Sweep, sweep_dag

from dialogue_etl.report import sweep

if TYPE_CHECKING:
    from dvc_airflow.sweeps import Outcome

ABOUT = """\
One run of the DAG **books** for each value of a parameter, and a page with the curve over them: size, shape
and quality of the datasets. What the variants share is computed once.

- **plan** names the variants `<sweep.name>-<value>` and checks every value before any run begins.
- **start** triggers a run per variant; **page** waits for them without taking a worker, and writes the
  curve, under *Browse → Datasets → Sweeps*. When variants failed it draws the others and then fails, saying
  which. To try those again, clear the failed tasks of their runs, and then **page**.
- **Results**: git tags `dataset/<sweep.name>-<value>/<n>`, to compare and to go on from like any other.
"""


def _draw(title: str, parameter: str, outcomes: Sequence[Outcome], run: str) -> str:
    """The page, with links relative to where it is served."""
    variants = []
    for one in outcomes:
        metrics = one.version.metrics if one.version else {}
        variants.append(
            sweep.Variant(
                name=one.variant,
                value=one.value,
                state=one.state,
                run=one.run_url,
                tag=one.version.tag if one.version else "",
                report=f"../../{one.version.folder}/report/" if one.version else "",
                figures=sweep.figures_of(metrics, "books"),
            )
        )
    return sweep.render(title, parameter, variants, run)


if present("books"):
    project = source_project("books")
    dag = sweep_dag(
        Sweep(project, tuple(form_fields(project.root, "books")), _draw),
        description="A dataset per value of a parameter, and the curve of size against quality",
        doc_md=ABOUT,
        parameter="extract.dialogue_gap",
        values=[100, 200, 400, 800],
        tags=["dialogue-etl", "books"],
    )

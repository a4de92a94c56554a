"""The DAG `books_sweep`: a dataset per value of a knob, or of two, and the curve of size against quality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl_project import books_project, form_fields
from dvc_airflow.request import NO_PRESET
from dvc_airflow.sweep_dag import sweep_dag
from dvc_airflow.sweeps import Sweep

from dialogue_etl.report import sweep

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dvc_airflow.sweep_results import Outcome, Summary
    from dvc_airflow.versions import Version

ABOUT = """\
One run of the DAG **books** for each value of a knob, or for each pair of values of two, and a page with the
curve over them: size, shape and quality of the datasets. What the variants share is computed once.

- **plan** names the variants `<sweep.name>-<value>` and checks every value before any run begins.
- **start** begins a run per variant (*Run of the variant* opens it); **wait** takes no worker.
- **page** writes the curve, under *Browse → Datasets → Sweeps*. When variants failed it draws the others and
  then fails, saying which. To try those again, clear their tasks of **start**.
- **Results**: git tags `dataset/<sweep.name>-<value>/<n>`, to compare and to go on from like any other.
"""
_REPORT, _SCORES = "metrics/books/report.json", "metrics/books/evaluate.json"


def _draw(summary: Summary, versions: Mapping[str, Version]) -> str:
    """The page; addresses are as seen from where it is served."""
    return sweep.render(
        sweep.Sweep(
            name=summary.name,
            knobs=summary.knobs,
            variants=[_variant(one, versions.get(one.variant)) for one in summary.outcomes],
            base=summary.base,
            preset="" if summary.preset == NO_PRESET else summary.preset,
            date=summary.date,
            run=summary.run_url,
        )
    )


def _variant(outcome: Outcome, version: Version | None) -> sweep.Variant:
    metrics: Mapping[str, Any] = version.metrics if version else {}
    return sweep.Variant(
        name=outcome.variant,
        values=tuple(outcome.values.values()),
        state=outcome.state,
        tag=outcome.tag,
        report=f"../../{outcome.folder}/report/" if version else "",
        run=outcome.run_url,
        figures=metrics.get(_REPORT),
        scores=metrics.get(_SCORES),
    )


project = books_project()
dag = sweep_dag(
    Sweep(project, tuple(form_fields(project.root, "books")), _draw),
    description="A dataset per value of a knob, and the curve of size against quality",
    doc_md=ABOUT,
    knob="extract.dialogue_gap",
    values=[100, 200, 400, 800],
    tags=["dialogue-etl", "books"],
)

"""Stage `report`: what the dataset of a source is like, over all languages.

    report.html   one page: sizes, what was left out, examples, figures, parameters and provenance
    plots/        the numbers behind the figures, for `dvc plots`

What is counted and shown for every source is in `dialogue_etl.report`; a source adds its own with its module
`report`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.report import page, plot_files
from dialogue_etl.report.survey import survey
from dialogue_etl.runtime import load

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.report.source_report import SourceReport
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.base import Source

_STAGE = "report"


def report(
    *,
    source: Source,
    stages: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime | None = None,
) -> None:
    """Write page, plots and metrics of the dataset of a source.

    Args:
        source: whose dataset it is.
        stages: the outputs of all its stages, by stage and language.
        output: the report's folder.
        metrics: the JSON file to write; those of the other stages are beside it, by stage and language.
        params: the languages, the number of examples, and what the page says of the rest.
        runtime: workers and store; this machine's settings if not given.

    Raises:
        MissingTableError: a language has not been through all stages.
    """
    of = made(source, stages, metrics.parent, params, runtime or load())
    tags = [survey.tag for survey in of.surveys]
    with shards.atomic_folder(output) as folder:
        shards.write_atomic(folder / "report.html", page.render(of, source.name).encode())
        for name, text in plot_files.by_language(of.plots(), tags, **of.plot_form).items():
            shards.write_atomic(folder / "plots" / name, text.encode())
    run.write_metrics(metrics, of.figures())
    for each in of.surveys:
        run.report_counts(_STAGE, each.tag, _counts(each.size))


def made(source: Source, stages: Path, metrics: Path, params: Params, runtime: Runtime) -> SourceReport:
    """The report of a source: its languages counted, nothing written.

    Raises:
        MissingTableError: a language has not been through all stages.
    """
    kind: type[SourceReport] = source.part("report").REPORT
    surveys = [survey(stages, tag, kind.plan, params, runtime=runtime) for tag in source.languages(params)]
    return kind(source.unit, surveys, params, stages, metrics)


def _counts(size: Any) -> dict[str, int]:
    return {name: getattr(size, name) for name in ("documents", "dialogues", "utterances", "words")}

"""Stage `report`: what the dataset of a source is like, over all languages.

    report.html   one page: sizes, what was left out, examples, figures, parameters and provenance
    plots/        the numbers behind the figures, for `dvc plots`

What is counted and shown for every source is in `dialogue_etl.report`; a source adds its own with its module
`report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl import run, shards
from dialogue_etl.report import page
from dialogue_etl.report.survey import survey
from dialogue_etl.runtime import load

if TYPE_CHECKING:
    import pandas as pd

    from dialogue_etl.params import Params
    from dialogue_etl.report.source_report import SourceReport
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.base import Source

_STAGE = "report"
_COUNTS = ("documents", "dialogues", "utterances", "words")


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
        for name, text in plot_files(of.plots(), tags, **of.plot_form).items():
            shards.write_atomic(folder / "plots" / name, text.encode())
    run.write_metrics(metrics, of.figures())
    for each in of.surveys:
        counts = {name: getattr(each.size, name) for name in _COUNTS}
        run.report_counts(_STAGE, each.tag, counts)


def made(source: Source, stages: Path, metrics: Path, params: Params, runtime: Runtime) -> SourceReport:
    """The report of a source: its languages counted, nothing written.

    Raises:
        MissingTableError: a language has not been through all stages.
    """
    kind: type[SourceReport] = source.part("report").REPORT
    surveys = [survey(stages, tag, kind.plan, params, runtime=runtime) for tag in source.languages(params)]
    return kind(source.unit, surveys, params, stages, metrics)


def plot_files(
    tables: Mapping[str, pd.DataFrame], languages: Iterable[str], *, suffix: str, whole: bool
) -> dict[str, str]:
    """Tables as `dvc plots` draws them: a folder per table with a file per language, `funnel/en.csv`.

    DVC draws a plot for each file of a folder, and tells revisions, not languages, apart by colour. It cannot
    draw a file without rows, so a language without any has none; of a table without any row at all, the first
    language has the header: of a folder that is not there `dvc plots` says that it failed.

    Args:
        tables: with a column `language`.
        languages: in order.
        suffix: of the files: csv or tsv.
        whole: write each table as a whole, too: `funnel.csv`.
    """
    separator = {"csv": ",", "tsv": "\t"}[suffix]

    def text(table: pd.DataFrame) -> str:
        return table.to_csv(index=False, sep=separator, lineterminator="\n")

    files: dict[str, str] = {}
    tags = list(languages)
    for name, table in tables.items():
        if whole:
            files[f"{name}.{suffix}"] = text(table)
        filled = [tag for tag in tags if (table["language"] == tag).any()]
        for tag in filled or ([] if whole else tags[:1]):
            files[f"{name}/{tag}.{suffix}"] = text(table[table["language"] == tag])
    return files

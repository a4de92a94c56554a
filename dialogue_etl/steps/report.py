"""Stage `report`: a page and plots about the dataset of a source, over all languages.

    report.html   one page: sizes, what was dropped, examples, figures, parameters and provenance
    plots/        the data of the figures, for `dvc plots`

`dialogue_etl.report` has the parts that all sources share; the module `report` of a source adds others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.core import run, shards
from dialogue_etl.core.runtime import load
from dialogue_etl.report import page
from dialogue_etl.report.survey import survey

if TYPE_CHECKING:
    import pandas as pd

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.report.source_report import SourceReport
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
        source: of the dataset.
        stages: folder with the outputs of all its stages, by stage and language.
        output: folder of the report.
        metrics: JSON file to write; its folder has those of the other stages, by stage and language.
        params: languages, number of examples, and all others for the page.
        runtime: workers and store; by default this machine's settings.

    Raises:
        MissingTableError: a stage has not run for a language.
    """
    of = made(source, stages, metrics.parent, params, runtime or load())
    tags = [survey.tag for survey in of.surveys]
    with shards.atomic_folder(output) as folder:
        shards.write_atomic(folder / "report.html", page.render(of, source.name, source.sections).encode())
        for name, text in plot_files(of.plots(), tags, **of.plot_form).items():
            shards.write_atomic(folder / "plots" / name, text.encode())
    run.write_metrics(metrics, of.figures())
    for each in of.surveys:
        counts = {name: getattr(each.size, name) for name in _COUNTS}
        run.report_counts(_STAGE, each.tag, counts)


def made(source: Source, stages: Path, metrics: Path, params: Params, runtime: Runtime) -> SourceReport:
    """The report of a source, not yet written.

    Raises:
        MissingTableError: a stage has not run for a language.
    """
    kind: type[SourceReport] = source.part("report").REPORT
    surveys = [survey(stages, tag, kind.plan, params, runtime=runtime) for tag in source.languages(params)]
    return kind(source.unit, surveys, params, stages, metrics)


def plot_files(
    tables: Mapping[str, pd.DataFrame], languages: Iterable[str], *, suffix: str, whole: bool
) -> dict[str, str]:
    """Content of the files for `dvc plots`: a folder per table with a file per language, `funnel/en.csv`.

    DVC draws a plot for each file of a folder; colours distinguish revisions, not languages. It cannot draw
    a file without rows, so a language without any has no file. If a table has no rows at all, the first
    language gets a file with the header, since `dvc plots` fails if the folder does not exist.

    Args:
        tables: with a column `language`.
        languages: in order.
        suffix: of the files: csv or tsv.
        whole: also write each table as a single file, `funnel.csv`.
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

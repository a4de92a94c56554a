"""Stage `report`: what the dataset is like, over all languages.

    report.html     one page with the paper's tables and figures, examples, parameters and provenance
    plots/*.csv     the figures' numbers; plots/*/<language>.csv the same by language, for `dvc plots`

The metrics hold the paper's figures (Csáky & Recski 2021, tables 2 and 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.report import page, plots, quality, removals, sections
from dialogue_etl.report.gather import LanguageReport, gather
from dialogue_etl.report.statistics import rounded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.report.removals import Removed
    from dialogue_etl.report.statistics import Corpus

_STAGE = "report"


def build(*, stages: Path, output: Path, metrics: Path, params: Params) -> None:
    """Write page, plots and metrics of the dataset.

    Args:
        stages: the folder that holds the outputs of all stages, by stage and language.
        output: the report's folder.
        metrics: the JSON file of the paper's figures.
        params: the languages, the number of examples, and what the page says of the rest.

    Raises:
        MissingTableError: a language has not been through all stages.
    """
    languages = [gather(stages, language, params) for language in params.languages]
    with shards.whole(output) as folder:
        html = page.render(languages, params, quality.read(stages / "evaluate"))
        shards.write_whole(folder / "report.html", html.encode())
        for name, text in plots.files(languages).items():
            shards.write_whole(folder / "plots" / name, text.encode())
    result = figures(languages)
    run.write_metrics(metrics, result)
    plain = {key: value for key, value in result["total"].items() if key != "removed" and value is not None}
    run.report_counts(_STAGE, "all", plain)


def figures(languages: Sequence[LanguageReport]) -> dict[str, Any]:
    """The paper's tables 2 and 3 as nested numbers, per language and of all of them together.

    Means are null where there is nothing to take them of.
    """
    return {
        "languages": {language.tag: _figures(language.corpus, language.removed) for language in languages},
        "total": _figures(
            sections.total(languages),
            removals.merge(language.removed for language in languages),
        ),
    }


def _figures(corpus: Corpus, removed: Sequence[Removed]) -> dict[str, Any]:
    filters: dict[str, dict[str, Any]] = {}
    for line in removed:
        numbers = {"number": line.number, "share": rounded(line.share)}
        units = filters.setdefault(line.rule.stage, {}).setdefault(f"{line.rule.unit}s", {})
        units[line.rule.reason] = numbers
    return {
        "utterances": corpus.utterances,
        "words_per_utterance": rounded(corpus.words_per_utterance),
        "dialogues": corpus.dialogues,
        "turns_per_dialogue": rounded(corpus.turns_per_dialogue),
        "books": corpus.books,
        "removed": filters,
    }

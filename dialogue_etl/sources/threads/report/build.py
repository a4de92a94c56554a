"""Stage `report`: what the dataset of threads is like, over all languages.

    report.html          one page: the paper's tables, what each rule did, classifiers, examples, parameters
    plots/*/<lang>.tsv   the figures' numbers, for `dvc plots`

The metrics hold table 2 of Wang et al. 2020 and what each rule did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.report.statistics import rounded
from dialogue_etl.runtime import load
from dialogue_etl.sources.threads.report import page, plots
from dialogue_etl.sources.threads.report.gather import LanguageReport, gather
from dialogue_etl.sources.threads.report.sizes import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.threads.report.sizes import Size

_STAGE = "report"


def build(
    *, stages: Path, output: Path, metrics: Path, params: Params, runtime: Runtime | None = None
) -> None:
    """Write page, plots and metrics of the dataset.

    Args:
        stages: the folder that holds the outputs of all stages, by stage and language.
        output: the report's folder.
        metrics: the JSON file to write; those of the stages are beside it, by stage and language.
        params: the languages, the number of examples, and what the page says of the rest.
        runtime: workers and store; this machine's settings if not given.

    Raises:
        MissingTableError: a language has not been through all stages.
        ModelError: a model card is damaged.
    """
    languages = [
        gather(stages, metrics.parent, language, params, runtime or load())
        for language in params.threads.languages
    ]
    with shards.whole(output) as folder:
        shards.write_whole(folder / "report.html", page.render(languages, params).encode())
        for name, text in plots.files(languages).items():
            shards.write_whole(folder / "plots" / name, text.encode())
    result = {"languages": {language.tag: figures(language) for language in languages}}
    run.write_metrics(metrics, result)
    sizes = {language.tag: figures(language)["all"] for language in languages}
    run.report_counts(_STAGE, "all", {tag: _known(size) for tag, size in sizes.items()})


def figures(language: LanguageReport) -> dict[str, Any]:
    """Table 2 as nested numbers, and what each rule did; means of nothing are null."""
    sizes = {**{kind: language.survey.sizes[kind] for kind in KINDS}, "all": language.total}
    return {
        **{kind: _size(size) for kind, size in sizes.items()},
        "rules": {line.name: {**line.done, **line.dropped} for line in language.rules if not line.idle},
    }


def _size(size: Size) -> dict[str, Any]:
    return {
        "raw": size.raw,
        "dialogues": size.dialogues,
        "kept": rounded(size.kept),
        "utterances": size.utterances,
        "characters": size.characters,
        "vocabulary": size.vocabulary,
        "words_per_utterance": rounded(size.words_per_utterance),
        "turns_per_dialogue": rounded(size.turns_per_dialogue),
    }


def _known(size: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in size.items() if value is not None}

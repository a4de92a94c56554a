"""The figures as files for `dvc plots`: a folder per table with a file per language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report.plots import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dialogue_etl.sources.threads.report.gather import LanguageReport

_Row = tuple[object, ...]


def files(languages: Sequence[LanguageReport]) -> dict[str, str]:
    """Every TSV file by its path below `plots`; a language without rows has none: DVC could not draw it.

    Of a table without any row, as that of classifiers nobody trained, the first language has the header: of a
    folder that is not there `dvc plots` says that it failed.
    """
    found = {}
    for name, (header, rows) in TABLES.items():
        made = {language.tag: list(rows(language)) for language in languages}
        filled = {tag: own for tag, own in made.items() if own}
        for tag, own in (filled or dict(list(made.items())[:1])).items():
            found[f"{name}/{tag}.tsv"] = table(header, own, delimiter="\t")
    return found


def _funnel(language: LanguageReport) -> Iterator[_Row]:
    for step in language.steps:
        yield step.stage, language.tag, step.threads, _cell(step.dialogues), _cell(step.utterances)


def _turns(language: LanguageReport) -> Iterator[_Row]:
    for turns, number in sorted(language.survey.turns.items()):
        yield turns, language.tag, number


def _words(language: LanguageReport) -> Iterator[_Row]:
    for words, number in sorted(language.survey.lengths.items()):
        yield words, language.tag, number


def _rules(language: LanguageReport) -> Iterator[_Row]:
    for line in language.rules:
        if not line.idle:
            dropped = (line.dropped.get("dialogue", 0), line.dropped.get("utterance", 0))
            yield (line.name, language.tag, line.hits, *line.done.values(), *dropped)


def _classifiers(language: LanguageReport) -> Iterator[_Row]:
    for model in language.models:
        for row in model.card.curve:
            yield row.confidence, language.tag, model.card.task, _cell(row.precision), row.recall, row.f


def _cell(value: float | None) -> object:
    return "" if value is None else value


TABLES: dict[str, tuple[Sequence[str], Callable[[LanguageReport], Iterator[_Row]]]] = {
    "funnel": (("stage", "language", "threads", "dialogues", "utterances"), _funnel),
    "dialogue_lengths": (("turns", "language", "dialogues"), _turns),
    "utterance_lengths": (("words", "language", "utterances"), _words),
    "rules": (("rule", "language", "hits", "cut", "split", "drop", "dialogues", "utterances"), _rules),
    "classifiers": (("confidence", "language", "task", "precision", "recall", "f"), _classifiers),
}
"""Columns and rows of each table; `dialogues` and `utterances` of `rules` are those in the drops table."""

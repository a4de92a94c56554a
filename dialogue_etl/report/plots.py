"""The figures as CSV files for `dvc plots`."""

from __future__ import annotations

import csv
import io
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dialogue_etl.report.gather import LanguageReport

_Row = tuple[object, ...]
_DECIMALS = 4


def files(languages: Sequence[LanguageReport]) -> dict[str, str]:
    """Every CSV file by its path below `plots`.

    Each table is there as a whole, `funnel.csv`, and by language, `funnel/en.csv`: DVC draws a plot for
    each file of a folder, and tells revisions, not languages, apart by colour. Without rows it cannot
    draw, so a language without any has no file of its own.
    """
    found = {}
    for name, (header, rows) in TABLES.items():
        by_language = {language.tag: list(rows(language)) for language in languages}
        found[f"{name}.csv"] = table(header, [row for part in by_language.values() for row in part])
        found |= {f"{name}/{tag}.csv": table(header, part) for tag, part in by_language.items() if part}
    return found


def _funnel(language: LanguageReport) -> Iterator[_Row]:
    for step in language.funnel:
        yield step.stage, language.tag, step.books, "" if step.dialogues is None else step.dialogues


def _dialogue_lengths(language: LanguageReport) -> Iterator[_Row]:
    for turns, number in sorted(language.lengths.turns.items()):
        yield turns, language.tag, number


def _books(language: LanguageReport) -> Iterator[_Row]:
    for book in language.books.values():
        if book.words is not None:
            yield book.id, language.tag, book.title, book.words, book.utterances, book.dialogues


def _sizes(language: LanguageReport, knob: str) -> Iterator[_Row]:
    for size in (size for found in language.sizes if found.knob == knob for size in found.sizes):
        mean = size.turns_per_dialogue
        per_dialogue = "" if mean is None else round(mean, _DECIMALS)
        yield size.value, language.tag, size.dialogues, size.utterances, per_dialogue


_SIZES = ("language", "dialogues", "utterances", "turns_per_dialogue")


TABLES: dict[str, tuple[Sequence[str], Callable[[LanguageReport], Iterator[_Row]]]] = {
    "funnel": (("stage", "language", "books", "dialogues"), _funnel),
    "dialogue_lengths": (("turns", "language", "dialogues"), _dialogue_lengths),
    "dialogue_gap": (("gap", *_SIZES), partial(_sizes, knob="extract.dialogue_gap")),
    "boundary_threshold": (("threshold", *_SIZES), partial(_sizes, knob="extract.boundary_threshold")),
    "books": (("id", "language", "title", "words", "utterances", "dialogues"), _books),
}
"""Columns and rows of each table; `dialogues` of the funnel is empty before there are any."""


def table(header: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    """Rows below their header, as the text of a file."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()

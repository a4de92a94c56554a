"""The figures as CSV files for `dvc plots`."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dialogue_etl.report.gather import LanguageReport


def funnel(languages: Iterable[LanguageReport]) -> str:
    """Books and dialogues after each stage; `dialogues` is empty before there are any."""
    rows = [
        (step.stage, language.tag, step.books, "" if step.dialogues is None else step.dialogues)
        for language in languages
        for step in language.funnel
    ]
    return _csv(("stage", "language", "books", "dialogues"), rows)


def dialogue_lengths(languages: Iterable[LanguageReport]) -> str:
    """Dialogues by their number of turns."""
    rows = [
        (turns, language.tag, number)
        for language in languages
        for turns, number in sorted(language.lengths.turns.items())
    ]
    return _csv(("turns", "language", "dialogues"), rows)


def books(languages: Iterable[LanguageReport]) -> str:
    """Words, utterances and dialogues of each book that passed the pre-filter."""
    rows = [
        (book.id, language.tag, book.title, book.words, book.utterances, book.dialogues)
        for language in languages
        for book in language.books.values()
        if book.words is not None
    ]
    return _csv(("id", "language", "title", "words", "utterances", "dialogues"), rows)


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()

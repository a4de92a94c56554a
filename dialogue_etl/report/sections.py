"""What the tables of the page hold: the funnel, the filters by language, quarantined files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report import removals, words
from dialogue_etl.report.statistics import Corpus
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.report.gather import LanguageReport
    from dialogue_etl.report.removals import Removed
    from dialogue_etl.report.rules import Rule

_STAGES = {
    "listed": ("Listed", "in the catalogue"),
    "download": ("Download", "read and decoded"),
    "prefilter": ("Pre-filter", "rights, length and language are right, once each"),
    "extract": ("Extract", "direct speech made into dialogues"),
    "postfilter": ("Post-filter", "without dialogues of rare words"),
    "dataset": ("Dataset", "dealt to train, validation and test"),
}
_MOST_RIGHTS = 20


@dataclass(frozen=True)
class Stage:
    """A row of the funnel.

    Attributes:
        name: for people.
        meaning: what the books left have in common.
        books: left after it.
        lost: books that went since the row above.
        listed: books at the beginning.
        dialogues: left after it; None before there are any.
        reasons: what it left out and why, as ends of sentences.
    """

    name: str
    meaning: str
    books: int
    lost: int
    listed: int
    dialogues: int | None
    reasons: list[str]


@dataclass(frozen=True)
class Row:
    """A filter that removed something: together, and by language in the order of the languages."""

    rule: Rule
    total: Removed
    by_language: list[Removed]


def funnel(languages: Sequence[LanguageReport]) -> list[Stage]:
    """Books and dialogues of all languages after each stage, and why others went."""
    removed = [line for line in removals.merge(x.removed for x in languages) if line.number]
    stages: list[Stage] = []
    for steps in zip(*(language.funnel for language in languages), strict=True):
        books = sum(step.books for step in steps)
        dialogues = [step.dialogues for step in steps if step.dialogues is not None]
        before = stages[-1] if stages else None
        stages.append(
            Stage(
                *_STAGES[steps[0].stage],
                books=books,
                lost=before.books - books if before else 0,
                listed=stages[0].books if stages else books,
                dialogues=sum(dialogues) if dialogues else None,
                reasons=[_reason(line) for line in removed if line.rule.stage == steps[0].stage],
            )
        )
    return stages


def _reason(line: Removed) -> str:
    return f"{words.plural(line.number, line.rule.unit)} {line.rule.why} ({words.percent(line.share)})"


def stage_names() -> list[str]:
    """The stages as the page calls them."""
    return [name for name, _ in _STAGES.values()]


def filters(languages: Sequence[LanguageReport]) -> list[Row]:
    """The filters that removed something in any language."""
    of_language = [{line.rule.key: line for line in language.removed} for language in languages]
    return [
        Row(
            line.rule,
            line,
            [found.get(line.rule.key, removals.Removed(line.rule, 0, 0)) for found in of_language],
        )
        for line in removals.merge(language.removed for language in languages)
        if line.number
    ]


def idle(languages: Sequence[LanguageReport], params: Params) -> tuple[list[Rule], list[Rule]]:
    """Rules that removed nothing although they are in force, and those that are switched off."""
    lines = removals.merge(language.removed for language in languages)
    rules = [line.rule for line in lines if not line.number and line.rule.unit != "file"]
    off = [rule for rule in rules if removals.is_off(rule, params)]
    return [rule for rule in rules if rule not in off], off


def why_books_went(languages: Sequence[LanguageReport]) -> list[Removed]:
    """What left out books, most of them first."""
    lines = removals.merge(language.removed for language in languages)
    of_books = [line for line in lines if line.number and line.rule.unit in {"book", "file"}]
    return sorted(of_books, key=lambda line: -line.number)


def speech_that_went(languages: Sequence[LanguageReport]) -> list[str]:
    """How many utterances and dialogues were left out, as far as there are any."""
    number: Counter[str] = Counter()
    for line in removals.merge(language.removed for language in languages):
        number[line.rule.unit] += line.number
    return [words.plural(number[unit], unit) for unit in ("utterance", "dialogue") if number[unit]]


def rights(languages: Sequence[LanguageReport]) -> list[tuple[str, int, int]]:
    """Rights as stated, books and dialogues of the dataset under them; most books first, rare ones as one."""
    books: Counter[str] = Counter()
    dialogues: Counter[str] = Counter()
    for book in (book for language in languages for book in language.books.values() if book.split):
        stated = book.rights or "not stated"
        books[stated] += 1
        dialogues[stated] += book.dialogues
    rows = [(r, n, dialogues[r]) for r, n in sorted(books.items(), key=lambda item: (-item[1], item[0]))]
    others = rows[_MOST_RIGHTS:]
    if others:
        name = f"{len(others):,} other statements, see books.tsv in the dataset"
        rows[_MOST_RIGHTS:] = [(name, sum(row[1] for row in others), sum(row[2] for row in others))]
    return rows


def total(languages: Sequence[LanguageReport]) -> Corpus:
    """The size of the dataset over all languages."""
    return sum((language.corpus for language in languages), Corpus())


def split_totals(languages: Sequence[LanguageReport]) -> dict[str, Corpus]:
    """Sizes of the splits over all languages."""
    return {name: sum((x.splits[name] for x in languages), Corpus()) for name in SPLIT_NAMES}

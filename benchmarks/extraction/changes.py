"""Describes the differences between gutenberg-dialog and the default profile by language and by rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.extraction import markdown
from benchmarks.extraction.profiles import REFERENCE, SAME_GAP, by_language, counted
from benchmarks.extraction.switches import switches
from dialogue_etl.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.extraction.profiles import Measured

_JOINING = "join_speakers"  # the reference does not join turns, so figures without it are comparable
_MOST_RULES = 3
_MIN_EFFECT = 0.005  # of the utterances, for a rule to be mentioned
_SHOWN = 0.0005


def paragraphs(books: Sequence[Measured]) -> Iterator[str]:
    """A paragraph per language: books that the default profile gains and loses, and effects of rules."""
    for language, group in by_language(books):
        said = _against_reference([book for book in group if REFERENCE in book.ways])
        yield f"**{LANGUAGES[language].name}.** {said} {_by_rules(group)}"


def _against_reference(books: Sequence[Measured]) -> str:
    if not books:
        return "gutenberg-dialog does not know the language."
    gained = [book for book in books if book.ways[REFERENCE].lost and not book.ways[SAME_GAP].lost]
    gone = [book for book in books if book.ways[SAME_GAP].lost and not book.ways[REFERENCE].lost]
    old, new = (sum(book.ways[way].utterances for book in books) for way in (REFERENCE, SAME_GAP))
    said = [_gained(gained) if gained else "No book gained.", _gone(gone) if gone else "None lost."]
    apart = sum(book.without[_JOINING].utterances for book in books)
    growth = f"{_growth(old, new)} ({_growth(old, apart)} without `{_JOINING}`)"
    return f"{' '.join(said)} Utterances {growth}{_in_common(books)}."


def _gained(books: Sequence[Measured]) -> str:
    marks = counted(Counter(book.mark for book in books))
    reasons = counted(Counter(book.ways[REFERENCE].lost for book in books))
    rules = Counter(name for book in books for name, outcome in book.without.items() if outcome.lost)
    needed = f"; they need {_named(rules)}" if rules else ""
    return f"Books gained: {len(books)} (marked by {marks}; the reference loses them by {reasons}{needed})."


def _gone(books: Sequence[Measured]) -> str:
    reasons = counted(Counter(book.ways[SAME_GAP].lost for book in books))
    return f"Lost: {len(books)} ({reasons}; marked by {counted(Counter(book.mark for book in books))})."


def _in_common(books: Sequence[Measured]) -> str:
    """How the utterances and their words change in the books that both profiles keep."""
    both = [book for book in books if not (book.ways[REFERENCE].lost or book.ways[SAME_GAP].lost)]
    if not both:
        return ", no book in common"
    utterances, words = (
        [sum(getattr(book.ways[way], unit) for book in both) for way in (REFERENCE, SAME_GAP)]
        for unit in ("utterances", "words")
    )
    return f"; in books both keep ({len(both)}) {_growth(*utterances)}, their words {_growth(*words)}"


def _growth(old: int, new: int) -> str:
    return f"{markdown.signed(100 * (new / old - 1), 1)} %" if old else f"from none to {new:,}"


def _by_rules(books: Sequence[Measured]) -> str:
    """The rules that add and remove most utterances."""
    whole = sum(book.ways[SAME_GAP].utterances for book in books)
    if not whole:
        return "No utterances."
    effects = _effects(books)
    large = {name: effect for name, effect in effects.items() if abs(effect) >= _MIN_EFFECT}
    ranked = sorted(large.items(), key=lambda item: (-abs(item[1]), item[0]))
    give = [f"`{name}` {markdown.signed(100 * effect, 1)} %" for name, effect in ranked if effect > 0]
    take = [f"`{name}` {markdown.signed(100 * effect, 1)} %" for name, effect in ranked if effect < 0]
    more, fewer = (", ".join(part[:_MOST_RULES]) or "none" for part in (give, take))
    return f"Rules that add most utterances: {more}; that join or leave out most: {fewer}."


def _named(rules: Counter[str]) -> str:
    ranked = sorted(rules.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"`{name}` {number}" for name, number in ranked)


def _effects(books: Sequence[Measured]) -> dict[str, float]:
    """Utterances that each rule adds, as a share of all; negative if it leaves out or joins more."""
    whole = sum(book.ways[SAME_GAP].utterances for book in books)
    return {name: 1 - sum(book.without[name].utterances for book in books) / whole for name in switches()}


def table(books: Sequence[Measured]) -> str:
    """A row per rule, a column per language: utterances that it adds or removes, in per cent."""
    effects = {
        language: _effects(group)
        for language, group in by_language(books)
        if any(book.ways[SAME_GAP].utterances for book in group)
    }
    rows = [[f"`{name}`", *(_effect(found[name]) for found in effects.values())] for name in switches()]
    return markdown.table(["", *effects], rows)


def _effect(share: float) -> str:
    if not share:
        return "="
    return markdown.signed(100 * share, 1) if abs(share) >= _SHOWN else "·"

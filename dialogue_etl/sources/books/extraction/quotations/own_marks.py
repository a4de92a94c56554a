"""Finds the speech marks that a book uses, among those of all languages.

Printers follow the custom of their country, authors their own (Joyce and Multatuli open speech with a dash,
Swiss printers set guillemets outwards), and transcribers type what their keyboard has. Marks of the book's
language are accepted by their weight. Other marks may have another meaning (an interruption, a list, the
source of a motto), so they are accepted only if many paragraphs begin with them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.sources.books.extraction.narration.tags import tag_patterns
from dialogue_etl.sources.books.extraction.quotations.dashes import GLYPHS, dashes_of, without_lists
from dialogue_etl.sources.books.extraction.quotations.marks import (
    DOUBLE,
    FAMILIES,
    BookMarks,
    family_of,
    is_single,
    single_openings,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.languages import Language, Marks
    from dialogue_etl.sources.books.extraction.parameters import Extract
    from dialogue_etl.sources.books.extraction.quotations.dashes import Dashes
    from dialogue_etl.text.spans import BookText

_SHARE = 0.05  # of the weight of the heaviest kind
_OUTER = '"“„”«»'  # single marks inside these are nested quotations
_MIN_OPENINGS_SHARE = 0.15  # of paragraphs that begin with any mark, for marks not in the language file
_MIN_OPENINGS = 3  # paragraphs
_MIN_TALK_SHARE = 0.25  # of paragraphs after such a dash, those with words or marks that only occur in speech
_ITALICS = ord("_")


class OwnMarks(NamedTuple):
    """The speech marks that a book uses.

    Attributes:
        marks: the kinds in use, the heaviest first.
        weight: weighted count of opening marks.
        dashes: the dashes of the book, if it or its language marks speech with dashes.
        quotes: the quotation marks of the book.
    """

    marks: tuple[Marks, ...]
    weight: int
    dashes: Dashes | None
    quotes: BookMarks


def own_marks(book: BookText, language: Language, params: Extract) -> OwnMarks:
    """The kinds of speech marks that a book uses, and their weight.

    Without `mixed_marks`, the heaviest kind; with it, also others with at least a twentieth of its weight:
    fewer marks are quoted words, or signs for something else. Dashes count only in paragraphs that open with
    one; elsewhere they are punctuation.
    """
    found, book_marks = None, BookMarks(book)
    weights: list[tuple[int, int, Marks]] = []
    kinds = (*language.marks, *_others_that_carry_speech(book, language))
    for position, marks in enumerate(kinds):
        weight = 0
        if isinstance(marks, Dash):
            dashes = dashes_of(book)
            if params.skip_dash_lists:
                dashes = without_lists(book, dashes, tag_patterns(language.tag).spoken)
            if marks in language.marks or _talk(book, dashes, language):
                found, weight = dashes, dashes.weight(book) * marks.weight
        elif params.single_quotes or not is_single(marks.opening):
            weight = weigh(book_marks, marks.opening, marks.closing) * marks.weight
        weights.append((weight, -position, marks))
    ranked = sorted(weights, reverse=True, key=lambda row: row[:2])
    enough = [row for row in ranked if row[0] > 0 and row[0] >= _SHARE * ranked[0][0]]
    used: list[Marks] = []
    total = 0
    for weight, _, marks in enough if params.mixed_marks else ranked[:1]:
        if not any(_stand_for_each_other(marks, other) for other in used):
            used.append(marks)
            mixed = any(_stand_for_each_other(marks, other) for _, _, other in enough if other != marks)
            total += max(weight, _opened(book_marks, marks)) if mixed else weight
    return OwnMarks(tuple(used) or (ranked[0][2],), total, found, book_marks)


@cache
def _known() -> tuple[Marks, ...]:
    """All kinds of marks of all languages."""
    return tuple(dict.fromkeys(marks for language in LANGUAGES.values() for marks in language.marks))


def _others_that_carry_speech(book: BookText, language: Language) -> Iterable[Marks]:
    """The kinds that the language file does not list, but many paragraphs of the book begin with."""
    starts = book.paragraphs.starts
    if not len(starts):
        return
    italics = (book.points[starts] == _ITALICS) & (starts + 1 < len(book.points))
    first, counts = np.unique(book.points[starts + italics], return_counts=True)
    opened = dict(zip(map(chr, first.tolist()), counts.tolist(), strict=True))
    least = _MIN_OPENINGS_SHARE * sum(opened.get(glyph, 0) for glyph in _beginnings())
    least = max(least, _MIN_OPENINGS)
    for marks in _known():
        glyphs = GLYPHS if isinstance(marks, Dash) else marks.opening[0]
        if marks not in language.marks and sum(opened.get(one, 0) for one in glyphs) >= least:
            yield marks


@cache
def _beginnings() -> frozenset[str]:
    """The first character of every mark."""
    return frozenset(glyph[0] for family in FAMILIES for glyph in family) | set(GLYPHS)


def _talk(book: BookText, dashes: Dashes, language: Language) -> bool:
    """Whether many paragraphs after the dashes of a book have words or marks that only occur in speech."""
    talk = tag_patterns(language.tag).talk
    edges = zip(dashes.said_from.tolist(), book.paragraphs.ends[dashes.opens].tolist(), strict=True)
    talking = sum(talk.search(book.text, *edge) is not None for edge in edges)
    return talking >= max(1, _MIN_TALK_SHARE * len(dashes.opens))


def weigh(found: BookMarks, opening: str, closing: str) -> int:
    """How often a book opens a quotation with a mark; a mark that also closes counts twice.

    Single marks count only if they open and another closes before the next one opens (others are
    apostrophes), outside double marks (inside, they are nested quotations).
    """
    if not is_single(opening):
        return len(found.places(opening))
    if opening not in found.book.text or closing not in found.book.text:
        return 0
    places = single_openings(found, opening)
    if 2 * opening in DOUBLE:  # two of them are one double mark
        both = found.places(2 * opening)
        places = places[~np.isin(places, np.concatenate([both, both + 1]))]
    starts = found.book.paragraphs.starts
    paragraphs = starts[starts.searchsorted(places, side="right") - 1]
    marks = np.sort(np.concatenate([found.places(mark) for mark in _OUTER]))
    own = marks.searchsorted(places) == marks.searchsorted(paragraphs)
    return int(np.count_nonzero(own)) * (2 if opening == closing else 1)


def _opened(found: BookMarks, marks: Marks) -> int:
    """The weight of a kind in a book that mixes equivalent glyphs: of all that open."""
    if isinstance(marks, Dash) or is_single(marks.opening):
        return 0
    return 2 * int(np.count_nonzero(found.family(family_of(marks.opening)).roles > 0))


def _stand_for_each_other(marks: Marks, other: Marks) -> bool:
    """Whether two kinds of marks are equivalent: their glyphs are of one family."""
    if isinstance(marks, Dash) or isinstance(other, Dash):
        return marks == other
    return other.opening in family_of(marks.opening)

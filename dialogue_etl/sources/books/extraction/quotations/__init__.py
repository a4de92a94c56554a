"""Step 1: find quotations by the speech marks that the book uses.

`own_marks.py` finds out which marks these are; `marks.py` classifies quotation marks as opening, closing or
apostrophes, `pairs.py` pairs them; `dashes.py` finds speech after a dash.

A quotation without its closing mark ends at the next opening mark or at the end of its paragraph, and so
contains narration: “Yes! said Lucy, and went on. “But ...”. It is cut before the first tag, that is a speech
verb with its subject after punctuation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import Quotes
from dialogue_etl.sources.books.extraction.quotations.dashes import (
    after_dashes,
    inside_narration,
    without_opening_dash,
)
from dialogue_etl.sources.books.extraction.quotations.marks import SINGLE, family_of, without_apostrophes
from dialogue_etl.sources.books.extraction.quotations.pairs import Quotations, quotations
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.text.points import one_of
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.parameters import Extract
    from dialogue_etl.sources.books.extraction.quotations.dashes import Dashes
    from dialogue_etl.sources.books.extraction.quotations.marks import BookMarks
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.spans import BookText

# Begins with a set of characters, which is searched fastest.
_TAG = re.compile(r"[,;!?…—–-]\s++(?=(\w++)\s++(\w++))")
_NARRATION = 300  # characters of narration inside a quotation, at most; more is a story that somebody tells
_LONGEST_MARK = 3  # characters: two commas, a blank


def find_quotations(document: Document, _table: SpeechTable) -> SpeechTable:
    """Find the spans that a book marks as speech, including narration between dashes and commas.

    Paragraphs that open with a dash are speech after a dash, unless a quotation mark follows the dash; in all
    other paragraphs, speech is between quotation marks.

    Returns:
        Columns start, end, paragraph, left_open and after_dash.
    """
    book, own = document.book, document.marks
    kinds = [marks for marks in own.marks if isinstance(marks, Quotes)]
    between = _first_of_overlapping(
        book, [between_marks(own.quotes, marks, document.language, document.params) for marks in kinds]
    )
    after = Quotations(Spans.of([]), between.paragraphs[:0], np.zeros_like(between.left_open))
    if own.dashes is not None:
        if len(kinds) < len(own.marks):
            after = _after_dashes(document, own.dashes, kinds, between)
            between = _elsewhere(between, after)
        between = without_opening_dash(book, between, own.dashes)
    starts = np.concatenate([after.spans.starts, between.spans.starts])
    order = starts.argsort(kind="stable")
    paragraphs = np.concatenate([after.paragraphs, between.paragraphs])[order]
    return SpeechTable(
        {
            "start": starts[order],
            "end": np.concatenate([after.spans.ends, between.spans.ends])[order],
            "paragraph": paragraphs,
            "left_open": (after.left_open | between.left_open)[paragraphs],
            "after_dash": order < len(after.paragraphs),
        }
    )


def without_swallowed(
    book: BookText, found: Quotations, glyphs: tuple[str, ...], language: Language
) -> Quotations:
    """Cut quotations with a lost closing mark before the narrator's tag.

    Args:
        book: its text.
        found: its quotations.
        glyphs: their marks.
        language: without speech verbs nothing is cut.
    """
    if not (language.comma_verbs or language.speech_verbs):
        return found
    ends, left_open = found.spans.ends.copy(), found.left_open.copy()
    inner, last = _lost(book, found, glyphs)
    for number in (*inner, *last):
        start, end = int(found.spans.starts[number]), int(ends[number])
        ends[number] = cut = _before_tag(book.text, start, end, language)
        if cut < end and number in last:
            left_open[found.paragraphs[number]] = False
    return Quotations(Spans(found.spans.starts, ends), found.paragraphs, left_open)


def _lost(book: BookText, found: Quotations, glyphs: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """The quotations without a closing mark: inside a paragraph, and at its end if the next has no mark."""
    starts, ends = found.spans
    same = found.paragraphs[1:] == found.paragraphs[:-1]
    near = (same & (starts[1:] - ends[:-1] <= _LONGEST_MARK)).nonzero()[0].tolist()
    inner = [number for number in near if book.text[ends[number] : starts[number + 1]].strip() in glyphs]
    open_end = (np.append(~same, True)[: len(starts)] & found.left_open[found.paragraphs]).nonzero()[0]
    following = np.minimum(found.paragraphs[open_end] + 1, len(book.paragraphs.starts) - 1)
    next_starts = book.paragraphs.starts[following]
    quoted = np.append(starts, -1)[open_end + 1] == next_starts
    last = [
        number
        for number, start in zip(open_end[~quoted].tolist(), next_starts[~quoted].tolist(), strict=True)
        if not book.text.startswith(glyphs, start)
    ]
    return inner, last


def _before_tag(text: str, start: int, end: int, language: Language) -> int:
    """The offset of the first tag near the end of a span; else `end`.

    A tag is a speech verb before a name, pronoun or determiner, or after a name or pronoun.
    """
    verbs, pronouns = language.comma_verbs or language.speech_verbs, language.pronouns
    for candidate in _TAG.finditer(text, max(start - 1, end - _NARRATION - 1, 0), end):
        first, second = candidate.groups()
        if first.islower() and first in verbs:
            is_tag = second[0].isupper() or second in pronouns or second in language.determiners
        else:
            is_tag = second in verbs and (first[0].isupper() or first in pronouns)
        if is_tag:
            return candidate.start() + 1
    return end


def between_marks(found: BookMarks, marks: Quotes, language: Language, params: Extract) -> Quotations:
    """The quotations between marks of one kind, without the marks.

    A quotation without a closing mark ends with its paragraph: it is the first part of a speech of several
    paragraphs, or the mark was lost. Marks inside a quotation are part of it. Glyphs of one family are
    equivalent; the characters next to them decide whether they open or close.
    """
    book, glyphs = found.book, family_of(marks.opening)
    family, strays = found.family(glyphs), None
    if glyphs == SINGLE:
        family, strays = without_apostrophes(book, family, language.elisions)
    quoted = quotations(book, family, strays, nested=params.nested_quotes)
    return without_swallowed(book, quoted, glyphs, language)


def _after_dashes(document: Document, found: Dashes, kinds: list[Quotes], between: Quotations) -> Quotations:
    """Speech after a dash that opens its paragraph, or that is inside a paragraph of narration.

    Not if a quotation follows the dash.
    """
    book, after = document.book, after_dashes(document.book, found)
    both, others = np.zeros((2, len(between.left_open)), np.bool_)
    both[between.paragraphs] = others[between.paragraphs] = others[found.opens] = True
    glyphs = "".join(glyph[0] for marks in kinds for glyph in (marks.opening, marks.closing))
    after = after.where(~(one_of(book.points[after.spans.starts], glyphs) & both[after.paragraphs]))
    after = _with_marked_heads(book, after, kinds)
    inside = inside_narration(book, found, ~others, document.language)
    return Quotations(
        Spans(*map(np.concatenate, zip(after.spans, inside.spans, strict=True))),
        np.concatenate([after.paragraphs, inside.paragraphs]),
        after.left_open,
    )


def _with_marked_heads(book: BookText, after: Quotations, kinds: list[Quotes]) -> Quotations:
    """Add the paragraphs that continue speech after a dash and begin with ».

    French printers repeat this mark, which never opens a quotation there, at the head of each paragraph.
    """
    if any(marks.opening == "»" for marks in kinds):
        return after
    spoken, left_open = set(after.paragraphs.tolist()), after.left_open.copy()
    spans = []
    for number in (book.points[book.paragraphs.starts] == ord("»")).nonzero()[0].tolist():
        start, end = int(book.paragraphs.starts[number]), int(book.paragraphs.ends[number])
        start, end = strip(book.text, start + 1, end - book.text.endswith("»", start + 1, end))
        if number - 1 in spoken and start < end:
            spoken.add(number)
            left_open[number - 1] = True
            spans.append((start, end, number))
    if not spans:
        return after
    starts, ends, numbers = np.array(spans, np.int64).T
    return Quotations(
        Spans(np.append(after.spans.starts, starts), np.append(after.spans.ends, ends)),
        np.append(after.paragraphs, numbers),
        left_open,
    )


def _elsewhere(between: Quotations, after: Quotations) -> Quotations:
    """The quotations outside paragraphs with speech after a dash."""
    taken: Mask = np.zeros(len(between.left_open) + 1, np.bool_)
    taken[after.paragraphs] = True
    # A dash begins a new speaker, so a quotation before it does not continue after it.
    left_open = between.left_open & ~taken[:-1] & ~taken[1:]
    return between.where(~taken[between.paragraphs])._replace(left_open=left_open)


def _first_of_overlapping(book: BookText, found: list[Quotations]) -> Quotations:
    """All quotations in order; of overlapping ones, the one whose kind of marks comes first in `found`."""
    if len(found) == 1:
        return found[0]
    none = Quotations(Spans.of([]), np.zeros(0, np.int64), np.zeros(len(book.paragraphs.starts), np.bool_))
    starts = np.concatenate([one.spans.starts for one in (none, *found)])
    ends = np.concatenate([one.spans.ends for one in (none, *found)])
    kinds = np.repeat(np.arange(len(found)), [len(one.paragraphs) for one in found])
    paragraphs = np.concatenate([one.paragraphs for one in (none, *found)])
    left_open = np.logical_or.reduce([one.left_open for one in (none, *found)])
    kept = np.ones(len(starts), np.bool_)
    for kind in range(1, len(found)):
        before, own = kept & (kinds < kind), (kinds == kind).nonzero()[0]
        begun, ended = np.sort(starts[before]), np.sort(ends[before])
        # No overlap: as many others have ended before it begins as have begun before it ends.
        kept[own] = ended.searchsorted(starts[own], side="right") == begun.searchsorted(ends[own])
    order = kept.nonzero()[0][starts[kept].argsort(kind="stable")]
    return Quotations(Spans(starts[order], ends[order]), paragraphs[order], left_open)

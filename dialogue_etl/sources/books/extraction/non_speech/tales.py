"""Finds tales that a character tells, and letters: quotations of many paragraphs, no turns of a dialogue.

Corpus Redewiedergabe (Brunner et al. 2020) annotates such frames of novellas as one representation over three
paragraphs or more; direct speech inside it has marks of its own. Printers set no mark before its further
paragraphs (»I was young then« and pages of it, until a mark closes it), or one before each.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.non_speech.surroundings import SENTENCE_END, WORD

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.spans import BookText

_PROSE = 100  # characters: longer than a line of verse, heading or date inside a speech
_LONGEST_TALE = 40_000  # characters to the mark that closes a tale: a long chapter
_CLOSING = re.compile(r"[\"“”«»](?<=[^\s(\[{—–-].)(?!\w)")
_BESIDE = 3  # characters from the end of a quotation to its mark: a blank, an underscore
_LONG = 3  # paragraphs of a tale or letter with a mark before each, at least
_LONGEST_MARK = 2  # characters: a mark and a blank
_INTRODUCTION = 150  # characters of narration before it: about two lines
_LEADS, _MARKS = ",:;—–-", ' \n"“„«»‘_'


def begins_tale(book: BookText, table: SpeechTable) -> Mask:
    """For each span whether it is the first paragraph of a tale.

    That is: it is left open, the next paragraph is prose without a mark, and further on, before another
    quotation is left open, there is a closing mark without an opening one.
    """
    paragraphs, starts = table.column("paragraph"), table.column("start")
    begins = np.zeros(len(table), np.bool_)
    last = np.append(paragraphs[1:] != paragraphs[:-1], True)[: len(table)]
    opened = (last & table.column("left_open")).nonzero()[0]
    edges = np.append(starts, len(book.text))
    limits = np.append(starts[opened], len(book.text))[1:]
    for place, limit in zip(opened.tolist(), limits.tolist(), strict=True):
        following = int(paragraphs[place]) + 1
        if following < len(book.paragraphs.starts):
            start, end = int(book.paragraphs.starts[following]), int(book.paragraphs.ends[following])
            begins[place] = (
                edges[place + 1] > end
                and end - start >= _PROSE
                and _is_closed(book.text, table, end, min(end + _LONGEST_TALE, limit))
            )
    return begins


def in_long_quotation(
    document: Document, table: SpeechTable, words: frozenset[str], *, sentences: int
) -> Mask:
    """For each span whether it is in a quotation of `_LONG` paragraphs or more that some words introduce.

    Each of its paragraphs has a mark: And he began: “I was young.

    Args:
        document: the book.
        table: its quotations.
        words: in lower case; one of them is before the quotation.
        sentences: in which they are searched.
    """
    found = np.zeros(len(table), np.bool_)
    if not words or not len(table):
        return found
    first = table.first_of_paragraph().nonzero()[0]
    numbers, starts = table.column("paragraph")[first], table.column("start")[first]
    begin = document.paragraphs.starts[numbers]
    edges = np.append((~_continues(document, table)[first]).nonzero()[0], len(first))
    rows, long = np.append(first, len(table)), np.diff(edges) >= _LONG
    for one, other in zip(edges[:-1][long].tolist(), edges[1:][long].tolist(), strict=True):
        start, stop = int(begin[one]), int(starts[one])
        if stop - start <= _LONGEST_MARK and numbers[one]:
            start, stop = (int(edge[numbers[one] - 1]) for edge in document.paragraphs)
        narration = document.text[max(start, stop - _INTRODUCTION) : stop].lower()
        if narration.rstrip(_MARKS)[-1:] in _LEADS:
            near = " ".join(SENTENCE_END.split(narration)[-sentences:])
            found[rows[one] : rows[other]] = not words.isdisjoint(WORD.findall(near))
    return found


def with_continuations(document: Document, table: SpeechTable, chosen: Mask) -> Mask:
    """The chosen spans, and those that continue one of them in the next paragraph."""
    found = chosen.copy()
    for row in _continues(document, table).nonzero()[0].tolist():
        found[row] |= found[row - 1]
    return found


def _continues(document: Document, table: SpeechTable) -> Mask:
    """Which spans open their paragraph and continue the quotation that the one above left open."""
    numbers = table.column("paragraph")
    opens = table.column("start") - document.paragraphs.starts[numbers] <= _LONGEST_MARK
    continues = np.zeros(len(table), np.bool_)
    continues[1:] = opens[1:] & table.column("left_open")[:-1] & (numbers[1:] == numbers[:-1] + 1)
    return continues


def _is_closed(text: str, table: SpeechTable, start: int, end: int) -> bool:
    """Whether there is a closing mark from `start` to `end` that is neither in a quotation nor at its end."""
    for mark in _CLOSING.finditer(text, start, end):
        place = int(table.column("start").searchsorted(mark.start(), side="right")) - 1
        if place < 0 or mark.start() >= int(table.column("end")[place]) + _BESIDE:
            return True
    return False

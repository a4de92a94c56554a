"""Turns: what one speaker says without another one in between.

The stretches of one paragraph are one turn, and so are the paragraphs of one long speech.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dialogue_etl.params import Extract
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.quotations import Quotations


def begins_turn(book: BookText, found: Quotations, talk: Mask, params: Extract) -> Mask:
    """For each stretch that is talk whether a turn begins with it.

    Args:
        book: its text.
        found: every stretch that is marked as speech.
        talk: which of them are.
        params: `join_paragraphs` is looked at.
    """
    begins = found.where(talk).first_of_paragraph()
    if params.join_paragraphs:
        begins[goes_on(book, found, talk)[talk]] = False
    return begins


def goes_on(book: BookText, found: Quotations, talk: Mask) -> Mask:
    """Which stretches go on with the speech that the paragraph before left open.

    So does the first one of a paragraph that opens with a mark (Chicago Manual of Style 13.32), also across
    paragraphs with nothing but quoted words. An underscore before the mark is for italics.
    """
    joined = np.zeros(len(talk), np.bool_)
    first = found.first_of_paragraph().nonzero()[0]
    numbers = found.paragraphs[first]
    speaks = np.logical_or.reduceat(talk, first) if len(first) else talk
    for place in (found.left_open[numbers] & speaks).nonzero()[0].tolist():
        following = place + 1
        while following < len(first) and numbers[following] == numbers[following - 1] + 1:
            if speaks[following]:
                start = int(book.paragraphs.starts[numbers[following]])
                opening = book.text[start : int(found.spans.starts[first[following]])].strip()
                joined[first[following]] = opening[:1] in {opening, "_"} and len(opening) <= 2
                break
            following += 1
    return joined

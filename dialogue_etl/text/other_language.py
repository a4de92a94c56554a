"""Which paragraphs of a book in two languages are in the other one, told by the commonest words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

_WORD = re.compile(r"\w+")
_LEAD = 2


def in_other_language(book: BookText, own: Collection[str], others: Sequence[Collection[str]]) -> Mask:
    """For each paragraph whether it is in another language than the one looked for.

    Function words make up half of any running text and few languages share many of them (Grefenstette 1995,
    Comparing two language identification schemes). A paragraph is taken for another language if that has two
    function words more in it than the book's: short ones and those without any stay with the book.

    Args:
        book: its text.
        own: function words of the language looked for, in lower case.
        others: those of each other language that the book names.
    """
    foreign = np.zeros(len(book.paragraphs.starts), np.bool_)
    if not others:
        return foreign
    for number, (start, end) in enumerate(book.paragraphs.pairs()):
        words = _WORD.findall(book.text[start:end].lower())
        most = max(sum(word in other for word in words) for other in others)
        foreign[number] = most >= _LEAD and most >= _LEAD + sum(word in own for word in words)
    return foreign

"""Paragraphs without a mark that go on with the speech of a dash paragraph before them.

Printers of dash languages set a mark before every further paragraph of a long speech (Ortografía de la
lengua española 2010, 3.4.9.2.2, "comillas de seguir"), or none at all. Narration does not say thou: where a
paragraph sets in with words of the second person, somebody is still spoken to, and so before it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.layout import Kind
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.word_patterns import initial_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.layout import Kinds
    from dialogue_etl.sources.books.marks import OwnMarks
    from dialogue_etl.text.book_text import BookText

_OPENING = 80
"""Characters of a paragraph in which it says thou, or tells: a line, more or less."""
_LONGEST_WORD = 20
_FARTHEST = 3
"""Paragraphs from one that speaks to somebody to the next one that does."""
# A hyphen is one where another one or a blank stands beside it. A set of characters is found soonest.
_OTHER_MARKS = re.compile(r"[«»“”„\"‘—–―\[-](?:(?<!-)|(?=[- ])|(?<= -))")
_ADDRESSES, _TELLS, _NEITHER = range(3)


def with_unmarked(
    book: BookText, found: Quotations, own: OwnMarks, kinds: Kinds, language: Language
) -> Quotations:
    """Marked stretches, with the paragraphs that go on with one.

    Args:
        book: its text.
        found: every stretch that is marked as speech.
        own: the marks of the book.
        kinds: of the paragraphs.
        language: without `address_words` nothing goes on.
    """
    if not language.address_words or own.dashes is None or not len(found.paragraphs):
        return found
    silent = kinds == int(Kind.RUNNING)  # a plain number is compared ten times as fast
    silent[found.paragraphs] = False
    silent = np.append(silent, False)
    closes = np.append(found.paragraphs[1:] != found.paragraphs[:-1], True)
    ends_in_speech = found.spans.ends == book.paragraphs.ends[found.paragraphs]
    opens = np.zeros(len(kinds), np.bool_)
    opens[own.dashes.opens] = True
    spoken = found.paragraphs[closes & ends_in_speech]
    spoken = spoken[opens[spoken] & silent[spoken + 1]]
    added: list[int] = []
    left_open = found.left_open.copy()
    places = book.paragraphs.pairs() if len(spoken) else []
    going_on = _GoingOn(book.text, places, silent.tolist(), *_patterns(language.tag))
    for number in spoken.tolist():
        last = going_on.last_said(number)
        if last > number:
            left_open[number:last] = True
            added += range(number + 1, last + 1)
    return _with(book, found._replace(left_open=left_open), added)


class _GoingOn(NamedTuple):
    """What tells how far speech goes on in a book.

    Attributes:
        text: of the book.
        paragraphs: where each paragraph begins and ends.
        silent: for each paragraph whether it is running text without any mark, and no for what follows them.
        addresses: words of the second person.
        tells: verbs in the tense of narration.
    """

    text: str
    paragraphs: list[tuple[int, int]]
    silent: list[bool]
    addresses: Pattern[str]
    tells: Pattern[str]

    def last_said(self, spoken: int) -> int:
        """The last paragraph that goes on with the speech of a dash paragraph; itself if none does."""
        last, number = spoken, spoken + 1
        while self.silent[number] and number <= last + _FARTHEST:
            begins = self._begins(*self.paragraphs[number])
            if begins == _TELLS:
                break
            if begins == _ADDRESSES:
                last = number
            number += 1
        return last

    def _begins(self, start: int, end: int) -> int:
        """What a paragraph begins with: words to somebody, a verb in the tense of narration, or neither."""
        text, limit = self.text, min(end, start + _OPENING + _LONGEST_WORD)
        word = self.addresses.search(text, start, limit)
        addresses = word is not None and word.start() < start + _OPENING
        if not addresses:
            verb = self.tells.search(text, start + 1, limit)
            if verb and verb.start() <= start + _OPENING:
                return _TELLS
        # Most paragraphs are told by now: only the others are searched to their end.
        if _OTHER_MARKS.search(text[start:end]):
            return _TELLS
        return _ADDRESSES if addresses else _NEITHER


@cache
def _patterns(tag: str) -> tuple[Pattern[str], Pattern[str]]:
    """Words of the second person of a language, and the endings of verbs in the tense of narration."""
    language = LANGUAGES[tag]
    # Three ways of writing are quicker to look for than all that differ in case.
    forms = [form for word in language.address_words for form in (word, word.capitalize(), word.upper())]
    return (
        re.compile(initial_of(forms)),
        re.compile(initial_of(language.past_endings, before=r"(?<=[^\W\d_])")),
    )


def _with(book: BookText, found: Quotations, added: list[int]) -> Quotations:
    """With whole paragraphs."""
    if not added:
        return found
    starts = np.concatenate([found.spans.starts, book.paragraphs.starts[added]])
    order = starts.argsort(kind="stable")
    ends = np.concatenate([found.spans.ends, book.paragraphs.ends[added]])[order]
    paragraphs = np.concatenate([found.paragraphs, np.array(added, np.int64)])[order]
    return Quotations(Spans(starts[order], ends), paragraphs, found.left_open)

"""Step 3: which of the marked stretches are speech, and which only quote a word, a title, a letter.

Speech may go on over paragraphs without a mark before each: printers of dash languages set one before every
further paragraph of a long speech (Ortografía de la lengua española 2010, 3.4.9.2.2, "comillas de seguir"),
or none at all. Narration does not say thou: where a paragraph sets in with words of the second person,
somebody is still spoken to, and so before it.

A tale is another thing: a speaker begins, and the story goes on for paragraphs without a mark until one
closes it at last (»I was young then« and pages of it). What stands in its first paragraph is no turn of a
talk; the dialogues inside the story have marks of their own. Corpus Redewiedergabe (Brunner et al. 2020) has
such frames of novellas as one representation over many paragraphs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.sources.books.extraction.non_speech.quoted_words import Quoted, quoted_words
from dialogue_etl.sources.books.extraction.non_speech.spoken_verse import is_spoken_verse
from dialogue_etl.sources.books.extraction.non_speech.thoughts import are_thoughts
from dialogue_etl.sources.books.extraction.speech_rules import REASONS, RULES
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.text.points import Mask
    from dialogue_etl.text.spans import BookText

_OPENING = 80
"""Characters of a paragraph in which it says thou, or tells: a line, more or less."""
_LONGEST_WORD = 20
_FARTHEST = 3
"""Paragraphs from one that speaks to somebody to the next one that does."""
# A hyphen is one where another one or a blank stands beside it. A set of characters is found soonest.
_OTHER_MARKS = re.compile(r"[«»“”„\"‘—–―\[-](?:(?<!-)|(?=[- ])|(?<= -))")
_ADDRESSES, _TELLS, _NEITHER = range(3)

_PROSE = 100  # characters: more than a line, so no verse, heading or date set apart inside a speech
_LONGEST_TALE = 40_000  # characters to the mark that closes a tale: a long chapter
_CLOSING = re.compile(r"[\"“”«»](?<=[^\s(\[{—–-].)(?!\w)")
_BESIDE = 3  # characters between the end of a quotation and its mark: a blank, an underscore


def classify_speech(document: Document, table: SpeechTable) -> SpeechTable:
    """The stretches with why each is no speech, and with the unmarked paragraphs that go on with one.

    Returns:
        The table with the columns reason, 0 for speech, else a place in `REASONS`, and scene, how many
        chapters and scenes have begun up to it.
    """
    if document.params.join_paragraphs:
        table = with_unmarked(document, table)
    return table.with_columns(
        reason=_reasons(Stretches(document, table)),
        scene=document.breaks.searchsorted(table.column("start"), side="right"),
    )


@dataclass(frozen=True)
class Stretches:
    """What a rule of `speech_rules.py` looks at: every stretch of a book that is marked as speech.

    Attributes:
        document: the book.
        table: a row for each stretch.
    """

    document: Document
    table: SpeechTable

    def in_paragraphs(self, kind: str) -> Mask:
        """For each stretch whether it stands in a paragraph of a kind, by the name of the `Kind`."""
        mask: Mask = self.document.kinds[self.table.column("paragraph")] == int(Kind[kind])
        return mask

    def begin_tales(self) -> Mask:
        """For each stretch whether it is only the beginning of a tale of several paragraphs."""
        return begins_tale(self.document.book, self.table)

    def are_thoughts(self) -> Mask:
        """For each stretch whether a verb of thinking stands beside it."""
        return are_thoughts(self.document, self.table)

    def are_spoken_verse(self) -> Mask:
        """For each stretch whether it is verse that somebody says."""
        return is_spoken_verse(self.document, self.table)

    def are_quoted(self, quoted: str) -> Mask:
        """For each stretch whether the words beside it say that it is quoted so, by the name of `Quoted`."""
        mask: Mask = self._quoted_words == int(Quoted[quoted])
        return mask

    @cached_property
    def _quoted_words(self) -> npt.NDArray[np.uint8]:
        return quoted_words(self.document.book, self.table, self.document.language)


def _reasons(stretches: Stretches) -> npt.NDArray[np.uint8]:
    """For each stretch of a book why it is no speech, as a number of `REASONS`."""
    found = np.zeros(len(stretches.table), np.uint8)
    for rule in reversed(RULES):
        if not rule.switch or stretches.document.is_on(rule.name):
            found[rule.find(stretches)] = REASONS.index(rule.name)
    return found


def with_unmarked(document: Document, table: SpeechTable) -> SpeechTable:
    """Marked stretches, with the paragraphs that go on with one; without `address_words` there are none."""
    language, book = document.language, document.book
    if not language.address_words or document.marks.dashes is None or not len(table):
        return table
    paragraphs = table.column("paragraph")
    silent = document.kinds == int(Kind.RUNNING)  # a plain number is compared ten times as fast
    silent[paragraphs] = False
    silent = np.append(silent, False)
    closes = np.append(paragraphs[1:] != paragraphs[:-1], True)
    ends_in_speech = table.column("end") == book.paragraphs.ends[paragraphs]
    opens = np.zeros(len(silent), np.bool_)
    opens[document.marks.dashes.opens] = True
    spoken = paragraphs[closes & ends_in_speech]
    spoken = spoken[opens[spoken] & silent[spoken + 1]]
    added: list[int] = []
    left_open = np.zeros(len(silent), np.bool_)
    left_open[paragraphs] = table.column("left_open")
    places = book.paragraphs.pairs() if len(spoken) else []
    reader = _UnmarkedParagraphs(book.text, places, silent.tolist(), *_patterns(language.tag))
    for number in spoken.tolist():
        last = reader.last_of_speech(number)
        if last > number:
            left_open[number:last] = True
            added += range(number + 1, last + 1)
    if not added:
        return table
    new = np.array(added, np.int64)
    columns = {
        name: np.append(column, np.zeros(len(new), column.dtype)) for name, column in table.columns.items()
    }
    columns["start"][len(table) :], columns["end"][len(table) :] = book.paragraphs.where(new)
    columns["paragraph"][len(table) :] = new
    columns["left_open"] = left_open[columns["paragraph"]]
    return SpeechTable(columns).where(columns["start"].argsort(kind="stable"))


class _UnmarkedParagraphs(NamedTuple):
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

    def last_of_speech(self, spoken: int) -> int:
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
        re.compile(rf"\b{any_of(forms)}\b"),
        re.compile(rf"(?<=[^\W\d_]){any_of(language.past_endings)}\b"),
    )


def begins_tale(book: BookText, table: SpeechTable) -> Mask:
    """For each stretch whether it is only the beginning of a tale of several paragraphs.

    It is left open, the next paragraph is prose that neither opens with a mark nor closes it, and further on
    a mark closes that none opened, before another quotation is left open.
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


def _is_closed(text: str, table: SpeechTable, start: int, end: int) -> bool:
    """Whether a mark closes in the stretch that is neither inside a quotation nor at the end of one."""
    for mark in _CLOSING.finditer(text, start, end):
        place = int(table.column("start").searchsorted(mark.start(), side="right")) - 1
        if place < 0 or mark.start() >= int(table.column("end")[place]) + _BESIDE:
            return True
    return False

"""Step 3: classify quoted spans as speech or as quoted words, titles or writing.

Rules (`speech_rules.py`) decide what is clear; of the rest `chance.py` says how likely it is speech.

A speech that a dash begins may continue over paragraphs without marks: in languages with dashes, printers set
a mark before every further paragraph of a long speech (Ortografía de la lengua española 2010, 3.4.9.2.2,
"comillas de seguir") or none. Narration does not use the second person, so a paragraph that begins with words
of the second person is speech, and so are the paragraphs before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.sources.books.extraction.layout.letters import are_whole_letters
from dialogue_etl.sources.books.extraction.non_speech.chance import chance_of_speech
from dialogue_etl.sources.books.extraction.non_speech.quoted_words import Quoted, quoted_words
from dialogue_etl.sources.books.extraction.non_speech.spoken_verse import is_spoken_verse
from dialogue_etl.sources.books.extraction.non_speech.tales import (
    begins_tale,
    in_long_quotation,
    with_continuations,
)
from dialogue_etl.sources.books.extraction.non_speech.thoughts import are_thoughts
from dialogue_etl.sources.books.extraction.speech_rules import REASONS, RULES, UNLIKELY
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.text.points import Mask

_OPENING = 80
"""Characters of a paragraph in which the second person or verbs of narration are searched: about a line."""
_LONGEST_WORD = 20
_FARTHEST = 3
"""Paragraphs from one with words of the second person to the next one."""
# A hyphen counts as a dash next to another one or a blank. A leading set of characters is searched fastest.
_OTHER_MARKS = re.compile(r"[«»“”„\"‘—–\[-](?:(?<!-)|(?=[- ])|(?<= -))")
_ADDRESSES, _TELLS, _NEITHER = range(3)


def classify_speech(document: Document, table: SpeechTable) -> SpeechTable:
    """Classify all spans, and add the unmarked paragraphs that continue a speech.

    Returns:
        The table with the columns `reason` (0 for speech, else an index into `REASONS`), `speech` (the
        probability that it is speech, see `chance.py`) and `scene` (number of chapters and scenes that have
        begun so far).
    """
    if document.params.join_paragraphs:
        table = with_unmarked(document, table)
    table = table.with_columns(
        reason=_reasons(QuotedSpans(document, table)),
        scene=document.breaks.searchsorted(table.column("start"), side="right"),
    )
    chance = chance_of_speech(document, table)
    unlikely = (table.column("reason") == 0) & (chance < document.params.min_speech)
    return table.with_columns(
        reason=np.where(unlikely, REASONS.index(UNLIKELY), table.column("reason")).astype(np.uint8),
        speech=chance,
    )


@dataclass(frozen=True)
class QuotedSpans:
    """The quoted spans of a book, as the rules in `speech_rules.py` query them.

    Attributes:
        document: the book.
        table: a row for each span.
    """

    document: Document
    table: SpeechTable

    def in_paragraphs(self, kind: str) -> Mask:
        """For each span whether its paragraph is of the `Kind` with this name."""
        mask: Mask = self.document.kinds[self.table.column("paragraph")] == int(Kind[kind])
        return mask

    def begin_tales(self) -> Mask:
        """For each span whether it is the first paragraph of a tale, or in a tale that is set in marks."""
        return begins_tale(self.document.book, self.table) | in_long_quotation(
            self.document, self.table, self.document.language.telling_words, sentences=1
        )

    def are_letters(self) -> Mask:
        """For each span whether it is written, by the words next to it or its own, or continues a letter."""
        document, table = self.document, self.table
        written = self.are_quoted("WRITTEN") | are_whole_letters(
            document.book, table.spans, document.language
        )
        written |= in_long_quotation(document, table, document.language.writing_words, sentences=2)
        return with_continuations(document, table, self.in_paragraphs("LETTER") | written)

    def are_thoughts(self) -> Mask:
        """For each span whether a verb of thinking is next to it."""
        return are_thoughts(self.document, self.table)

    def are_spoken_verse(self) -> Mask:
        """For each span whether it is verse that a character says."""
        return is_spoken_verse(self.document, self.table)

    def are_quoted(self, quoted: str) -> Mask:
        """For each span whether the words next to it make it `Quoted` of this name."""
        mask: Mask = self._quoted_words == int(Quoted[quoted])
        return mask

    @cached_property
    def _quoted_words(self) -> npt.NDArray[np.uint8]:
        return quoted_words(self.document.book, self.table, self.document.language)


def _reasons(spans: QuotedSpans) -> npt.NDArray[np.uint8]:
    """For each span why it is not speech, as an index into `REASONS`."""
    found = np.zeros(len(spans.table), np.uint8)
    for rule in reversed(RULES):
        if not rule.switch or spans.document.is_on(rule.name):
            found[rule.find(spans)] = REASONS.index(rule.name)
    return found


def with_unmarked(document: Document, table: SpeechTable) -> SpeechTable:
    """Add the unmarked paragraphs that continue a speech; needs the language's `address_words`."""
    language, book = document.language, document.book
    if not language.address_words or document.marks.dashes is None or not len(table):
        return table
    paragraphs = table.column("paragraph")
    unmarked = document.kinds == int(Kind.RUNNING)  # comparing with an int is ten times as fast
    unmarked[paragraphs] = False
    unmarked = np.append(unmarked, False)
    closes = np.append(paragraphs[1:] != paragraphs[:-1], True)
    ends_in_speech = table.column("end") == book.paragraphs.ends[paragraphs]
    opens = np.zeros(len(unmarked), np.bool_)
    opens[document.marks.dashes.opens] = True
    spoken = paragraphs[closes & ends_in_speech]
    spoken = spoken[opens[spoken] & unmarked[spoken + 1]]
    added: list[int] = []
    left_open = np.zeros(len(unmarked), np.bool_)
    left_open[paragraphs] = table.column("left_open")
    places = book.paragraphs.pairs() if len(spoken) else []
    reader = _UnmarkedParagraphs(book.text, places, unmarked.tolist(), *_patterns(language.tag))
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
    """Finds the unmarked paragraphs that continue a speech.

    Attributes:
        text: of the book.
        paragraphs: offsets of each paragraph.
        unmarked: for each paragraph whether it is running text without quoted spans; the last element, after
            all paragraphs, is false.
        addresses: pattern for words of the second person.
        tells: pattern for verbs in the tense of narration.
    """

    text: str
    paragraphs: list[tuple[int, int]]
    unmarked: list[bool]
    addresses: Pattern[str]
    tells: Pattern[str]

    def last_of_speech(self, spoken: int) -> int:
        """The last paragraph that continues the speech of the paragraph `spoken`; itself if none does."""
        last, number = spoken, spoken + 1
        while self.unmarked[number] and number <= last + _FARTHEST:
            begins = self._begins(*self.paragraphs[number])
            if begins == _TELLS:
                break
            if begins == _ADDRESSES:
                last = number
            number += 1
        return last

    def _begins(self, start: int, end: int) -> int:
        """What a paragraph begins with: words of the second person, a verb of narration, or neither."""
        text, limit = self.text, min(end, start + _OPENING + _LONGEST_WORD)
        word = self.addresses.search(text, start, limit)
        addresses = word is not None and word.start() < start + _OPENING
        if not addresses:
            verb = self.tells.search(text, start + 1, limit)
            if verb and verb.start() <= start + _OPENING:
                return _TELLS
        # Most paragraphs are classified by now; only the others are searched to their end.
        if _OTHER_MARKS.search(text[start:end]):
            return _TELLS
        return _ADDRESSES if addresses else _NEITHER


@cache
def _patterns(tag: str) -> tuple[Pattern[str], Pattern[str]]:
    """Patterns for words of the second person, and for endings of verbs in the tense of narration."""
    language = LANGUAGES[tag]
    # Searching for three spellings is faster than ignoring case.
    forms = [form for word in language.address_words for form in (word, word.capitalize(), word.upper())]
    return (
        re.compile(rf"\b{any_of(forms)}\b"),
        re.compile(rf"(?<=[^\W\d_]){any_of(language.past_endings)}\b"),
    )

"""Step 3: which of the marked stretches are speech, and which only quote a word, a title, a letter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.sources.books.extraction.non_speech.continued_speech import begins_tale, with_unmarked
from dialogue_etl.sources.books.extraction.non_speech.quoted_words import Quoted, quoted_words
from dialogue_etl.sources.books.extraction.speech_rules import REASONS, RULES

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask


@dataclass(frozen=True)
class Stretches:
    """What a rule of `speech_rules.py` looks at: every stretch of a book that is marked as speech.

    Attributes:
        document: the book.
        table: a row for each stretch.
    """

    document: Document
    table: SpeechTable

    @cached_property
    def texts(self) -> list[str]:
        """What each stretch says, white space as it stands."""
        return self.table.spans.pieces(self.document.text)

    def in_paragraphs(self, kind: str) -> Mask:
        """For each stretch whether it stands in a paragraph of a kind, by the name of the `Kind`."""
        mask: Mask = self.document.kinds[self.table.column("paragraph")] == int(Kind[kind])
        return mask

    def begin_tales(self) -> Mask:
        """For each stretch whether it is only the beginning of a tale of several paragraphs."""
        return begins_tale(self.document.book, self.table)

    def are_quoted(self, quoted: str) -> Mask:
        """For each stretch whether the words beside it say that it is quoted so, by the name of `Quoted`."""
        mask: Mask = self._quoted_words == int(Quoted[quoted])
        return mask

    @cached_property
    def _quoted_words(self) -> npt.NDArray[np.uint8]:
        return quoted_words(self.document.book, self.table, self.document.language)


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


def _reasons(stretches: Stretches) -> npt.NDArray[np.uint8]:
    """For each stretch of a book why it is no speech, as a number of `REASONS`."""
    found = np.zeros(len(stretches.table), np.uint8)
    for rule in reversed(RULES):
        if not rule.switch or stretches.document.is_on(rule.name):
            found[rule.find(stretches)] = REASONS.index(rule.name)
    return found

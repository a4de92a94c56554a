"""A book as the steps of extraction see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.layout import breaks_of, paragraph_kinds
from dialogue_etl.sources.books.extraction.quotations import own_marks
from dialogue_etl.text.book_text import BookText

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.params import Extract
    from dialogue_etl.sources.books.extraction.layout import Kinds
    from dialogue_etl.sources.books.extraction.quotations import OwnMarks
    from dialogue_etl.text.points import Places, Points
    from dialogue_etl.text.spans import Spans


@dataclass(frozen=True)
class Document:
    """The text of a book, taken apart, with its language and the parameters of extraction.

    Attributes:
        book: text, code points, paragraphs and lines.
        language: what its speech marks may be, and its words.
        params: the section `extract`.
    """

    book: BookText
    language: Language
    params: Extract

    @classmethod
    def of(cls, text: str, language: Language, params: Extract) -> Document:
        r"""A text with `\n` line ends, taken apart; all offsets count characters in it."""
        return cls(BookText.of(text), language, params)

    def is_on(self, rule: str) -> bool:
        """Whether a rule of speech is on, by its name."""
        return bool(getattr(self.params, rule))

    @property
    def text(self) -> str:
        """The whole text."""
        return self.book.text

    @property
    def points(self) -> Points:
        """Its code points, one per character."""
        return self.book.points

    @property
    def paragraphs(self) -> Spans:
        """Its paragraphs, in order, none of them blank."""
        return self.book.paragraphs

    @cached_property
    def marks(self) -> OwnMarks:
        """The marks the book sets speech apart with, found once for all steps."""
        return own_marks(self.book, self.language, self.params)

    @cached_property
    def kinds(self) -> Kinds:
        """The kind of each paragraph: heading, letter, verse and so on."""
        return paragraph_kinds(
            self.book,
            self.language,
            skip_letters=self.is_on("skip_letters"),
            breaks=self.params.chapter_breaks,
        )

    @cached_property
    def breaks(self) -> Places:
        """Where chapters and scenes begin, in order."""
        return breaks_of(self.book, self.kinds)

"""The parsed text of a book, which every step of extraction gets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.layout import breaks_of, paragraph_kinds
from dialogue_etl.sources.books.extraction.layout.scanned_marks import with_closing_marks
from dialogue_etl.sources.books.extraction.layout.sentences import with_whole_paragraphs
from dialogue_etl.sources.books.extraction.quotations.own_marks import own_marks
from dialogue_etl.text import dashes
from dialogue_etl.text.line_marks import repeated_marks
from dialogue_etl.text.spans import BookText, Spans

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.layout import ParagraphKinds
    from dialogue_etl.sources.books.extraction.parameters import Extract
    from dialogue_etl.sources.books.extraction.quotations.own_marks import OwnMarks
    from dialogue_etl.text.points import Offsets, Points


@dataclass(frozen=True)
class Document:
    """The parsed text of a book, with its language and the parameters of extraction.

    Attributes:
        book: text, code points, paragraphs and lines; each kind of dash is one glyph, and marks that are
            repeated at the beginning of each line are blanks.
        language: possible speech marks, and word lists.
        params: the section `extract`.
        raw: the text as it was given; offsets are the same in both.
        repeated_marks: offsets of the marks that are blanks in `book`.
        joins_sentences: whether each sentence is a paragraph in `raw`.
    """

    book: BookText
    language: Language
    params: Extract
    raw: str
    repeated_marks: Offsets
    joins_sentences: bool = False

    @classmethod
    def of(cls, text: str, language: Language, params: Extract) -> Document:
        r"""Parse a text with `\n` line ends; all offsets count its characters."""
        plain = with_closing_marks(dashes.plain(text))
        whole = with_whole_paragraphs(plain, language)
        book = BookText.of(whole)
        if len(marks := repeated_marks(book)):
            letters = list(book.text)
            for place in marks.tolist():
                letters[place] = " "
            book = BookText.of("".join(letters))
        return cls(book, language, params, text, marks, whole is not plain)

    def is_on(self, rule: str) -> bool:
        """Whether the speech rule of this name is on."""
        return bool(getattr(self.params, rule))

    @property
    def text(self) -> str:
        """The whole text, to search in; the texts of turns are from `raw`."""
        return self.book.text

    @property
    def points(self) -> Points:
        """The code points, one per character."""
        return self.book.points

    @property
    def paragraphs(self) -> Spans:
        """The paragraphs in order; none is blank."""
        return self.book.paragraphs

    @cached_property
    def marks(self) -> OwnMarks:
        """The speech marks that this book uses."""
        return own_marks(self.book, self.language, self.params)

    @cached_property
    def kinds(self) -> ParagraphKinds:
        """The kind of each paragraph: heading, letter, verse and so on."""
        letters, breaks = self.is_on("skip_letters"), self.params.chapter_breaks
        return paragraph_kinds(self.book, self.language, skip_letters=letters, breaks=breaks)

    @cached_property
    def breaks(self) -> Offsets:
        """Offsets at which chapters and scenes begin, in order."""
        return breaks_of(self.book, self.kinds)

"""The parameters of which books to take, and which of them are one work."""

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from dialogue_etl.core.parameters import DeclaredSection, Phrases, Section, parameter, unique
from dialogue_etl.core.parameters.model import REFERENCE_LANGUAGES, Params
from dialogue_etl.filters import document
from dialogue_etl.filters.corpus import RARE_WORDS
from dialogue_etl.filters.rule import parameters
from dialogue_etl.pairs.parameters import SwitchedPairs
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.text import patterns

SourceChoice = Literal["sample", "library", "mirror"]
Editions = Literal["one", "all"]
BookId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$")]


def _pattern(value: str) -> str:
    return patterns.check(value) if value else value


def _date(value: str) -> str:
    if value:
        date.fromisoformat(value)
    return value


Format = Literal["text", "html", "epub"]
IsoDate = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$"), AfterValidator(_date)]


class Books(Section):
    """Which books to take."""

    source: SourceChoice = parameter("library", "choice")
    """Where books come from: the workspace's library folder (`dialogue-etl books add`), a Project Gutenberg
    mirror, or the embedded sample.
    """
    types: Phrases = parameter(lambda: ["Text"], "types")
    """Take only entries of these types of the catalogue, such as Text, Sound, Dataset; empty takes all."""
    authors: Phrases = parameter(list, "phrases")
    """Take only books with an author that contains one of these phrases, such as Austen; empty takes all.
    Case and accents are ignored, here and in the two below.
    """
    subjects: Phrases = parameter(list, "phrases")
    """Take only books with a subject that contains one of these phrases, such as Fiction."""
    bookshelves: Phrases = parameter(list, "phrases")
    """Take only books with a bookshelf that contains one of these phrases, such as Browsing: Fiction."""
    title_pattern: Annotated[str, AfterValidator(_pattern)] = parameter(
        "", "regular expression", form="as in Python, at most 2,000 characters, or empty"
    )
    """Take only books whose title matches this regular expression anywhere, in any case; empty takes all.
    A search takes at most 1 s of CPU time for a title and 20 s for all slow titles, or the stage fails.
    """
    issued_from: IsoDate = parameter("", "date", form="'YYYY-MM-DD' in quotes, or empty")
    """Take only books issued on this day or later; empty takes all."""
    issued_to: IsoDate = parameter("", "date", form="'YYYY-MM-DD' in quotes, or empty")
    """Take only books issued on this day or earlier; empty takes all."""
    ids: Annotated[list[BookId], AfterValidator(unique)] = parameter(list, "book ids")
    """Take only the books with these ids, such as pg1342; empty takes all of the language."""
    banned: Annotated[list[BookId], AfterValidator(unique)] = parameter(
        list, "book ids", source="gutenberg-dialog, banned_books.txt"
    )
    """Ids of books that are never used."""
    max_books: int = parameter(0, "books", source="gutenberg-dialog, --max_books", ge=0, le=1_000_000)
    """Largest number of books per language, a stable choice by a hash of the id; 0 turns it off."""
    formats: Annotated[list[Format], Field(min_length=1), AfterValidator(unique)] = parameter(
        lambda: ["text", "html", "epub"], "formats"
    )
    """Formats in which books are taken from a mirror, the best first: an HTML edition where there is no plain
    text. Books of the library are taken as they were added.
    """
    max_quarantined: float = parameter(1.0, "share of books", ge=0, le=1)
    """Fail if a greater share of the selected books is quarantined (files that cannot be fetched, are not
    texts, or do not match the catalogue); 1, the default, turns it off.
    """

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.issued_from and self.issued_to and self.issued_from > self.issued_to:
            raise ValueError(f"issued_from {self.issued_from} is later than issued_to {self.issued_to}")
        return self


class Works(Section):
    """Which books are editions of one work, and how many of them to keep."""

    similarity: float = parameter(
        0.5,
        "share of five-word sequences",
        source="Broder 1997, On the resemblance and containment of documents",
        ge=0,
        le=1,
    )
    """Books are the same work if at least this share of the five-word sequences of the one with fewer is in
    the other one; 0 turns it off except for texts that are the same word for word.
    """
    min_part: float = parameter(0.2, "share of five-word sequences", ge=0, le=1)
    """A book with fewer than this share of the five-word sequences of a book that contains it is a part of a
    collection, not an edition: they are different works.
    """
    same_title: bool = parameter(True)
    """Books with the same author and title are the same work, also in another translation or volume."""
    editions: Editions = parameter("one", "choice")
    """Keep the longest edition of each work, and drop what a kept book contains (other editions, volumes of a
    complete one, parts of a collection), or keep all.
    """


class Prefilter(DeclaredSection, declared=parameters(document.RULES)):
    """Which books are fit to be read at all."""


class Postfilter(DeclaredSection, declared=parameters([RARE_WORDS])):
    """Which dialogues are too odd to learn from."""


class BookPairs(SwitchedPairs):
    """Pairs of neighbouring turns of books."""


SECTIONS = {
    "books": Books,
    "works": Works,
    "prefilter": Prefilter,
    "extract": Extract,
    "postfilter": Postfilter,
    "book_pairs": BookPairs,
}


def wrong(params: Params) -> list[str]:
    """The reference profiles know the languages of gutenberg-dialog: reported before the work, not after."""
    others = ", ".join(tag for tag in params.languages if tag not in REFERENCE_LANGUAGES)
    instead = {"extract.profile": "default", "normalise.profile": "none, clean, training"}
    chosen = {"extract.profile": params[Extract].profile, "normalise.profile": params.normalise.profile}
    known = ", ".join(REFERENCE_LANGUAGES)
    return [
        f"{key}: 'reference': it is for {known}, and languages has {others}; "
        f"allowed with them: {instead[key]}"
        for key, value in chosen.items()
        if value == "reference" and others
    ]

"""The parameters of which books to take, and which of them are one work."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from dialogue_etl.parameter import OURS, Section, parameter, unique

SourceChoice = Literal["sample", "library", "mirror"]
CatalogueChoice = Literal["csv", "rdf"]
Editions = Literal["one", "all"]
BookId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$")]


def _pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(f"is no regular expression: {error}") from None
    return value


def _date(value: str) -> str:
    if value:
        date.fromisoformat(value)
    return value


Phrase = Annotated[str, Field(min_length=1)]
Phrases = Annotated[list[Phrase], AfterValidator(unique)]
IsoDate = Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$"), AfterValidator(_date)]


class Books(Section):
    """Which books to take."""

    source: SourceChoice = parameter(
        "sample",
        "Where books come from: the embedded sample, the workspace's library folder "
        "(`dialogue-etl books add`), or a Project Gutenberg mirror",
        unit="choice",
        source=OURS,
    )
    catalogue: CatalogueChoice = parameter(
        "csv",
        "Which catalogue of a mirror to read: the small pg_catalog.csv, which does not know rights and "
        "downloads (rights are then read in each book), or the archive of RDF records (150 MB), which does",
        unit="choice",
        source="Project Gutenberg, offline catalogs",
    )
    types: Phrases = parameter(
        lambda: ["Text"],
        "Take only entries of these types of the catalogue, such as Text, Sound, Dataset; empty takes all",
        unit="types",
        source=OURS,
    )
    authors: Phrases = parameter(
        list,
        "Take only books one of whose authors holds one of these phrases, such as Austen; empty takes all. "
        "Case and accents do not matter, here and in the two below",
        unit="phrases",
        source=OURS,
    )
    subjects: Phrases = parameter(
        list,
        "Take only books one of whose subjects holds one of these phrases, such as Fiction",
        unit="phrases",
        source=OURS,
    )
    bookshelves: Phrases = parameter(
        list,
        "Take only books one of whose bookshelves holds one of these phrases, such as Browsing: Fiction",
        unit="phrases",
        source=OURS,
    )
    title_pattern: Annotated[str, AfterValidator(_pattern)] = parameter(
        "",
        "Take only books whose title this regular expression is found in, in any case; empty takes all",
        unit="regular expression",
        form="as in Python, or empty",
        source=OURS,
    )
    issued_from: IsoDate = parameter(
        "",
        "Take only books issued on this day or later; empty takes all",
        unit="date",
        source=OURS,
        form="'YYYY-MM-DD' in quotes, or empty",
    )
    issued_to: IsoDate = parameter(
        "",
        "Take only books issued on this day or earlier; empty takes all",
        unit="date",
        source=OURS,
        form="'YYYY-MM-DD' in quotes, or empty",
    )
    min_downloads: int = parameter(
        0,
        "Take only books downloaded so often in the last 30 days; only the RDF records say; 0 turns it off",
        unit="downloads",
        source=OURS,
        ge=0,
        le=1_000_000_000,
    )
    ids: Annotated[list[BookId], AfterValidator(unique)] = parameter(
        list,
        "Take only the books with these ids, such as pg1342; empty takes all of the language",
        unit="book ids",
        source=OURS,
    )
    banned: Annotated[list[BookId], AfterValidator(unique)] = parameter(
        list,
        "Ban list: ids of books that no stage lets through",
        unit="book ids",
        source="gutenberg-dialog, banned_books.txt",
    )
    max_books: int = parameter(
        0,
        "At most so many books per language, a stable choice by a hash of the id; 0 turns it off",
        unit="books",
        source="gutenberg-dialog, --max_books",
        ge=0,
        le=1_000_000,
    )
    max_quarantined: float = parameter(
        1.0,
        "Fail if a greater share of the selected books is quarantined (files that can't be had, are no "
        "text, or not what the catalogue says); 1, the default, turns it off",
        unit="share of books",
        source=OURS,
        ge=0,
        le=1,
    )

    @model_validator(mode="after")
    def _consistent(self) -> Books:
        if self.issued_from and self.issued_to and self.issued_from > self.issued_to:
            raise ValueError(f"issued_from {self.issued_from} is later than issued_to {self.issued_to}")
        if self.min_downloads and self.source == "mirror" and self.catalogue == "csv":
            raise ValueError("min_downloads needs catalogue: rdf, pg_catalog.csv does not hold downloads")
        return self


class Works(Section):
    """Which books are editions of one work, and how many of them to keep."""

    similarity: float = parameter(
        0.5,
        "Books are of one work if this share of the five-word sequences of the one with fewer is in the "
        "other one; 0 turns it off but for texts that are the same word for word",
        unit="share of five-word sequences",
        source="Broder 1997, On the resemblance and containment of documents",
        ge=0,
        le=1,
    )
    min_part: float = parameter(
        0.2,
        "A book with fewer than this share of the five-word sequences of one that holds it is a part of a "
        "collection, not an edition of it: their works stay apart",
        unit="share of five-word sequences",
        source=OURS,
        ge=0,
        le=1,
    )
    same_title: bool = parameter(
        True,
        "Books of the same author and title are of one work, also in another translation or volume",
        unit="switch",
        source=OURS,
    )
    editions: Editions = parameter(
        "one",
        "Keep the longest edition of each work, and leave out what a kept book holds (other editions, "
        "volumes of a complete one, parts of a collection), or keep all",
        unit="choice",
        source=OURS,
    )

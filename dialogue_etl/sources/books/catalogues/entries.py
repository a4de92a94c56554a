"""Entries of catalogues of any kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters import Drop

STAGE = "catalogue"
TEXT = "Text"
NUMBER = "[1-9][0-9]{0,8}"
"""Pattern of Project Gutenberg's numbers; nine digits leave room for ten thousand times as many books."""

_FIGURES = re.compile(r"([0-9]{1,4000})")


class CatalogueError(DialogueEtlError):
    """The catalogue or a record of it cannot be read; the message says which and why."""


@dataclass(frozen=True)
class Entry:
    """A book as a catalogue lists it.

    Attributes:
        id: `pg` and the number for Project Gutenberg, a name made of author and title elsewhere.
        type: Text, Sound, Dataset …
        issued: ISO date, empty where it is not known.
        title: on one line.
        languages: BCP-47 tags.
        authors: `Surname, First`, without years and roles; whoever wrote comes before who translated.
        subjects: Library of Congress headings.
        bookshelves: as Project Gutenberg calls its own.
        rights: as stated; None where the catalogue does not say.
        file: of the library, relative to it; None for Project Gutenberg.
        sha256: of the bytes of the file, None where the catalogue does not say.
    """

    id: str
    type: str = TEXT
    issued: str = ""
    title: str = ""
    languages: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    bookshelves: tuple[str, ...] = ()
    rights: str | None = None
    file: str | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Entry:
        """The entry of a row of the catalogue table, which may have passed through JSON."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
        }
        return cls(**values)

    @property
    def number(self) -> str:
        """Project Gutenberg's number of the book; for others the id."""
        return self.id.removeprefix("pg")

    def row(self) -> dict[str, Any]:
        """A row of the catalogue table."""
        return asdict(self)


@dataclass(frozen=True)
class Unreadable:
    """An entry that can't be read.

    Attributes:
        id: of its book; if that is unknown, its place in the file.
        detail: file, place and reason.
    """

    id: str
    detail: str

    def row(self) -> dict[str, Any]:
        """A row of the drops table."""
        drop = Drop("unreadable", detail=self.detail)
        return drop.row(stage=STAGE, unit="entry", id=self.id, source_id=self.id)


Found = Entry | Unreadable


@lru_cache(maxsize=1024)
def language_tag(code: str) -> str:
    """The canonical tag of a language: `en` and `de` for `eng` and `ger`; `ang` has no shorter one.

    Anything that is not a tag is returned unchanged.

    Source: RFC 5646, section 4.5 (canonical form), by the registry in langcodes.
    """
    import langcodes  # noqa: PLC0415 - stages that only know books by their ids need not wait for it
    from langcodes.tag_parser import LanguageTagError  # noqa: PLC0415

    try:
        return langcodes.standardize_tag(code)
    except LanguageTagError:
        return code


def is_in(tags: tuple[str, ...], language: str) -> bool:
    """Whether a book in these languages is one of `language`; `pt-BR` is `pt` (RFC 4647, section 3.3.1)."""
    return any(tag == language or tag.startswith(f"{language}-") for tag in tags)


def id_order(id: str) -> tuple[tuple[str | int, ...], str]:
    """Sort key of ids, with numbers in them as numbers: pg2 comes before pg10."""
    parts = tuple(int(part) if place % 2 else part for place, part in enumerate(_FIGURES.split(id)))
    return parts, id


def listed(folder: Path) -> Iterator[Entry]:
    """The entries written by the catalogue stage, by number, read in batches.

    Args:
        folder: its output.

    Raises:
        MissingTableError: the stage has not run.
    """
    return map(Entry.of, shards.read(folder, STAGE))

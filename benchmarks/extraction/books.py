"""Measures each book once for all tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.extraction import library, profiles, speech_marks
from dialogue_etl.core.engines import local
from dialogue_etl.text.encoding import UndecodableError

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.extraction.library import Entry


class Counted(NamedTuple):
    """A book by both profiles, and its paragraphs that begin with a speech mark."""

    profiles: profiles.Measured
    opened: speech_marks.Opened


class Unreadable(NamedTuple):
    """Why a book could not be read."""

    reason: str


def count_folder(folder: Path, workers: int) -> tuple[list[Counted], list[Unreadable]]:
    """Measure all books of a folder; returns those by language and file, and books that are left out.

    Args:
        folder: with MANIFEST.tsv.
        workers: processes.

    Raises:
        BadManifestError: the list cannot be used.
    """
    done = list(local.run(count, library.entries(folder), workers))
    unreadable = [one for one in done if isinstance(one, Unreadable)]
    return [one for one in done if isinstance(one, Counted)], unreadable


def count(entry: Entry) -> Counted | Unreadable:
    """Read and measure one book."""
    try:
        book = library.read(entry)
    except OSError as error:
        return Unreadable(f"{entry.path.name}: {error.strerror}")
    except UndecodableError as error:
        return Unreadable(f"{entry.path.name}: {error}")
    return Counted(profiles.measure(book), speech_marks.measure(book))

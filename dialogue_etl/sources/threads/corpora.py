"""Corpora of threads: a folder of files with a small catalogue, filled by `dialogue-etl threads add`."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl.core.parameters import CORPUS_NAME
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages.names import not_a_tag
from dialogue_etl.sources import catalogue_file
from dialogue_etl.sources.threads.adapters import FORMATS, places_of
from dialogue_etl.sources.threads.parameters import Threads

FOLDER = "threads/corpora"
"""In a workspace."""
SAMPLE = Path(__file__).parents[2] / "sample" / "threads"
COLUMNS = ("name", "format", "language", "rights", "files")
OPTIONAL = ("encoding", "fields")
_BETWEEN = "; "  # between files, and between places of fields


class CorporaError(DialogueEtlError):
    """The catalogue of corpora can't be used; the message says where and why."""


@dataclass(frozen=True)
class Corpus:
    """A corpus in a folder.

    Attributes:
        name: begins the ids of its threads.
        format: one of `FORMATS`.
        language: BCP-47 tag.
        rights: licence, as stated at import.
        files: relative to the folder, sorted.
        encoding: Python's name; empty to detect it.
        fields: paths that differ from those of its form, such as `parent=rootid`.
    """

    name: str
    format: str
    language: str
    rights: str
    files: tuple[str, ...]
    encoding: str = ""
    fields: tuple[str, ...] = ()

    def stated(self) -> dict[str, Any]:
        """The encoding and the parsed `fields`."""
        return {"encoding": self.encoding, "fields": places_of(self.format, self.fields)}


def read(folder: Path) -> list[Corpus]:
    """The corpora of a folder, by name.

    Raises:
        CorporaError: its catalogue.csv is missing or invalid, or lists a corpus twice, incompletely or in an
            unknown form.
    """
    path = folder / catalogue_file.NAME
    rows = catalogue_file.read(path, COLUMNS, source="threads", error=CorporaError)
    found: dict[str, Corpus] = {}
    for number, row in enumerate(rows, start=1):
        corpus = _corpus(row, f"{path}: corpus {number}")
        if corpus.name in found:
            raise CorporaError(f"{path}: corpus {number}: {corpus.name} is listed twice")
        found[corpus.name] = corpus
    # In the order of thread ids, where a colon follows the name.
    return sorted(found.values(), key=lambda corpus: f"{corpus.name}:")


def _corpus(row: dict[str, str], place: str) -> Corpus:
    files = sorted(row["files"].split(_BETWEEN))
    if not re.fullmatch(CORPUS_NAME, row["name"]):
        raise CorporaError(f"{place}: name {row['name']!r}: should be letters, digits, dots, - and _")
    if row["format"] not in FORMATS:
        known = ", ".join(FORMATS)
        raise CorporaError(f"{place} ({row['name']}): format {row['format']!r} is not of {known}")
    if not row["language"] or not row["files"] or len(set(files)) != len(files):
        raise CorporaError(f"{place} ({row['name']}): no language, no files, or a file twice")
    fields = tuple(filter(None, (row.get("fields") or "").split(_BETWEEN)))
    encoding = row.get("encoding") or ""
    corpus = Corpus(
        row["name"], row["format"], row["language"], row["rights"], tuple(files), encoding, fields
    )
    try:
        check_encoding(corpus.encoding)
        corpus.stated()
    except ValueError as error:
        raise CorporaError(f"{place} ({row['name']}): {error}") from None
    return corpus


def chosen(parameters: Threads, folder: Path, language: str) -> tuple[list[Corpus], Path]:
    """The corpora of a language that the parameters name, and the folder they are in.

    Raises:
        CorporaError: the catalogue is invalid, or lacks a corpus that the parameters name.
    """
    place = SAMPLE if parameters.source == "sample" else folder
    found = read(place)
    if missing := sorted(set(parameters.corpora) - {corpus.name for corpus in found}):
        raise CorporaError(
            f"{place / catalogue_file.NAME}: threads.corpora names {', '.join(missing)}: not there"
        )
    wanted = set(parameters.corpora)
    return [
        corpus for corpus in found if corpus.language == language and (not wanted or corpus.name in wanted)
    ], place


def check_language(tag: str) -> None:
    """Refuse an invalid language.

    Raises:
        CorporaError: the tag is not BCP-47, or not in its canonical form.
    """
    try:
        Threads(languages=[tag])
    except ValueError:
        raise CorporaError(f"--language: {not_a_tag(tag)}") from None


def check_encoding(name: str) -> None:
    """Refuse an unknown encoding.

    Raises:
        ValueError: Python has no text encoding of this name.
    """
    try:
        if name:
            "a".encode(name)
    except (LookupError, ValueError):
        raise ValueError(f"encoding {name}: none that Python knows, such as utf-8, gb18030, big5") from None


def add(folder: Path, corpus: Corpus) -> None:
    """Add a corpus whose files are in the folder to the catalogue, or replace the one of the same name."""
    known = {old.name: old for old in read(folder)} if (folder / catalogue_file.NAME).exists() else {}
    _write(folder, {**known, corpus.name: corpus})


def remove(folder: Path, name: str) -> Corpus:
    """Remove a corpus from the catalogue, and its folder.

    Raises:
        CorporaError: no corpus has this name.
    """
    known = {corpus.name: corpus for corpus in read(folder)}
    catalogue_file.check_known([name], known, folder=folder, error=CorporaError)
    gone = known.pop(name)
    _write(folder, known)
    shutil.rmtree(folder / name, ignore_errors=True)
    return gone


def _write(folder: Path, corpora: dict[str, Corpus]) -> None:
    rows = (_row(corpus) for _, corpus in sorted(corpora.items()))
    catalogue_file.write(folder / catalogue_file.NAME, [*COLUMNS, *OPTIONAL], rows)


def _row(corpus: Corpus) -> list[str]:
    plain = [corpus.name, corpus.format, corpus.language, corpus.rights]
    return [*plain, _BETWEEN.join(corpus.files), corpus.encoding, _BETWEEN.join(corpus.fields)]

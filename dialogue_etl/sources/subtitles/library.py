"""Subtitles in a folder with a small catalogue, filled by `dialogue-etl subtitles add`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import catalogue_file
from dialogue_etl.sources.folder import is_below, leads_inside

Form = Literal["subtitles", "xml", "archive"]
SAMPLE = Path(__file__).parents[2] / "sample" / "subtitles"
FILM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class LibraryError(DialogueEtlError):
    """The catalogue can't be used; the message says where and why."""


@dataclass(frozen=True)
class Item:
    """A line of the catalogue.

    Attributes:
        file: relative to the folder.
        form: subtitle file, XML of OPUS, or an archive of such XML.
        language: BCP-47 tag.
        film: IMDb id or another name; empty for archives.
        title: of the film; empty if unknown.
        year: of the film; None if unknown.
        rights: as stated by whoever added it.
        sha256: of the file as it was added; empty if unknown.
    """

    file: str
    form: str
    language: str
    film: str
    title: str
    year: str
    rights: str
    sha256: str


COLUMNS = tuple(field.name for field in fields(Item))


def read(folder: Path) -> list[Item]:
    """The items of a folder, by file.

    Raises:
        LibraryError: its catalogue is missing or can't be read, lacks a column, lists a file twice, or has
            an invalid value.
    """
    path = folder / catalogue_file.NAME
    rows = catalogue_file.read(path, COLUMNS, source="subtitles", error=LibraryError)
    found: dict[str, Item] = {}
    for number, row in enumerate(rows, start=1):
        item = Item(*(row[name].strip() for name in COLUMNS))
        if problem := _problem(item):
            raise LibraryError(f"{path}: item {number} ({item.file}): {problem}")
        if item.file in found:
            raise LibraryError(f"{path}: item {number}: {item.file} is listed twice")
        found[item.file] = item
    return [found[file] for file in sorted(found)]


def _problem(item: Item) -> str:
    if item.form not in get_args(Form):
        return f"form {item.form!r} is not of {', '.join(get_args(Form))}"
    if not item.file or not item.language:
        return "no file, or no language"
    if item.form != "archive" and not FILM.fullmatch(item.film):
        return f"film {item.film!r}: should be letters, digits, dots, - and _"
    return f"year {item.year!r} is none" if item.year and not re.fullmatch(r"\d{4}", item.year) else ""


def read_if_there(folder: Path) -> list[Item]:
    """The items of a folder; none if it does not exist yet."""
    return read(folder) if (folder / catalogue_file.NAME).is_file() else []


def add(folder: Path, items: list[Item]) -> None:
    """Write items to the catalogue of a folder, replacing those of the same files."""
    _write(folder, {item.file: item for item in (*read_if_there(folder), *items)})


def remove(folder: Path, names: Sequence[str]) -> list[Item]:
    """Take files out of a folder, each by its name there or by its film, and return their items.

    Raises:
        LibraryError: a name is neither, with those most like it; nothing is removed then.
    """
    listed = {item.file: item for item in read(folder)}
    films = {item.film for item in listed.values()} - {""}
    catalogue_file.check_known(names, {*listed, *films}, folder=folder, error=LibraryError)
    gone = [item for item in listed.values() if not {item.file, item.film}.isdisjoint(names)]
    _write(folder, {file: item for file, item in listed.items() if item not in gone})
    for item in gone:
        if leads_inside(item.file) and is_below(folder / item.file, folder):
            (folder / item.file).unlink(missing_ok=True)
    return gone


def _write(folder: Path, listed: Mapping[str, Item]) -> None:
    path = folder / catalogue_file.NAME
    catalogue_file.write(path, COLUMNS, (astuple(listed[file]) for file in sorted(listed)))

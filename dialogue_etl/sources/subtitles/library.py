"""Subtitles in a folder with a small catalogue, filled by `dialogue-etl subtitles add`."""

import csv
import io
import re
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.shards import write_atomic

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
        title: of the film; empty where nobody says.
        year: likewise.
        rights: as whoever added it stated them.
        sha256: of the file as it was added; empty where nobody knows.
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
        LibraryError: its catalogue is missing or can't be read, lacks a column, lists a file twice, or says
            of one what can't be.
    """
    path = folder / "catalogue.csv"
    found: dict[str, Item] = {}
    for number, row in enumerate(_rows(path), start=1):
        item = Item(*(row[name].strip() for name in COLUMNS))
        if problem := _problem(item):
            raise LibraryError(f"{path}: item {number} ({item.file}): {problem}")
        if item.file in found:
            raise LibraryError(f"{path}: item {number}: {item.file} is listed twice")
        found[item.file] = item
    return [found[file] for file in sorted(found)]


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        raise LibraryError(f"{path}: no such file; `dialogue-etl subtitles add` makes it")
    try:
        reader = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline=""), restval="")
        if missing := [name for name in COLUMNS if name not in (reader.fieldnames or ())]:
            raise LibraryError(f"{path}: no column {', '.join(missing)}")
        return list(reader)
    except UnicodeDecodeError:
        raise LibraryError(f"{path}: not UTF-8; save it as UTF-8") from None
    except (OSError, csv.Error) as error:
        raise LibraryError(f"{path}: {error}") from None


def _problem(item: Item) -> str:
    if item.form not in get_args(Form):
        return f"form {item.form!r} is not of {', '.join(get_args(Form))}"
    if not item.file or not item.language:
        return "no file, or no language"
    if item.form != "archive" and not FILM.fullmatch(item.film):
        return f"film {item.film!r}: should be letters, digits, dots, - and _"
    return f"year {item.year!r} is none" if item.year and not re.fullmatch(r"\d{4}", item.year) else ""


def add(folder: Path, items: list[Item]) -> None:
    """List items in the catalogue of a folder; those of the same files are replaced."""
    path = folder / "catalogue.csv"
    old = read(folder) if path.is_file() else []
    listed = {item.file: item for item in (*old, *items)}
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(listed[file]) for file in sorted(listed))
    write_atomic(path, text.getvalue().encode())

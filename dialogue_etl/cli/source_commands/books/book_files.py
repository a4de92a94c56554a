"""Finds the files to add: what was named, and the books of folders, without what leads out of them."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from dialogue_etl.cli.source_commands.books.book_facts import Given
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import catalogue_file
from dialogue_etl.sources.books.reading import unsupported
from dialogue_etl.sources.folder import leads_inside, shown, walk

_READ = (".txt", ".text", ".html", ".htm", ".xhtml", ".xht", ".epub", ".zip")
_PACKED = ".gz"
FORMS = ".txt, .html, .epub, these in .gz or .zip"


@dataclass
class Found:
    """Files to add.

    Attributes:
        files: in order, each once, with what a catalogue.csv beside them states.
        problems: a sentence for each book that can't be added.
        others: numbers of files that are no books, by the end of their names.
    """

    files: dict[Path, Given] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    others: Counter[str] = field(default_factory=Counter)


def find(paths: list[Path]) -> Found:
    """The files of some paths: a file that was named is taken, of a folder what may be a book.

    Raises:
        DialogueEtlError: a catalogue.csv can't be read.
    """
    found = Found()
    for path in paths:
        if path.is_dir():
            _look_through(path, found)
        else:
            found.files.setdefault(path, Given())
    return found


def _look_through(folder: Path, found: Found) -> None:
    stated = _stated(folder)
    files, problems = walk(folder)
    unpacked = {parent for file in files for parent in file.parents if _is_book(parent, folder)}
    problems += [
        f"{shown(path)}: an EPUB book that was unpacked: zip its content again" for path in sorted(unpacked)
    ]
    for path in files:
        name = path.relative_to(folder).as_posix()
        given = stated.pop(name, None)
        if not unpacked.isdisjoint(path.parents):
            continue
        if given is not None or _may_be_book(path.name):
            found.files[path] = (given or Given()).or_else(found.files.get(path, Given()))
        elif said := unsupported.named(shown(Path(path.name))):
            problems.append(f"{shown(path)}: {said}")
        elif name != catalogue_file.NAME:
            found.others[path.suffix.lower() or "without an end"] += 1
    problems += [f"{shown(folder / catalogue_file.NAME)}: {name}: no such file" for name in stated]
    found.problems += problems


def _is_book(path: Path, folder: Path) -> bool:
    return path.name.lower().endswith(".epub") and folder in path.parents


def _may_be_book(name: str) -> bool:
    name = name.lower()
    if name.endswith(_PACKED):
        name = name.removesuffix(_PACKED)
        return "." not in name or name.endswith(_READ)
    return name.endswith(_READ)


def _stated(folder: Path) -> dict[str, Given]:
    """What catalogue.csv in a folder says of its files, by their paths; nothing if there is none.

    Raises:
        DialogueEtlError: it can't be read, has no column `file`, or names a file outside of the folder.
    """
    path = folder / catalogue_file.NAME
    if not path.is_file():
        return {}
    stated = {}
    for row in catalogue_file.read(path, ("file",), source="books", error=DialogueEtlError):
        name = PurePosixPath((row.get("file") or "").strip().replace("\\", "/")).as_posix()
        if name == ".":
            continue
        if not leads_inside(name):
            raise DialogueEtlError(f"{shown(path)}: {name}: leads out of the folder")
        said = {
            key.strip().lower(): (value or "").strip() for key, value in row.items() if isinstance(value, str)
        }
        authors = said.get("authors") or said.get("author") or ""
        stated[name] = Given(
            said.get("language") or None,
            said.get("title") or None,
            tuple(filter(None, map(str.strip, authors.split(";")))),
            said.get("rights") or None,
            said.get("id") or None,
        )
    return stated

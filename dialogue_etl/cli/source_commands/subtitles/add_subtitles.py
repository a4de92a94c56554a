"""`dialogue-etl subtitles add`: add subtitle files to the workspace; unreadable ones are rejected here."""

import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from dialogue_etl import params as parameters
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages.names import not_a_tag, standard_tag
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.folder import shown, walk
from dialogue_etl.sources.subtitles import archive, library, read
from dialogue_etl.sources.subtitles.entries import TARS, Entry
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.text.privacy import mask, masked_name

NAME, FOLDER = "subtitles", "subtitles/library"
_SHOWN = 3  # sentences
_WIDTH = 100  # characters of one
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
_XML = (".xml", ".xml.gz")
_ARCHIVES = (".zip", *TARS)


@dataclass(frozen=True)
class Given:
    """The options of the command.

    Attributes:
        language: BCP-47 tag.
        rights: as stated.
        film: IMDb id or another name; None for that of each file.
        title: of the film.
        year: of the film.
        encoding: of the files, which are added in UTF-8 then; empty to detect it.
    """

    language: str
    rights: str
    film: str | None
    title: str
    year: int | None
    encoding: str = ""


def add(paths: list[Path], given: Given) -> None:
    """Copy files into the library of the workspace and let DVC track it; those of the same name are replaced.

    Of several files the unreadable ones are reported and skipped.

    Raises:
        DialogueEtlError: an option is wrong, or none of the files, or not all of them, could be added.
    """
    from dialogue_etl.workspace import change
    from dialogue_etl.workspace import programs as tracked

    root = change.find_with(NAME)
    _check(given)
    params = parameters.load(root / "params.yaml")
    added, problems = copy(paths, given, root / FOLDER, params[Subtitles])
    if added:
        tracked.track(root, FOLDER)
        spoken = change.speak(root, "subtitles.languages", [given.language])
        for note in [*spoken, *_notes(params)]:
            typer.secho(note, fg="yellow")
    if problems:
        raise DialogueEtlError(
            "\n".join([*problems, f"{len(problems)} of {len(added) + len(problems)} files not added"])
        )


def copy(
    paths: list[Path], given: Given, folder: Path, values: Subtitles
) -> tuple[list[library.Item], list[str]]:
    """Copy files into a folder of subtitles; return what was added, and the problems of the others."""
    items: list[library.Item] = []
    files, problems = _files(paths)
    for path in files:
        try:
            with _decoded(path, given.encoding) as source:
                item, example, notes = _item(source, given, values)
                target = folder / item.file
                target.parent.mkdir(parents=True, exist_ok=True)
                if not target.exists() or not source.samefile(target):
                    shutil.copyfile(source, target)
        except (UnreadableError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            problems.append(f"{shown(path)}: {why}")
            continue
        items.append(item)
        typer.echo(f"{item.file}: {example}")
        for note in notes:
            typer.secho(f"  {note}", fg="yellow")
    if twice := sorted({one.file for one in items if [two.file for two in items].count(one.file) > 1}):
        raise DialogueEtlError(f"two files are called {twice[0]}: rename one, or give each film its --film")
    if items:
        library.add(folder, items)
    return items, problems


@contextmanager
def _decoded(path: Path, encoding: str) -> Iterator[Path]:
    """The file, or one of its name in UTF-8 if its encoding is given."""
    if not encoding:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        try:
            copy.write_bytes(path.read_bytes().decode(encoding).encode())
        except (LookupError, UnicodeError) as error:
            raise UnreadableError("undecodable", f"--encoding {encoding}: {error}") from None
        yield copy


def _check(given: Given) -> None:
    if standard_tag(given.language) != given.language:
        raise DialogueEtlError(f"--language: {not_a_tag(given.language)}")
    if not given.rights.strip():
        raise DialogueEtlError("--rights is empty: name the licence, or say that none is stated")
    if given.film is not None and not library.FILM.fullmatch(given.film):
        raise DialogueEtlError(f"--film {given.film}: letters, digits, dots, hyphens and underscores only")


def _files(paths: list[Path]) -> tuple[list[Path], list[str]]:
    """The files that were named and those of folders, and a sentence for each that is not opened."""
    files: list[Path] = []
    problems: list[str] = []
    for path in paths:
        inside, beside = walk(path) if path.is_dir() else ([path], [])
        problems += [*beside, *(f"{shown(one)}: not a file" for one in inside if not one.is_file())]
        files += filter(Path.is_file, inside)
    if not (files or problems):
        raise DialogueEtlError(f"no files in {', '.join(map(shown, paths))}")
    return files, problems


def _item(path: Path, given: Given, values: Subtitles) -> tuple[library.Item, str, list[str]]:
    """The line of the catalogue for a file, a human-readable summary of its content, and notes about it."""
    with path.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    stem = Path(path.name.removesuffix(".gz")).stem
    film_name = _plain(stem)
    name, year = film_name + _UNSAFE.sub("-", path.name[len(stem) :]), str(given.year or "")
    if path.name.endswith(_ARCHIVES):
        example = _in_archive(path)
        facts = (
            f"{given.language}/{name}",
            "archive",
            given.language,
            "",
            "",
            "",
            given.rights.strip(),
            digest,
        )
        return library.Item(*facts), example, []
    form = "xml" if path.name.endswith(_XML) else "subtitles"
    place = archive.place_of(path.as_posix()) if form == "xml" else None
    film = given.film or (place.film if place else film_name)
    entry = Entry("", film, path.name, "", form, digest, "", "", None, "")
    found, _ = read.read_entry(entry, {}, path.parent, given.language, read.settings_of(values))
    said = mask(" / ".join(sentence.text for sentence in found.sentences[:_SHOWN]))[0]
    file = f"{given.language}/{film}/{name}"
    year = year or str((place and place.year) or "")
    facts = (file, form, given.language, film, given.title.strip(), year, given.rights.strip(), digest)
    notes = found.notes + language_notes.of_document(found.text, given.language, "subtitles.other_language")
    return library.Item(*facts), f"{len(found.sentences):,} sentences: {said[:_WIDTH]}", notes


def _plain(stem: str) -> str:
    """A file name that is valid in the catalogue and at the start of an id, and identifies no person.

    Where letters of other scripts are lost, a part of a hash keeps names apart.
    """
    stem = masked_name(stem)
    plain = _UNSAFE.sub("-", stem).strip("-._")
    if plain and all(c.isascii() or not c.isalnum() for c in stem):
        return plain
    return f"{plain or 'subtitles'}-{hashlib.sha256(stem.encode(errors='surrogateescape')).hexdigest()[:8]}"


def _in_archive(path: Path) -> str:
    if path.name.endswith(TARS):
        return "a tar, read when it is built from"
    members = archive.members(path)
    number = sum(not archive.refused(member) and bool(archive.place_of(member.name)) for member in members)
    if not number:
        raise UnreadableError("unusable", "holds no XML named YEAR/FILM/SUBTITLE.xml as in OPUS")
    return f"{number:,} subtitle files"


def _notes(params: parameters.Params) -> list[str]:
    """Why a build with these parameters ignores the files."""
    notes = []
    if params[Subtitles].source != "library":
        notes.append(f"subtitles.source is {params[Subtitles].source}: set it to library to build from them")
    return notes

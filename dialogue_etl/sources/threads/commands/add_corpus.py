"""`dialogue-etl threads add`: a corpus into the workspace, with its source name and licence."""

from __future__ import annotations

import re
import shutil
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from dialogue_etl import params as parameters
from dialogue_etl import shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.params.threads import CORPUS_NAME
from dialogue_etl.sources.folder import shown
from dialogue_etl.sources.threads import corpora, raw
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Record

if TYPE_CHECKING:
    from dialogue_etl.params import Threads

FOLDER = "threads/corpora"
SOURCE = "corpora"
_SHOWN = 3  # records
_LOOKED_AT = 1_000
_WIDTH = 120  # characters of a record


def add(paths: list[Path], name: str, form: str, language: str, rights: str) -> None:
    """Copy a corpus into the workspace and let DVC track it; one of the same name is replaced.

    Raises:
        DialogueEtlError: a file can't be read, or not in this form, or an option is wrong.
    """
    from dialogue_etl.workspace import programs as tracked
    from dialogue_etl.workspace.root import find_root

    root = find_root()
    files = _files(paths)
    _check(name, form, language, rights)
    examples = _examples(files, form, language)
    with shards.atomic_folder(root / FOLDER / name) as folder:
        for file in files:
            shutil.copyfile(file, folder / file.name)  # a reflink where the file system has them
    names = tuple(sorted(f"{name}/{file.name}" for file in files))
    corpora.add(root / FOLDER, corpora.Corpus(name, form, language, rights.strip(), names))
    tracked.track(root, FOLDER)
    number = "1 file" if len(files) == 1 else f"{len(files):,} files"
    size = sum(file.stat().st_size for file in files) / 1e6
    typer.echo(f"{name}: {form}, {language}, {rights}; {number}, {size:,.1f} MB")
    for record in examples:
        typer.echo(f"  {_line(record)}")
    for note in _notes(parameters.load(root / "params.yaml").threads, name, language):
        typer.secho(note, fg="yellow")


def _files(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        inside = sorted(one for one in path.rglob("[!.]*") if one.is_file())
        files += inside if path.is_dir() else [path]
    if gone := [shown(file) for file in files if not file.is_file()]:
        raise DialogueEtlError(f"{', '.join(gone)}: no such file")
    if not files:
        raise DialogueEtlError(f"no files in {', '.join(map(shown, paths))}")
    names = [file.name for file in files]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise DialogueEtlError(f"two files are called {twice[0]}: rename one")
    if bad := [name for name in names if "; " in name or not name.isprintable()]:
        raise DialogueEtlError(f"{bad[0]!r}: such a name can't be listed in a catalogue: rename it")
    return files


def _check(name: str, form: str, language: str, rights: str) -> None:
    if not re.fullmatch(CORPUS_NAME, name):
        raise DialogueEtlError(f"--name {name}: letters, digits, dots, hyphens and underscores only")
    if form not in FORMATS:
        raise DialogueEtlError(f"--format {form}: not one of {', '.join(FORMATS)}")
    corpora.check_language(language)
    if not rights.strip():
        raise DialogueEtlError(
            "--rights is empty: name the licence of the corpus, or say that none is stated"
        )


def _examples(files: list[Path], form: str, language: str) -> list[Record]:
    """The first records, of the first file that has any.

    Raises:
        DialogueEtlError: there are none: it is another form.
    """
    problem = ""
    for file in files:
        found = list(islice(raw.records(file, form, language), _LOOKED_AT))
        if good := [record for record in found if not isinstance(record, Bad)]:
            return list(good[:_SHOWN])
        wrong = next((record for record in found if isinstance(record, Bad)), None)
        problem = problem or f"{shown(file)}: {wrong.detail if wrong else 'no record'}"
    raise DialogueEtlError(f"nothing in it can be read as {form}: {problem}")


def _line(record: Record) -> str:
    """A record for people."""
    if isinstance(record, Comment):
        answers = f" to {record.parent}" if record.parent else ""
        said = f"{record.id}{answers}, {record.author or 'nobody named'}: {record.text}"
    else:
        said = " / ".join(() if isinstance(record, Bad) else record.utterances)
    plain = " ".join(said.split())
    return plain if len(plain) <= _WIDTH else f"{plain[:_WIDTH]}…"


def _notes(threads: Threads, name: str, language: str) -> list[str]:
    """Why a build with these parameters leaves the corpus out."""
    notes = []
    if threads.source != SOURCE:
        notes.append(f"threads.source is {threads.source}: set it to {SOURCE} to build from it")
    if language not in threads.languages:
        notes.append(f"{language} is not in threads.languages: add it")
    if threads.corpora and name not in threads.corpora:
        notes.append(f"{name} is not in threads.corpora: add it, or empty the list")
    return notes

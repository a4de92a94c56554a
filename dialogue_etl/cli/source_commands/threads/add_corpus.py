"""`dialogue-etl threads add`: a corpus into the workspace, with its source name and licence."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from dialogue_etl import params as parameters
from dialogue_etl.cli.source_commands.threads import look
from dialogue_etl.core import shards
from dialogue_etl.core.parameters import CORPUS_NAME
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.formats import ids
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.folder import shown, walk
from dialogue_etl.sources.threads import corpora, corpus_files, detection
from dialogue_etl.sources.threads.adapters import FORMATS, places_of
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Record
from dialogue_etl.sources.threads.parameters import Threads
from dialogue_etl.text.privacy import mask

if TYPE_CHECKING:
    from collections.abc import Sequence


NAME, SOURCE = "threads", "corpora"
_WIDTH = 120  # characters of a record


def add(
    paths: list[Path],
    name: str,
    language: str,
    rights: str,
    form: str = "",
    *,
    fields: Sequence[str] = (),
    encoding: str = "",
) -> None:
    """Copy a corpus into the workspace and let DVC track it; one of the same name is replaced.

    Args:
        paths: files, and folders of them.
        name: of the corpus.
        language: BCP-47 tag.
        rights: licence.
        form: one of `FORMATS`; empty to detect it.
        fields: places of fields, such as `parent=rootid`.
        encoding: of the files; empty to detect it.

    Raises:
        DialogueEtlError: a file can't be read, or not in this form, nothing in it answers anything, or an
            option is wrong.
    """
    from dialogue_etl.workspace import change
    from dialogue_etl.workspace import programs as tracked

    root = change.find_with(NAME)
    files = _files(paths)  # by name
    _check(name, form, language, rights, encoding)
    form = form or ("tree" if fields else detection.told(_largest([*files.values()]), language, encoding))
    how = _form(form, language, encoding, fields)
    params = parameters.load(root / "params.yaml")
    threads = params[Threads]
    read = [files[one] for one, *_ in corpus_files.together(form, [*files])]
    if not read:
        both = "movie_lines.txt and movie_conversations.txt"
        raise DialogueEtlError(f"{form} is two files, such as {both}: give both, or their folder")
    in_folders = frozenset(files.values()) - frozenset(paths)
    looked = look.over(read, how, threads.min_turns, in_folders)
    files = {one: file for one, file in files.items() if file not in looked.left}
    with shards.atomic_folder(root / corpora.FOLDER / name) as folder:
        for one, file in files.items():
            (folder / one).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / one)  # a reflink where the file system has them
    names = tuple(sorted(f"{name}/{one}" for one in files))
    corpus = corpora.Corpus(name, form, language, rights.strip(), names, encoding, tuple(fields))
    corpora.add(root / corpora.FOLDER, corpus)
    tracked.track(root, corpora.FOLDER)
    number = "1 file" if len(files) == 1 else f"{len(files):,} files"
    size = sum(file.stat().st_size for file in files.values()) / 1e6
    typer.echo(f"{name}: {form}, {language}, {mask(rights)[0]}; {number}, {size:,.1f} MB")
    for record in looked.examples:
        typer.echo(f"  {mask(_line(record))[0]}")
    spoken = change.speak(root, "threads.languages", [language])
    others = language_notes.of_texts(looked.texts, language, params[Rules].other_language)
    if looked.unread > threads.max_quarantined * (looked.number + looked.unread):
        limit = f"threads.max_quarantined is {threads.max_quarantined:g}"
        looked.notes.append(f"{limit}: so much can't be read that a build of this corpus alone stops")
    for note in [*looked.notes, *others, *spoken, *_notes(threads, name)]:
        typer.secho(note, fg="yellow")


def _files(paths: list[Path]) -> dict[str, Path]:
    """The files by their names, which in a folder are paths: an export may have a folder for each channel."""
    named: list[tuple[str, Path]] = []
    for path in paths:
        inside, beside = walk(path) if path.is_dir() else ([path], [])
        for sentence in beside:
            typer.secho(sentence, fg="yellow")
        # Next to our own exports of lines there are sidecars of ids, which hold no texts.
        files = [file for file in inside if file.suffix != ids.SUFFIX or file == path]
        named += [(file.relative_to(path).as_posix() if path.is_dir() else file.name, file) for file in files]
    if gone := [shown(file) for _, file in named if not file.is_file()]:
        raise DialogueEtlError(f"{', '.join(gone)}: no such file, or not a file")
    if not named:
        raise DialogueEtlError(f"no files in {', '.join(map(shown, paths))}")
    names = [name for name, _ in named]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise DialogueEtlError(f"two files are called {twice[0]}: rename one")
    if bad := [name for name in names if "; " in name or not name.isprintable()]:
        raise DialogueEtlError(f"{bad[0]!r}: such a name can't be listed in a catalogue: rename it")
    return dict(named)


def _largest(files: list[Path]) -> Path:
    """The file whose form is that of all: small ones may be lists of people or channels."""
    return max(files, key=lambda file: file.stat().st_size)


def _check(name: str, form: str, language: str, rights: str, encoding: str) -> None:
    if not re.fullmatch(CORPUS_NAME, name):
        raise DialogueEtlError(f"--name {name}: letters, digits, dots, hyphens and underscores only")
    if form and form not in FORMATS:
        raise DialogueEtlError(f"--format {form}: not one of {', '.join(FORMATS)}")
    corpora.check_language(language)
    try:
        corpora.check_encoding(encoding)
    except ValueError as error:
        raise DialogueEtlError(f"--{error}") from None
    if not rights.strip():
        raise DialogueEtlError(
            "--rights is empty: name the licence of the corpus, or say that none is stated"
        )


def _form(form: str, language: str, encoding: str, fields: Sequence[str]) -> corpus_files.Form:
    """How the files are read.

    Raises:
        DialogueEtlError: the form has no other encoding, or no such field.
    """
    if encoding and FORMATS[form].over == "file":
        raise DialogueEtlError(f"--encoding {encoding}: {form} is always UTF-8: leave it out")
    try:
        return corpus_files.Form(form, language, encoding, places_of(form, fields))
    except ValueError as error:
        raise DialogueEtlError(f"--field {error}") from None


def _line(record: Record) -> str:
    """A record for people."""
    if isinstance(record, Comment):
        answers = f" to {record.parent}" if record.parent else ""
        said = f"{record.id}{answers}, {record.author or 'nobody named'}: {record.text}"
    else:
        said = " / ".join(() if isinstance(record, Bad) else record.utterances)
    plain = " ".join(said.split())
    return plain if len(plain) <= _WIDTH else f"{plain[:_WIDTH]}…"


def _notes(threads: Threads, name: str) -> list[str]:
    """Why a build with these parameters leaves the corpus out."""
    notes = []
    if threads.source != SOURCE:
        notes.append(f"threads.source is {threads.source}: set it to {SOURCE} to build from it")
    if threads.corpora and name not in threads.corpora:
        notes.append(f"{name} is not in threads.corpora: add it, or empty the list")
    return notes

"""The dialogues of a published corpus in any form, as often as they are asked for: what a noise audit reads.

A session is a dialogue as it stands. Of comments the dialogues are found as the stages `ingest` and `extract`
find them, by the knobs of `threads`, in a folder for temporary files that is gone afterwards.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dialogue_etl import shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.run import Job
from dialogue_etl.sources.threads import extract, forest, raw
from dialogue_etl.sources.threads.adapters import FORMATS, TREES
from dialogue_etl.sources.threads.adapters.records import Session, without_character_blanks
from dialogue_etl.sources.threads.answer_counts import texts_of
from dialogue_etl.sources.threads.guess import guess
from dialogue_etl.sources.threads.reading import CutError, UnusableError
from dialogue_etl.text.encoding import UndecodableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.params import Threads

    Batch = list[list[str]]

_BATCH = 2_000
_BY_NAME = {".json": "lccc", ".jsonl": "jsonl", ".tsv": "tsv", ".txt": "tsv"}
"""Forms of files whose text may be one or the other."""
_WALKED = {"max_depth", "max_paths", "min_turns"}
"""Knobs of `extract` that do not need the name of a corpus or account."""


class CorpusFormError(DialogueEtlError):
    """It can't be told how a file is to be read; the message says what there is."""


@contextmanager
def opened(paths: Sequence[Path], form: str, language: str, threads: Threads) -> Iterator[Corpus]:
    """The files of a corpus.

    Args:
        paths: of them; comments in several files make trees together.
        form: one of `FORMATS`; empty if it is to be told from each file, or else its name.
        language: BCP-47 tag. Characters of Chinese with blanks between are put together in sessions.
        threads: knobs by which comments become dialogues.

    Raises:
        CorpusFormError: the form can't be told, or there is no such one.
        NoRoomError: memory or disk do not suffice to find the threads of comments.
    """
    files = [(path, _form(path, form, language)) for path in paths]
    sessions = [(path, name) for path, name in files if name not in TREES]
    comments = [(path, name) for path, name in files if name in TREES]
    with TemporaryDirectory(prefix="dialogue-etl-noise-") as folder:
        walked, bad = _walked(comments, language, threads, Path(folder)) if comments else (None, 0)
        yield Corpus(sessions, language, walked, bad)


def _form(path: Path, form: str, language: str) -> str:
    known = f"one of {', '.join(FORMATS)}"
    if form in FORMATS:
        return form
    if form:
        raise CorpusFormError(f"--format {form}: not {known}")
    why = "its form is not clear"
    try:
        found = guess(path, language)
    except (CutError, UndecodableError, UnusableError, OSError) as error:
        found, why = "", getattr(error, "strerror", None) or str(error)
    if name := found or _BY_NAME.get(path.suffix.lower(), ""):
        return name
    raise CorpusFormError(f"{path}: {why}: name it with --format, {known}")


def _walked(
    files: Sequence[tuple[Path, str]], language: str, threads: Threads, folder: Path
) -> tuple[Path, int]:
    """A table of the dialogues of comments, in a folder; and how many records are no comment."""
    read = tuple(_made(folder, f"file{number}") for number in range(len(files)))
    bad = 0
    for place, (path, form) in zip(read, files, strict=True):
        said = {"name": path.name, "sha256": "", "deleted": threads.deleted}
        found = raw.read_file(Job((path,), {**said, "format": form, "language": language}), place)
        bad += sum(number for _, _, number in found["dropped"])
    grown, walked = _made(folder, "threads"), _made(folder, "dialogues")
    named = {"corpus": "noise", "language": language, "rights": ""}
    forest.grow(Job(settings={**named, "orphans": threads.orphans, "shards": 1}, paths=read), grown)
    tables = tuple(shards.shard_path(grown, name, 0, 1) for name in ("threads", "comments"))
    knobs = {"language": language, "knobs": threads.model_dump(include=_WALKED), "judged": ()}
    extract.walk_shard(Job(tables, knobs), walked)
    return shards.shard_path(walked, "dialogues", 0, 1), bad


def _made(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


class Corpus:
    """The dialogues of files, as often as they are asked for.

    Attributes:
        unreadable: records that are no dialogue, or no comment; known once all dialogues were read.
    """

    def __init__(
        self, sessions: Sequence[tuple[Path, str]], language: str, walked: Path | None, bad: int
    ) -> None:
        self._sessions_of = sessions
        self._language = language
        self._walked = walked
        self._bad = self.unreadable = bad

    def batches(self) -> Iterator[Batch]:
        """All dialogues, some at a time."""
        self.unreadable = self._bad
        dialogues = self._dialogues()
        while batch := list(islice(dialogues, _BATCH)):
            yield batch

    def _dialogues(self) -> Iterator[list[str]]:
        for path, form in self._sessions_of:
            for record in raw.records(path, form, self._language):
                if isinstance(record, Session):
                    yield [without_character_blanks(text) for text in record.utterances]
                else:
                    self.unreadable += 1
        if self._walked:
            for rows in shards.read_batches(self._walked, ["turns.list.element.text"]):
                yield from texts_of(rows)

"""A look at files before they are added: whether they can be read in a form, and whether anything answers.

A corpus in which nothing has a parent, or no dialogue two turns, is read without a complaint and comes out
empty at the end: usually its form or a field was named wrongly.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.folder import shown
from dialogue_etl.sources.threads import corpus_files, detection
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SHOWN = 3  # records
_MOST = 200_000  # records of all files
_LEAST = 1_000  # records of each file
_NOTE = 300  # characters
_TEXTS = 20_000  # whose languages are identified
_ROUNDED = re.compile(r"-?\d(?:[.,]\d+)?[eE]\+?\d+")
_WHY = {
    "joined": "go on with the record before, and are part of it",
    "other_kind": "are no messages by their form",
    "not_loaded": "are named, but their texts are not in the file",
}


@dataclass
class Looked:
    """What was seen.

    Attributes:
        examples: the first records.
        notes: what people should know.
        number: of good records.
        answered: one answers another, or a dialogue has two turns.
        above: the parent of each comment, by id.
        parents: of comments.
        rounded: an id that a spreadsheet has rounded, or empty.
        unread: records that can't be read.
        left: files with no record.
        twice: comments with the id of another.
        texts: the first comments, or the utterances of the first sessions, joined.
    """

    examples: list[Record] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    number: int = 0
    answered: bool = False
    above: dict[str, str | None] = field(default_factory=dict)
    parents: set[str] = field(default_factory=set)
    rounded: str = ""
    unread: int = 0
    left: list[Path] = field(default_factory=list)
    twice: int = 0
    texts: list[str] = field(default_factory=list)

    def take(self, record: Record) -> None:
        """One more record that is good."""
        self.number += 1
        if len(self.examples) < _SHOWN:
            self.examples.append(record)
        if len(self.texts) < _TEXTS and not isinstance(record, Bad):
            self.texts.append(record.text if isinstance(record, Comment) else " ".join(record.utterances))
        if not isinstance(record, Comment):
            self.answered |= not isinstance(record, Bad) and len(record.utterances) > 1
            return
        self.twice += record.id in self.above and not record.aside
        self.above.setdefault(record.id, record.parent)
        if record.parent is not None:
            self.parents.add(record.parent)
        self.rounded = self.rounded or next(
            (id for id in (record.id, record.parent or "") if _ROUNDED.fullmatch(id)), ""
        )
        self.answered |= record.parent in self.above or record.id in self.parents

    def doubts(self) -> list[str]:
        """What is wrong with ids."""
        found = []
        if self.rounded:
            found.append(
                f"ids such as {self.rounded} were rounded by a spreadsheet, and are no longer those of one "
                "comment: export them again, as texts"
            )
        if self.twice:
            found.append(
                f"{self.twice:,} of {self.number:,} records have the id of another, and only one of each is "
                "read: if they are of several chats or channels, name the place that says which, as "
                "--field namespace=chat_id (or @file, @folder)"
            )
        return found

    def circling(self) -> list[str]:
        """The comments from which no way up ends: they are in a circle of answers, or hang on one."""
        ends: dict[str | None, bool] = {}
        for id in self.above:
            way: dict[str | None, None] = {}
            one: str | None = id
            while one in self.above and one not in ends and one not in way:
                way[one] = None
                one = self.above[one]
            ends |= dict.fromkeys(way, ends.get(one, one not in way))
        return [id for id in self.above if not ends[id]]


def over(
    files: Sequence[Path], form: corpus_files.Form, min_turns: int, optional: frozenset[Path] = frozenset()
) -> Looked:
    """Look at the files of a corpus.

    Args:
        files: of it.
        form: how they are read.
        optional: those that may be something else: pictures, or the lists of people of an export.
        min_turns: of dialogues that are kept; with 1 nothing need be answered.

    Raises:
        DialogueEtlError: a file can't be read in this form, or nothing in them answers anything.
    """
    looked = Looked()
    whole = True
    for file in files:
        before = looked.number
        bad, at_end = _seen(file, form, looked, max(_MOST // len(files), _LEAST))
        whole &= at_end
        if looked.number > before:
            looked.unread += sum(one.reason == "unreadable" for one in bad)
            of = f"{looked.number - before + len(bad):,} records" + ("" if at_end else " at its beginning")
            looked.notes += [f"{shown(file)}: {note}" for note in _left_out(bad, of)]
        elif file in optional:
            looked.left.append(file)
        else:
            raise DialogueEtlError(_unread(file, form, bad))
    if not looked.number:
        raise DialogueEtlError(f"nothing in {len(files):,} files can be read as {form.format}")
    if left := looked.left:
        names = ", ".join([file.name for file in left[:_SHOWN]] + ["…"] * (len(left) > _SHOWN))
        looked.notes.append(f"{len(left):,} files hold nothing of this form and are left out: {names}")
    looked.notes += looked.doubts()
    nothing = not looked.answered and min_turns > 1
    circling = looked.circling()
    if circling or nothing:
        why = _in_circles(looked, circling) if circling else _silent(looked, form)
        if whole and (nothing or len(circling) == len(looked.above)):
            raise DialogueEtlError(why)
        looked.notes.append(why)
    return looked


def _seen(file: Path, form: corpus_files.Form, looked: Looked, most: int) -> tuple[list[Bad], bool]:
    """Take the first records of a file: the bad ones, and whether they are all."""
    bad = list[Bad]()
    for number, record in enumerate(corpus_files.records(file, form), start=1):
        if isinstance(record, Bad):
            bad.append(record)
        else:
            looked.take(record)
        if number == most:
            return bad, False
    return bad, True


def _problem(bad: Bad) -> str:
    return f"line {bad.line}: {bad.detail}" if bad.line else bad.detail


def _left_out(bad: Sequence[Bad], of: str) -> list[str]:
    """What is wrong with a file, and with how many of its records."""
    notes = [one.detail for one in bad if not one.line]
    counts = Counter(one.reason for one in bad if one.line)
    for reason, number in counts.items():
        first = next(_problem(one) for one in bad if one.line and one.reason == reason)
        why = _WHY.get(reason, "cannot be read and will be left out" if reason == "unreadable" else reason)
        notes.append(f"{number:,} of {of} {why}, the first in {first}"[:_NOTE])
    return notes


def _unread(file: Path, form: corpus_files.Form, bad: Sequence[Bad]) -> str:
    if bad and not bad[0].line:
        return f"{shown(file)}: {bad[0].detail}"
    others = [one.name for one in detection.fitting(file, form.language, form.encoding) if one.fits]
    fits = f"; --format {others[0]} fits" if others and others[0] != form.format else ""
    problem = _problem(bad[0]) if bad else "no record"
    return f"{shown(file)}: nothing in it can be read as {form.format}: {problem}{fits}"


def _in_circles(looked: Looked, circling: Sequence[str]) -> str:
    return (
        f"{len(circling):,} of {len(looked.above):,} comments, such as {circling[0]}, answer one another in "
        "a circle without a first one, and are left out: name the field that says what a comment answers, as "
        "--field parent=reply_to"
    )


def _silent(looked: Looked, form: corpus_files.Form) -> str:
    """Why nothing can come of it, and what to do."""
    if not looked.above:
        return (
            f"none of its {looked.number:,} dialogues has two turns, so none would be kept: name another "
            f"--format than {form.format}, or the field with the turns, as --field dialog=…"
        )
    why = "none names a parent"
    if looked.parents:
        parent, own = min(looked.parents), min(looked.above)
        why = f"the parents they name, such as {parent}, are not in it (ids as {own})"
    return (
        f"none of its {looked.number:,} comments answers another: {why}; add the files with what they "
        f"answer, name the field that says it, as --field parent=reply_to, or another --format than "
        f"{form.format}"
    )

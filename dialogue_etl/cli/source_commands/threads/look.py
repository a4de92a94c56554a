"""A look at files before they are added: whether they can be read in a form, and whether anything answers.

A corpus in which nothing has a parent, or no dialogue two turns, is read without a complaint and comes out
empty at the end: usually its form or a field was named wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.folder import shown
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.sources.threads.adapters import Adapter

_SHOWN = 3  # records
_LOOKED_AT = 1_000  # records of each file at least
_MOST = 200_000  # of all files, while no answer is found
_TEXTS = 20_000  # whose languages are identified
_MAX_BAD = 0.1  # of the records of a form that fits


@dataclass
class Looked:
    """What was seen.

    Attributes:
        examples: the first records.
        notes: what people should know.
        number: of good records.
        answered: one answers another, or a dialogue has two turns.
        ids, parents: of comments.
        texts: the first comments, or the utterances of the first sessions, joined.
    """

    examples: list[Record] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    number: int = 0
    answered: bool = False
    ids: set[str] = field(default_factory=set)
    parents: set[str] = field(default_factory=set)
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
        elif not self.answered:
            self.ids.add(record.id)
            if record.parent is not None:
                self.parents.add(record.parent)
            self.answered = record.parent in self.ids or record.id in self.parents


def over(files: Sequence[Path], form: corpus_files.Form, min_turns: int) -> Looked:
    """Look at the files of a corpus.

    Args:
        files: of it.
        form: how they are read.
        min_turns: of dialogues that are kept; with 1 nothing need be answered.

    Raises:
        DialogueEtlError: a file can't be read in this form, or nothing in them answers anything.
    """
    looked = Looked()
    whole = True
    for file in files:
        before, bad = looked.number, list[Bad]()
        for number, record in enumerate(corpus_files.records(file, form)):
            if not isinstance(record, Bad):
                looked.take(record)
            elif record.line or bad or looked.number > before:
                bad.append(record)
            else:
                raise DialogueEtlError(f"{shown(file)}: {record.detail}")
            if number >= _LOOKED_AT and (looked.answered or looked.number > _MOST or looked.number == before):
                whole = False
                break
        if looked.number == before:
            raise DialogueEtlError(_unlike(file, form, _problem(bad[0]) if bad else "no record"))
        looked.notes += [f"{shown(file)}: {note}" for note in _left_out(bad)]
    if not looked.answered and min_turns > 1:
        why = _silent(looked, form)
        if whole:
            raise DialogueEtlError(why)
        looked.notes.append(why)
    return looked


def _problem(bad: Bad) -> str:
    return f"line {bad.line}: {bad.detail}" if bad.line else bad.detail


def _left_out(bad: Sequence[Bad]) -> list[str]:
    """What is wrong with a file, and with how many of its records."""
    unreadable = [one for one in bad if one.line and one.reason == "unreadable"]
    of = f"{len(unreadable):,} of what was looked at cannot be read and will be left out"
    return [one.detail for one in bad if not one.line] + [f"{of}: {_problem(one)}" for one in unreadable[:1]]


def _unlike(file: Path, form: corpus_files.Form, problem: str) -> str:
    others = [name for name in fitting(file, form.language, form.encoding) if name != form.format]
    fits = f"; --format {' or '.join(others)} fits" if others else ""
    return f"{shown(file)}: nothing in it can be read as {form.format}: {problem}{fits}"


def _silent(looked: Looked, form: corpus_files.Form) -> str:
    """Why nothing can come of it, and what to do."""
    if not looked.ids:
        return (
            f"none of its {looked.number:,} dialogues has two turns, so none would be kept: name another "
            f"--format than {form.format}, or the field with the turns, as --field dialog=…"
        )
    why = "none names a parent"
    if looked.parents:
        why = (
            f"the parents they name, such as {min(looked.parents)}, are not in it (ids as {min(looked.ids)})"
        )
    return (
        f"none of its {looked.number:,} comments answers another: {why}; add the files with what they "
        f"answer, name the field that says it, as --field parent=reply_to, or another --format than "
        f"{form.format}"
    )


def fitting(file: Path, language: str, encoding: str = "") -> list[str]:
    """The forms of objects that a file can be read in, and in which something answers.

    Raises:
        DialogueEtlError: something is wrong with the file itself.
    """
    found: dict[str, Adapter] = {}
    for name, adapter in FORMATS.items():
        if not adapter.fields or adapter in found.values():
            continue
        looked, bad = Looked(), 0
        for record in islice(
            corpus_files.records(file, corpus_files.Form(name, language, encoding)), _LOOKED_AT
        ):
            if not isinstance(record, Bad):
                looked.take(record)
            elif not (record.line or looked.number or bad):
                raise DialogueEtlError(f"{shown(file)}: {record.detail}")
            else:
                bad += record.reason == "unreadable"
        if looked.answered and bad <= _MAX_BAD * (bad + looked.number):
            found[name] = adapter
    return [*found]

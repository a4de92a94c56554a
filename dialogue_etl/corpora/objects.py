"""Corpora whose conversations are JSON objects, or rows of tables: read by the maps of threads' forms.

Containers (JSON of any size, JSON Lines, CSV, Parquet; compressed or not) and the places of texts and
speakers are those of `dialogue-etl threads add`; what is added here are ids, labels and splits.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from dialogue_etl.corpora.records import Bad, Conversation, Turn, Value
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import FORMATS, Adapter
from dialogue_etl.sources.threads.adapters.comments import Fields
from dialogue_etl.sources.threads.adapters.paths import ABSENT, first_of
from dialogue_etl.sources.threads.adapters.records import Bad as Unreadable
from dialogue_etl.sources.threads.adapters.sessions import Reader, Turns

_LISTS = "ListFile"  # of MultiWOZ 2.0 and 2.1: valListFile.txt names the conversations of a split


@dataclass(frozen=True)
class Objects:
    """A corpus of objects.

    Attributes:
        adapter: of threads: its fields say where texts and speakers are.
        id: places of the conversation's id; else its key in an object, else its number in the file.
        labels: of turns: the place of each label, by scheme.
        about: labels of the whole conversation, which its first turn gets.
        joined: whether rows of one speaker in a row are one turn.
    """

    adapter: Adapter
    id: tuple[str, ...] = ("dialogue_id", "id")
    labels: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    joined: bool = False

    def __call__(self, path: Path, others: Sequence[Path]) -> Iterator[Conversation | Bad]:
        """The conversations of a file, as `Format.read`."""
        listed = {
            id.strip(): "test" if file.name.startswith("test") else "validation"
            for file in others
            if _LISTS in file.name and file.parent == path.parent
            for id in file.read_text("utf-8").split()
        }
        found = self._by_rows(path) if isinstance(self.adapter.fields, Fields) else self._by_objects(path)
        for one in found:
            yield one._replace(split=listed.get(one.id, "")) if isinstance(one, Conversation) else one

    def _by_objects(self, path: Path) -> Iterator[Conversation | Bad]:
        assert isinstance(self.adapter.fields, Turns)  # noqa: S101 - as declared
        reader, id_of = Reader(self.adapter.fields), first_of(self.id)
        number = 0
        for row in rows(path, self.adapter):
            if isinstance(row, Bad):
                yield row
                continue
            for one in reader.dialogues(row.line, row.value):
                number += 1
                try:
                    if isinstance(one, Unreadable):
                        raise ValueError(one.detail)
                    said = reader.session(row.line, one.value)
                except ValueError as error:
                    yield Bad(row.line, str(error))
                    continue
                value = one.value if isinstance(one.value, dict) else {}
                id = _text(id_of(value)) or one.name or str(number)
                authors = said.authors or ["AB"[place % 2] for place in range(len(said.utterances))]
                raw = reader.turns(one.value)
                about = _labels(self.about, value)
                turns = [
                    Turn(text.strip(), who or "", [*_labels(self.labels, turn), *(() if place else about)])
                    for place, (text, who, turn) in enumerate(zip(said.utterances, authors, raw, strict=True))
                ]
                yield checked(Conversation(row.line, id, turns))

    def _by_rows(self, path: Path) -> Iterator[Conversation | Bad]:
        fields = self.adapter.fields
        assert isinstance(fields, Fields)  # noqa: S101 - as declared
        session, text, who = (first_of(places) for places in (fields.session, fields.text, fields.author))
        given = (
            (row, row if isinstance(row, Bad) else _text(session(row.value)))
            for row in rows(path, self.adapter)
        )
        for id, group in groupby(given, key=lambda one: one[1]):
            found = [row for row, _ in group]
            turns: list[Turn] = []
            for row in found:
                if isinstance(row, Bad):
                    yield row
                    continue
                speaker, said = _text(who(row.value)) or "", (_text(text(row.value)) or "").strip()
                new = Turn(said, speaker, _labels(self.labels, row.value))
                if self.joined and turns and turns[-1].speaker == speaker:
                    last = turns.pop()
                    new = Turn(f"{last.text} {said}", speaker, [*last.labels, *new.labels])
                turns.append(new)
            if turns and not isinstance(id, Bad):
                yield checked(Conversation(found[0].line, id, turns))


def rows(path: Path, adapter: Adapter | str) -> Iterator[Value | Bad]:
    """The objects of a file.

    Raises:
        DialogueEtlError: the file cannot be read.
    """
    for row in corpus_files.rows(path, FORMATS[adapter] if isinstance(adapter, str) else adapter):
        if isinstance(row, Unreadable):
            raise DialogueEtlError(f"{path}: {row.detail}")
        yield Bad(row.line, row.problem) if row.problem else Value(row.line, row.value)


def objects(path: Path, adapter: str) -> Iterator[Value | Bad]:
    """As `rows`; those that are not objects are `Bad`."""
    for row in rows(path, adapter):
        known = isinstance(row, Bad) or isinstance(row.value, dict)
        yield row if known else Bad(row.line, "not an object")


def checked(found: Conversation) -> Conversation | Bad:
    """The conversation, or what is wrong with it."""
    if not found.turns or not all(turn.text for turn in found.turns):
        return Bad(found.line, f"{found.id}: a turn is empty" if found.turns else "no turn")
    return found


def _labels(places: Mapping[str, str], value: Any) -> list[tuple[str, str]]:
    if not isinstance(value, dict):
        return []
    found = ((scheme, _text(first_of((place,))(value))) for scheme, place in places.items())
    return [(scheme, label.strip()) for scheme, label in found if label]


def _text(value: Any) -> str | None:
    return None if value is ABSENT or value is None or value == "" else str(value)

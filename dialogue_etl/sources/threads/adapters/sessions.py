"""Reads dialogues from objects or lists: `["…"]`, `{"dialog": […]}`, chat messages.

They may be lines, items of a list, or one list per split, as LCCC is published
(github.com/thu-coai/CDial-GPT, README; `datasets.load_dataset("lccc")`; Dialogue ETL's own exports).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.sources.threads.adapters.json_values import Nesting
from dialogue_etl.sources.threads.adapters.paths import ABSENT, all_of, first_of
from dialogue_etl.sources.threads.adapters.records import Bad, Record, Row, Session, keys_of, name_of, session

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINKS = re.compile("parent|reply|(?<![a-z])root", re.IGNORECASE)
_NO_SPEAKERS = frozenset({"system"})
"""Roles whose texts are instructions to a program, not turns (ShareGPT, chat messages of OpenAI)."""


@dataclass(frozen=True)
class Turns:
    """The paths of a form's fields.

    Attributes:
        dialog: a list of turns, or one turn at each of several paths.
        text: the text of a turn that is an object.
        author: the speaker of a turn that is an object.
        speakers: a list with the speaker of each turn; it has precedence.
    """

    dialog: tuple[str, ...] = ("dialog", "dialogue", "messages", "conversations", "conversation", "turns")
    text: tuple[str, ...] = ("text", "content", "value", "utterance")
    author: tuple[str, ...] = ("speaker", "role", "from")
    speakers: tuple[str, ...] = ("speakers",)

    @property
    def nesting(self) -> Nesting:
        """The members of objects that may contain dialogues: all but the turns."""
        return Nesting(lambda name: name not in self.dialog, Reader(self).is_dialogue)


def read(rows: Iterable[Row], turns: Turns, _: str = "") -> Iterator[Record]:
    """Yield the dialogues of values, and a `Bad` for each invalid one."""
    reader = Reader(turns)
    for row in rows:
        if row.problem:
            yield Bad(row.line, row.problem)
        else:
            yield from reader.walk(row.line, row.value)


class Named(NamedTuple):
    """The value of a dialogue, and the key it has in its object; empty in a list that is not in an object."""

    name: str
    value: Any


class Reader:
    """Finds dialogues in values."""

    def __init__(self, turns: Turns) -> None:
        """Read the fields of a form."""
        self._dialog, self._speakers = all_of(turns.dialog), first_of(turns.speakers)
        self._text, self._author = first_of(turns.text), first_of(turns.author)

    def walk(self, line: int, value: Any) -> Iterator[Record]:
        """The dialogues in a value."""
        for one in self.dialogues(line, value):
            try:
                yield one if isinstance(one, Bad) else self.session(line, one.value)
            except ValueError as error:
                yield Bad(line, str(error))

    def dialogues(self, line: int, value: Any) -> Iterator[Named | Bad]:
        """The values of dialogues in a value, without recursion."""
        values = [Named("", value)]
        while values:
            name, one = values.pop()
            if isinstance(one, list) and one and not self.is_dialogue(one[0]):
                values += [Named(name, part) for part in reversed(one)]
            elif isinstance(one, dict) and not any(True for _ in self._dialog(one)):
                parts = [Named(key, part) for key, part in one.items() if isinstance(part, list | dict)]
                if parts and not _is_linked(one) and self._text(one) is ABSENT:
                    values += [part for part in reversed(parts) if part.value]
                else:
                    yield Bad(line, f"not a list of texts; it has {keys_of(one)}")
            else:
                yield Named(name, one)

    def is_dialogue(self, first: Any) -> bool:
        """Whether a list that begins with this value contains turns, not dialogues or comments."""
        if not isinstance(first, dict):
            return not isinstance(first, list)
        return self._text(first) is not ABSENT and not any(self._dialog(first)) and not _is_linked(first)

    def session(self, line: int, value: Any) -> Session:
        """The dialogue of a value.

        Raises:
            ValueError: it is not one.
        """
        if isinstance(value, list) and value and isinstance(value[0], str):
            return session(line, value)
        if not isinstance(value, list | dict):
            raise ValueError("not a list of texts")
        turns = self._every_turn(value)
        authors = [self._who(turn) for turn in turns]
        speakers = self._speakers(value) if isinstance(value, dict) else ABSENT
        if isinstance(speakers, list) and len(speakers) == len(turns):
            authors = [name_of(one, "speaker") for one in speakers]
        if any(isinstance(turn, dict) and _is_linked(turn) for turn in turns[:1]):
            raise ValueError("its turns have ids and parents: they are comments, not turns")
        spoken = [number for number, author in enumerate(authors) if author not in _NO_SPEAKERS]
        turns, authors = [turns[number] for number in spoken], [authors[number] for number in spoken]
        said = session(line, [self._text(turn) if isinstance(turn, dict) else turn for turn in turns])
        return said._replace(authors=authors) if any(authors) else said

    def turns(self, value: Any) -> list[Any]:
        """The values of the turns that are in the session of a value."""
        return [turn for turn in self._every_turn(value) if self._who(turn) not in _NO_SPEAKERS]

    def _every_turn(self, value: Any) -> list[Any]:
        found = list(self._dialog(value)) if isinstance(value, dict) else [value]
        return [turn for one in found for turn in self._listed(one)]

    def _listed(self, one: Any) -> list[Any]:
        """The turns of a list, or of a dict of lists (a sequence of objects in `datasets`); or one turn."""
        said = self._text(one) if isinstance(one, dict) else None
        if not isinstance(said, list) or not all(isinstance(text, str) for text in said):
            return one if isinstance(one, list) else [one]
        fields = {name: of for name, of in one.items() if isinstance(of, list) and len(of) == len(said)}
        return [dict(zip(fields, row, strict=True)) for row in zip(*fields.values(), strict=True)]

    def _who(self, turn: Any) -> str | None:
        found = self._author(turn) if isinstance(turn, dict) else ABSENT
        return None if found is ABSENT else name_of(found, "author")


def _is_linked(value: dict[str, Any]) -> bool:
    """Whether an object is a comment: it has an id, and names what it answers."""
    return any(map(_LINKS.search, value)) and any(name.lower().endswith("id") for name in value)

"""An annotated text: its stretches of direct speech, and the turns they make.

A line of gold.jsonl is one stretch inside its marks: `start` and `end` in characters, half open; `turn_id`,
shared by the stretches of one turn; `speaker`, null if unknown; `addressees`, null where they are not
annotated; `kind`, of which only `speech` counts (a corpus may mark thoughts and letters too).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.evaluation.folder import FILES
from dialogue_etl.text.spans import Span

_SPEECH = "speech"
_Model = TypeVar("_Model", bound=BaseModel)


class BadGoldError(DialogueEtlError):
    """An annotated text can't be used; the message names the file and says why."""


class _Line(BaseModel):
    """A line of gold.jsonl; what else it says is not looked at."""

    model_config = ConfigDict(strict=True, frozen=True)

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    turn_id: int | str
    speaker: str | None = None
    addressees: list[str] | None = None
    kind: str = _SPEECH


class _Meta(BaseModel):
    """What meta.json says that is looked at; the fields are those of `GoldText`."""

    model_config = ConfigDict(strict=True, frozen=True)

    language: str
    corpus: str = ""
    breaks: list[int] = Field(default_factory=list)
    speakers: bool = False
    addressees: bool = False


@dataclass(frozen=True)
class GoldTurn:
    """What one character says before another one does, as the annotators have it.

    Attributes:
        spans: its stretches of speech, in characters, in order.
        speaker: the name the annotators give the character; None if it is unknown, or a crowd.
        addressees: names of those who are spoken to, as far as annotated.
    """

    spans: tuple[Span, ...]
    speaker: str | None
    addressees: frozenset[str]

    @property
    def participants(self) -> frozenset[str]:
        """Speaker and addressees."""
        return self.addressees | {self.speaker} if self.speaker else self.addressees


@dataclass(frozen=True)
class GoldText:
    """An annotated text.

    Attributes:
        id: path of its folder among the annotated texts.
        corpus: it belongs to.
        language: BCP-47 tag.
        text: all of it; offsets count its characters.
        turns: in reading order.
        breaks: offsets of chapter and scene breaks, in order.
        speakers: whether speakers are annotated.
        addressees: whether addressees are annotated, which gold conversations are made of.
    """

    id: str
    corpus: str
    language: str
    text: str
    turns: tuple[GoldTurn, ...]
    breaks: tuple[int, ...] = ()
    speakers: bool = False
    addressees: bool = False

    @cached_property
    def by_place(self) -> list[tuple[Span, int]]:
        """Stretches of speech in reading order, each with the number of its turn."""
        return sorted((span, number) for number, turn in enumerate(self.turns) for span in turn.spans)


def read(id: str, files: Sequence[Path]) -> GoldText:
    """Read an annotated text.

    Args:
        id: of the text.
        files: its text.txt, gold.jsonl and meta.json.

    Raises:
        BadGoldError: a file is missing or no UTF-8, a line is not JSON or lacks a field, an offset lies
            outside the text, two stretches overlap.
    """
    said = dict(zip(FILES, (_decoded(id, path) for path in files), strict=True))
    meta = _parsed(_Meta, said["meta.json"], f"{id}/meta.json")
    text = said["text.txt"]
    lines = _lines(id, said["gold.jsonl"], len(text))
    return GoldText(
        id=id,
        corpus=meta.corpus or id.partition("/")[0],
        text=text,
        turns=_turns([line for line in lines if line.kind == _SPEECH], id),
        breaks=tuple(sorted(meta.breaks)),
        **meta.model_dump(include={"language", "speakers", "addressees"}),
    )


def _decoded(id: str, path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")  # line ends as they are: offsets count them
    except OSError as error:
        raise BadGoldError(f"{id}/{path.name}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadGoldError(f"{id}/{path.name}: not UTF-8 at byte {error.start:,}") from None


def _lines(id: str, content: str, length: int) -> list[_Line]:
    """The lines of gold.jsonl, by their place in the text."""
    found = []
    for number, written in enumerate(content.split("\n"), 1):
        if not written.strip():
            continue
        where = f"{id}/gold.jsonl, line {number}"
        line = _parsed(_Line, written, where)
        if not line.start <= line.end <= length:
            raise BadGoldError(f"{where}: {line.start} to {line.end} is no stretch of {length:,} characters")
        found.append(line)
    return sorted(found, key=lambda line: line.start)


def _parsed(model: type[_Model], content: str, where: str) -> _Model:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise BadGoldError(f"{where}: {f'{field}: ' if field else ''}{first['msg']}") from None


def _turns(lines: Sequence[_Line], id: str) -> tuple[GoldTurn, ...]:
    """Turns in reading order; the first stretch of a turn says who speaks, all say to whom."""
    for before, after in pairwise(lines):
        if after.start < before.end:
            stretches = f"{before.start} to {before.end} and {after.start} to {after.end}"
            raise BadGoldError(f"{id}/gold.jsonl: the stretches {stretches} overlap")
    parts: dict[int | str, list[_Line]] = {}
    for line in lines:
        parts.setdefault(line.turn_id, []).append(line)
    return tuple(
        GoldTurn(
            spans=tuple(Span(line.start, line.end) for line in part),
            speaker=part[0].speaker,
            addressees=frozenset(name for line in part for name in line.addressees or ()),
        )
        for part in parts.values()
    )

"""Dialogues, turns and labels as Python's users see them, and how they are made of rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

from dialogue_etl.formats.dialogue import NORMALISED


class Label(NamedTuple):
    """What people or a classifier say of a turn; a score is 0 to 1, and None where people say it."""

    scheme: str
    label: str
    score: float | None = None


@dataclass(frozen=True)
class Turn:
    """What one speaker says without another one in between.

    Attributes:
        text: what is spoken.
        speaker: as the text names whoever speaks, or a number; None if unknown.
        confidence: how likely the speaker is right, 0 to 1; None without a speaker.
        spans: where the text is, as half-open character offsets; empty without a source text.
        speech_confidence: how likely the text is speech and not quoted words, 0 to 1; None outside books.
        id: of the comment or subtitle that it is; None in books.
        start_ms: when it begins, in milliseconds; None without times.
        end_ms: when it ends.
        labels: of people and classifiers.
        normalised: the text as `normalise.profile` has it; None without one.
    """

    text: str
    speaker: str | None = None
    confidence: float | None = None
    spans: tuple[tuple[int, int], ...] = ()
    speech_confidence: float | None = None
    id: str | None = None
    start_ms: int | None = None
    end_ms: int | None = None
    labels: tuple[Label, ...] = ()
    normalised: str | None = None


@dataclass(frozen=True)
class Dialogue:
    """Turns that belong together.

    Attributes:
        id: stable for the same text and place.
        source_id: of the document.
        turns: in reading order.
        language: BCP-47 tag.
        work_id: of the work, all editions of which are in one split; None outside datasets, as what follows.
        corpus: of threads and converted corpora.
        title: of a book or film.
        authors: of a book.
        rights: licence, as stated.
    """

    id: str
    source_id: str
    turns: tuple[Turn, ...]
    language: str | None = None
    work_id: str | None = None
    corpus: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    rights: str | None = None


def dialogue_of(row: Mapping[str, Any]) -> Dialogue:
    """A dialogue from its row in the table `dialogues` or in a dataset."""
    turns = zip(row["turns"], row.get(NORMALISED.name) or repeat(None), strict=False)
    names = ("language", "work_id", "corpus", "title", "rights")
    return Dialogue(
        row["id"],
        row["source_id"],
        tuple(_turn(*one) for one in turns),
        authors=tuple(row.get("authors") or ()),
        **{name: row.get(name) for name in names},
    )


def _turn(turn: Mapping[str, Any], normalised: str | None) -> Turn:
    return Turn(
        turn["text"],
        turn["speaker"],
        turn["speaker_confidence"],
        tuple((span["start"], span["end"]) for span in turn["spans"] or ()),
        turn["speech_confidence"],
        turn["utterance_id"],
        turn["start_ms"],
        turn["end_ms"],
        tuple(Label(one["scheme"], one["label"], one["score"]) for one in turn["labels"] or ()),
        normalised,
    )

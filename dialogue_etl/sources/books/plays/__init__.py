"""Plays: dialogues whose speakers are printed beside them, read by their layout instead of speech marks."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.sources.books.plays.labels import find_labels
from dialogue_etl.sources.books.plays.passages import Passage, find_passages
from dialogue_etl.sources.books.plays.speeches import read_speeches
from dialogue_etl.sources.books.extraction.speakers.character import Character

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document


def find_plays(text: str, language: Language) -> list[Passage]:
    """The passages of a text that are set as a play, in order: all of a play, or parts of another book."""
    return find_passages(text, find_labels(text, language), language)


def without(text: str, passages: Sequence[Passage]) -> str:
    """The text with line ends in place of passages, so that offsets stay the same."""
    at, parts = 0, []
    for passage in passages:
        parts += [text[at : passage.start], "\n" * (passage.end - passage.start)]
        at = passage.end
    return "".join([*parts, text[at:]])


def read_plays(document: Document, passages: Sequence[Passage]) -> SpeechTable:
    """The speeches of plays in the table of extraction, as after its last step."""
    rows: dict[str, list[Any]] = {name: [] for name in ("start", "end", "paragraph", "begins_turn", "speaker", "gap")}
    characters: dict[str, Character] = {}
    for passage in passages:
        for speech in read_speeches(document, passage):
            name = speech.label.name
            characters.setdefault(name, Character()).forms[name] += 1
            for number, (start, end, paragraph) in enumerate(speech.spans):
                values = start, end, paragraph, number == 0, name, np.inf if speech.opens_scene else 0.0
                for column, value in zip(rows.values(), values, strict=True):
                    column.append(value)
    count = len(rows["start"])
    columns = {
        "start": np.array(rows["start"], np.int64),
        "end": np.array(rows["end"], np.int64),
        "paragraph": np.array(rows["paragraph"], np.int64),
        "begins_turn": np.array(rows["begins_turn"], np.bool_),
        "speaker": np.array([*rows["speaker"], None], object)[:-1],
        "gap": np.array(rows["gap"], np.float64),
        "confidence": np.ones(count),
        "certainty": np.ones(count),
        "speech": np.ones(count),
        "printed": np.ones(count, np.bool_),
    }
    return SpeechTable(columns, characters)

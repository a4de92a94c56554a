"""Plays: dialogues whose speakers are printed before them, read by their layout instead of speech marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.sources.books.extraction.table import SpeechTable, changes
from dialogue_etl.sources.books.plays.cast import name_speakers
from dialogue_etl.sources.books.plays.labels import find_labels
from dialogue_etl.sources.books.plays.passages import Passage, find_passages
from dialogue_etl.sources.books.plays.scenes import Staged, scene_rows, stage
from dialogue_etl.sources.books.plays.speeches import read_speeches

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document


_COLUMNS = {
    "start": np.int64,
    "end": np.int64,
    "paragraph": np.int64,
    "begins_turn": np.bool_,
    "speaker": np.object_,
    "gap": np.float64,
}
__all__ = ["Passage", "Staged", "beside", "find_plays", "read_plays", "scene_rows", "without"]


def find_plays(text: str, language: Language) -> list[Passage]:
    """The passages of a text that are set as a play, in order: all of a play, or parts of another book."""
    return find_passages(text, find_labels(text, language), language)


def without(text: str, passages: Sequence[Passage]) -> str:
    """The text with line ends in place of passages, so that offsets stay the same."""
    at, parts = 0, []
    for start, end, _ in passages:
        parts += [text[at:start], "\n" * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def read_plays(document: Document, passages: Sequence[Passage]) -> tuple[SpeechTable, dict[int, Staged]]:
    """The speeches of plays in the table of extraction, and the stage at each by the offset of its words.

    Neighbouring speeches of one speaker are one turn if `join_speakers` is on. A scene begins with an
    infinite gap, and so does a part of it if `stage_changes` parts scenes.
    """
    names, characters = name_speakers(document.text, passages, document.language)
    parts = document.params.stage_changes == "part"
    rows: list[tuple[Any, ...]] = []
    on_stage: dict[int, Staged] = {}
    before = None
    for passage in passages:
        done = [*on_stage.values()][-1].number if on_stage else 0
        speeches = [*read_speeches(document, passage)]
        for speech, staged in zip(speeches, stage(document.text, speeches, names, done), strict=True):
            on_stage[speech.spans[0][0]] = staged
            name = names[speech.label.key]
            opens = speech.opens_scene or (parts and staged.changes)
            begins = opens or name != before or not document.params.join_speakers
            gap = np.inf if opens else 0.0
            rows += [(*span, begins and span == speech.spans[0], name, gap) for span in speech.spans]
            before = name
    columns: dict[str, npt.NDArray[Any]] = {
        name: np.array([row[number] for row in rows], kind)
        for number, (name, kind) in enumerate(_COLUMNS.items())
    }
    columns |= {
        **{name: np.ones(len(rows)) for name in ("confidence", "certainty", "speech")},
        "as_printed": np.ones(len(rows), np.bool_),
    }
    return SpeechTable(columns, characters), on_stage


def beside(table: SpeechTable, plays: SpeechTable) -> SpeechTable:
    """The rows of plays and of the text around them, in order; no dialogue crosses the edge of a play."""
    table = table.with_columns(as_printed=np.zeros(len(table), np.bool_))
    columns: dict[str, npt.NDArray[Any]] = {
        name: np.concatenate([table.column(name), column]) for name, column in plays.columns.items()
    }
    both = SpeechTable(columns, {**table.characters, **plays.characters})
    both = both.where(both.column("start").argsort(kind="stable"))
    edges = changes(both.column("as_printed"))
    return both.with_columns(gap=np.where(edges, np.inf, both.column("gap")))

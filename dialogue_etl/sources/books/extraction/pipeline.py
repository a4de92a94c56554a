"""Extracts the dialogues of one book in eight steps over one table (`table.py`).

The profile `reference` does not use these steps but `sources/books/reference/`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.core import turns
from dialogue_etl.filters import Drop
from dialogue_etl.filters.extraction import min_delimiters
from dialogue_etl.sources.books.extraction.boundaries import part_dialogues
from dialogue_etl.sources.books.extraction.dialogues import Extraction, put_together
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.join_turns import join_turns, part_long_turns
from dialogue_etl.sources.books.extraction.narration import cut_narration
from dialogue_etl.sources.books.extraction.narration.remarks import cut_remarks
from dialogue_etl.sources.books.extraction.non_speech import classify_speech
from dialogue_etl.sources.books.extraction.quotations import find_quotations
from dialogue_etl.sources.books.extraction.speakers import attribute_speakers
from dialogue_etl.sources.books.extraction.speech_rules import REASONS, UNLIKELY
from dialogue_etl.sources.books.extraction.table import SpeechTable
from dialogue_etl.sources.books.plays import beside, find_plays, read_plays, scene_rows, without
from dialogue_etl.sources.books.reference import reference_dialogues
from dialogue_etl.text.segmentation import with_blanks
from dialogue_etl.text.spans import Spans, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.parameters import Extract
    from dialogue_etl.sources.books.plays import Passage, Staged

STEPS = (
    find_quotations,
    cut_narration,
    classify_speech,
    join_turns,
    attribute_speakers,
    cut_remarks,
    part_long_turns,
    part_dialogues,
)
"""In order. Each takes the document and the table, and returns a table with more columns or other rows."""


def run_steps(document: Document) -> Iterator[tuple[str, SpeechTable]]:
    """Yield the name of each step and the table after it."""
    table = SpeechTable()
    for step in STEPS:
        table = step(document, table)
        yield step.__name__, table


def extract_book(
    id: str,
    text: str,
    language: Language,
    params: Extract,
    *,
    words: int | None = None,
) -> Extraction:
    r"""Extract the dialogues of one book.

    Args:
        id: of the book; the ids of its dialogues begin with it.
        text: of the book, with `\n` line ends; all offsets count its characters.
        language: of the book.
        params: of this stage. The profile `reference` ignores all others, and the span of a turn is then its
            paragraph.
        words: number of white-space separated words, if already counted.
    """
    extraction = Extraction(id, language.tag)
    if params.profile == "reference":
        _extract_as_reference(extraction, text, words)
        return extraction
    passages = find_plays(text, language)
    document = Document.of(without(text, passages), language, params)
    if words is None or passages:
        words = len(with_blanks(document.raw, language.tag).split())
    density = document.marks.weight / words * 10_000 if words else 0.0
    extraction.score("book", id, "delimiters_per_10000_words", density)
    few = min_delimiters(density, params.min_delimiters)
    if few and not (passages and params.plays == "read"):
        _drop_plays(extraction, text, passages)
        extraction.drop_book(few)
        return extraction
    table = SpeechTable()
    staged: dict[int, Staged] = {}
    if not few:
        tables = dict(run_steps(document))
        _drop_non_speech(extraction, document, tables["classify_speech"])
        table = tables["part_dialogues"]
    if passages and params.plays == "read":
        document = Document.of(text, language, params)
        spoken, staged = read_plays(document, passages)
        extraction.score("book", id, "play_turns", spoken.column("begins_turn").sum())
        table = beside(table, spoken) if len(table) else spoken
    else:
        _drop_plays(extraction, text, passages)
    put_together(extraction, document, table)
    extraction.scenes = [*scene_rows(extraction.dialogues, staged)]
    return extraction


def _drop_plays(extraction: Extraction, text: str, passages: list[Passage]) -> None:
    """Add a drop for each play that is not read."""
    for start, end, _ in passages:
        extraction.drop_part("play", (start, end), Drop("plays"), text[start:end])


def _drop_non_speech(extraction: Extraction, document: Document, table: SpeechTable) -> None:
    """Add a drop for each quotation that is not speech."""
    quoted = table.where(table.column("reason").nonzero()[0])
    texts = texts_of(document.raw, quoted.spans, np.arange(len(quoted)))
    columns = (quoted.column("reason").tolist(), quoted.column("speech").tolist())
    for reason, chance, place, text in zip(*columns, quoted.spans.pairs(), texts, strict=True):
        name = REASONS[reason]
        drop = Drop(name, chance, document.params.min_speech) if name == UNLIKELY else Drop(name)
        extraction.drop_part("utterance", place, drop, text)


def _extract_as_reference(extraction: Extraction, text: str, words: int | None) -> None:
    """Fill in the dialogues that gutenberg-dialog finds; the span of a turn is its paragraph."""
    reference = reference_dialogues(text, extraction.language, words=words)
    extraction.score("book", extraction.id, "delimiters_per_10000_words", reference.density)
    if reference.drop:
        extraction.drop_book(reference.drop)
        return
    for left_out, drop in reference.left_out:
        unit = "dialogue" if drop.reason == "min_turns" else "utterance"
        extraction.drop_part(unit, (left_out.start, left_out.end), drop, left_out.text)
    utterances = list(chain.from_iterable(reference.dialogues))
    spans = Spans.of([(utterance.start, utterance.end) for utterance in utterances])
    all_turns = turns.build(
        [utterance.text for utterance in utterances],
        spans=turns.span_lists(spans, np.ones(len(utterances), np.int64)),
    )
    starts = [dialogue[0].start for dialogue in reference.dialogues]
    extraction.finish(all_turns, starts, [len(dialogue) for dialogue in reference.dialogues])

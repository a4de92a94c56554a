"""The data contract: the Arrow schemas every source, filter and export agrees on.

Offsets are counted in characters (code points) of the stored text, half open.
"""

from __future__ import annotations

import pyarrow as pa

SPAN = pa.struct([("start", pa.int64()), ("end", pa.int64())])

TURN = pa.struct(
    [
        ("text", pa.string()),  # the spans' text, white space runs made one blank, spans joined by one
        ("spans", pa.list_(SPAN)),  # several where narration interrupts the turn
        ("speaker", pa.string()),  # null where nobody says who speaks
    ]
)

TEXTS = pa.schema(
    [
        ("id", pa.string()),
        ("source", pa.string()),  # sample, library or mirror
        ("language", pa.string()),  # BCP-47
        ("title", pa.string()),
        ("authors", pa.list_(pa.string())),
        ("rights", pa.string()),  # as the catalogue states it
        ("url", pa.string()),  # where the bytes come from, relative to its mirror or library
        ("sha256", pa.string()),  # of the bytes as fetched
        ("encoding", pa.string()),
        ("stated_languages", pa.string()),  # as the file's own header names them, empty without one
        ("text", pa.string()),  # decoded, line ends as \n, header and footer off
    ]
)
"""One row per book (later: subtitle file, thread)."""

DIALOGUES = pa.schema(
    [
        ("id", pa.string()),  # source id and offset of the first character, never a running number
        ("source_id", pa.string()),
        ("language", pa.string()),
        ("turns", pa.list_(TURN)),
    ]
)
"""One row per dialogue, in the order of the text within a source."""

SCORES = pa.schema(
    [
        ("unit", pa.string()),  # book or dialogue
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("measure", pa.string()),
        ("value", pa.float64()),
    ]
)
"""What filters measure; thresholds are applied to these rows, so a curve over thresholds is free."""

DROPS = pa.schema(
    [
        ("stage", pa.string()),
        ("unit", pa.string()),  # file, book, dialogue, utterance
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("reason", pa.string()),  # the knob that decided, or what was wrong with the file
        ("value", pa.float64()),  # what was measured; null where there is nothing to measure
        ("threshold", pa.float64()),
        ("detail", pa.string()),  # a sentence for people: the file and what is wrong, the text left out
        ("start", pa.int64()),  # place in the stored text, null for whole books and files
        ("end", pa.int64()),
    ]
)
"""Everything left out, and why. Counted in the metrics of its stage."""

KEPT = pa.schema([("id", pa.string()), ("words", pa.int64())])
"""Books the pre-filter keeps, with their white-space separated words."""

SPLITS = pa.schema(
    [
        ("source_id", pa.string()),
        ("split", pa.string()),  # train, validation, test
        ("position", pa.float64()),  # the book's seeded hash as a number in [0, 1)
        ("dialogues", pa.int64()),
        ("utterances", pa.int64()),
    ]
)
"""One row per book with dialogues."""

SCHEMAS = {
    "texts": TEXTS,
    "dialogues": DIALOGUES,
    "scores": SCORES,
    "drops": DROPS,
    "kept": KEPT,
    "splits": SPLITS,
}
"""Every table by the name of its folder inside a stage's output."""

SPLIT_NAMES = ("train", "validation", "test")

"""Schemas of the tables that only books have."""

import pyarrow as pa

from dialogue_etl.core.tables import SPAN

CATALOGUE = pa.schema(
    [
        ("id", pa.string()),  # pg and the number for Project Gutenberg
        ("type", pa.string()),  # Text, Sound, Dataset …
        ("issued", pa.string()),  # ISO date; empty if unknown
        ("title", pa.string()),  # on one line
        ("languages", pa.list_(pa.string())),  # BCP-47
        ("authors", pa.list_(pa.string())),  # `Surname, First`, without years and roles
        ("subjects", pa.list_(pa.string())),
        ("bookshelves", pa.list_(pa.string())),
        ("rights", pa.string()),  # null if not in the catalogue
        ("file", pa.string()),  # relative to the library; null for Project Gutenberg
        ("sha256", pa.string()),  # of the file; null if not in the catalogue
    ]
)
"""One row per entry of a catalogue, of any type and language, by number."""

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
        # Decoded, line ends as \n, header, footer, credits and notes off; masked unless `privacy` is off.
        ("text", pa.string()),
        (
            "pieces",
            pa.list_(SPAN),
        ),  # of the decoded file; with an empty line between two they are `text`, unmasked
    ]
)
"""One row per book."""

SIZES = pa.schema(
    [
        ("parameter", pa.string()),  # of those that part dialogues
        ("value", pa.float64()),  # of the parameter
        ("dialogues", pa.int64()),
        ("utterances", pa.int64()),
    ]
)
"""How many dialogues the books of a shard would give at other values of a parameter."""

CHARACTERS = pa.schema(
    [
        ("source_id", pa.string()),  # the book
        ("name", pa.string()),  # as in the column `speaker` of its turns
        ("names", pa.list_(pa.string())),  # all forms in the text, the most frequent first
        ("gender", pa.string()),  # m, f, 1 for a narrator who speaks in the first person; empty if unknown
        ("person_id", pa.string()),  # in the edition of a play in TEI; null without one
        ("turns", pa.int64()),  # in the dialogues that extraction keeps
        ("start", pa.int64()),  # offset of the first of them
    ]
)
"""Who speaks in each book: a row per character with a turn, by the first one."""

_NAMES = pa.list_(pa.string())
SCENES = pa.schema(
    [
        ("dialogue_id", pa.string()),
        ("source_id", pa.string()),  # the book
        ("scene", pa.string()),  # its id in TEI, else its heading; empty without one, null outside plays
        ("number", pa.int64()),  # of the scene in the text, from 1; null outside plays
        ("speakers", _NAMES),  # in the order in which they speak
        # Of each turn the one spoken to: the other one of two on stage or in the dialogue; null with more.
        ("addressees", _NAMES),
    ]
)
"""Who is spoken to, and where the dialogues of plays belong: a row per dialogue whose speakers are printed
beside it, and per other dialogue in which every turn has a name and these are two."""

KEPT = pa.schema([("id", pa.string()), ("words", pa.int64())])
"""Books the pre-filter keeps, with their white-space separated words."""

SCHEMAS = {
    "catalogue": CATALOGUE,
    "texts": TEXTS,
    "sizes": SIZES,
    "characters": CHARACTERS,
    "scenes": SCENES,
    "kept": KEPT,
}
"""By the name of the folder inside a stage's output."""

"""The data contract: the Arrow schemas every source, filter and export agrees on.

Offsets are counted in characters (code points) of the stored text, half open.
"""

from __future__ import annotations

import pyarrow as pa

SPAN = pa.struct([("start", pa.int64()), ("end", pa.int64())])

LABEL = pa.struct([("scheme", pa.string()), ("label", pa.string()), ("score", pa.float32())])
"""What a classifier or annotator says of a turn: by which scheme, and how sure; null where nobody told."""

TURN = pa.struct(
    [
        ("text", pa.string()),  # what the spans hold, white space made one blank: text/spans.py
        # Several where narration interrupts the turn; with the profile `reference` its paragraph.
        ("spans", pa.list_(SPAN)),
        ("speaker", pa.string()),  # null where nobody says who speaks
        ("speaker_confidence", pa.float32()),  # 0 to 1 that it is this one; null without a speaker
        ("utterance_id", pa.string()),  # as the source names it: the comment; null in books, which have spans
        ("start_ms", pa.int64()),  # milliseconds from the beginning of the film; null without times
        ("end_ms", pa.int64()),
        ("labels", pa.list_(LABEL)),  # emotions and the like; empty without
    ]
)

CATALOGUE = pa.schema(
    [
        ("id", pa.string()),  # pg and the number for Project Gutenberg
        ("type", pa.string()),  # Text, Sound, Dataset …
        ("issued", pa.string()),  # ISO date, empty where it is not known
        ("title", pa.string()),  # on one line
        ("languages", pa.list_(pa.string())),  # BCP-47
        ("authors", pa.list_(pa.string())),  # `Surname, First`, without years and roles
        ("subjects", pa.list_(pa.string())),
        ("bookshelves", pa.list_(pa.string())),
        ("rights", pa.string()),  # null where the catalogue does not say
        ("downloads", pa.int64()),  # in 30 days; null where the catalogue does not say
        ("files", pa.list_(pa.string())),  # plain texts, relative to library or mirror, where it says
        ("sha256", pa.string()),  # of the file, null where the catalogue does not say
    ]
)
"""One row per entry of a catalogue, of any type and language, by number."""

APPARATUS = pa.struct([("start", pa.int64()), ("end", pa.int64()), ("kind", pa.string())])

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
        ("text", pa.string()),  # decoded, line ends as \n, header, footer, credits and notes off
        ("pieces", pa.list_(SPAN)),  # of the decoded file; an empty line between two of them makes `text`
        ("apparatus", pa.list_(APPARATUS)),  # in `text`: contents, index and the like
    ]
)
"""One row per book (later: subtitle file, thread)."""

DIALOGUES = pa.schema(
    [
        # Books: source id and offset of the first character; threads: source id and last comment.
        ("id", pa.string()),
        ("source_id", pa.string()),  # the book or thread
        ("language", pa.string()),
        ("turns", pa.list_(TURN)),
    ]
)
"""One row per dialogue, in the order of the text within a source."""

PAIRS = pa.schema(
    [
        ("dialogue_id", pa.string()),
        ("trigger", pa.int32()),  # number of the turn in its dialogue, from 0
        ("answer", pa.int32()),  # number of the turn that answers it: the next one
        ("interval_ms", pa.int64()),  # from the end of the trigger to the answer's start; null without times
    ]
)
"""One row per trigger and answer, in the order of the dialogues and their turns."""

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
        ("unit", pa.string()),  # file, line, book, thread, comment, dialogue, utterance
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("reason", pa.string()),  # the parameter that decided, or what was wrong with the file
        ("value", pa.float64()),  # what was measured; null where there is nothing to measure
        ("threshold", pa.float64()),
        ("detail", pa.string()),  # a sentence for people: the file and what is wrong, the text left out
        ("start", pa.int64()),  # place in the stored text, null for whole books and files
        ("end", pa.int64()),
    ]
)
"""Everything left out, and why. Counted in the metrics of its stage."""

SIZES = pa.schema(
    [
        ("parameter", pa.string()),  # of those that part dialogues
        ("value", pa.float64()),  # of the parameter
        ("dialogues", pa.int64()),
        ("utterances", pa.int64()),
    ]
)
"""How many dialogues the books of a shard would give at other values of a parameter."""

KEPT = pa.schema([("id", pa.string()), ("words", pa.int64())])
"""Books the pre-filter keeps, with their white-space separated words."""

SHARE = pa.struct([("id", pa.string()), ("share", pa.float64())])

WORKS = pa.schema(
    [
        ("id", pa.string()),  # of the book
        ("work_id", pa.string()),  # the least id of the books of its work
        ("reason", pa.string()),  # what joins it to `like`: same text, alike text, same title; null if alone
        ("like", pa.string()),  # another book of the work
        ("similarity", pa.float64()),  # shared five-word sequences of the one with fewer, null for titles
        ("volume", pa.string()),  # as the title says, empty without
        ("text_id", pa.string()),  # the least id of the books of the same words
        ("title_id", pa.string()),  # the least id of those of the same author, title and volume
        ("alike", pa.list_(SHARE)),  # books of the work, with the share of this one's text they hold
        ("parts_of", pa.list_(SHARE)),  # larger books that hold this one, with the share: collections
    ]
)
"""One row per downloaded book. Ids are compared with their numbers as numbers: pg2 comes before pg10."""

SPLITS = pa.schema(
    [
        ("source_id", pa.string()),
        ("work_id", pa.string()),
        ("split", pa.string()),  # train, validation, test
        ("position", pa.float64()),  # the work's seeded hash as a number in [0, 1)
        ("dialogues", pa.int64()),
        ("utterances", pa.int64()),
    ]
)
"""One row per book with dialogues."""

THREADS = pa.schema(
    [
        ("id", pa.string()),  # corpus and id of the root comment: `weibo:4401`
        ("corpus", pa.string()),  # name of the imported corpus, or of the embedded sample
        ("language", pa.string()),  # BCP-47
        ("rights", pa.string()),  # licence, as whoever imported the corpus stated it
        ("root_author", pa.string()),  # null where the corpus has no authors
        ("comments", pa.int64()),
    ]
)
"""One row per comment tree, by id. A session of a corpus without trees is a tree that is a chain."""

COMMENTS = pa.schema(
    [
        ("source_id", pa.string()),  # of the thread
        ("id", pa.string()),  # as the corpus names it
        ("parent", pa.string()),  # id of the comment it answers; null for the root, or if that was deleted
        ("author", pa.string()),  # null where the corpus has no authors
        ("text", pa.string()),
        ("time", pa.int64()),  # seconds since 1970, null where the corpus does not say
    ]
)
"""One row per comment, by thread; within a thread by time, then id."""

SCHEMAS = {
    "threads": THREADS,
    "comments": COMMENTS,
    "catalogue": CATALOGUE,
    "works": WORKS,
    "texts": TEXTS,
    "dialogues": DIALOGUES,
    "pairs": PAIRS,
    "scores": SCORES,
    "drops": DROPS,
    "sizes": SIZES,
    "kept": KEPT,
    "splits": SPLITS,
}
"""Every table by the name of its folder inside a stage's output."""

SPLIT_NAMES = ("train", "validation", "test")

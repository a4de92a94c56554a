"""The data contract: Arrow schemas of the tables that several sources share.

Tables of a single source are in the module `tables` of its folder. Spans are half open; their offsets count
characters (code points) of the stored text.
"""

import pyarrow as pa

SPAN = pa.struct([("start", pa.int64()), ("end", pa.int64())])

LABEL = pa.struct([("scheme", pa.string()), ("label", pa.string()), ("score", pa.float32())])
"""A label of a turn, by a classifier or annotator: the label set it is from, and its confidence if known."""

TURN = pa.struct(
    [
        ("text", pa.string()),  # of the spans, with white space collapsed: text/spans.py
        # Several if narration interrupts the turn; with the profile `reference` the whole paragraph.
        ("spans", pa.list_(SPAN)),
        ("speaker", pa.string()),  # null if unknown
        ("speaker_confidence", pa.float32()),  # 0 to 1; null without a speaker
        # 0 to 1: that it is speech, not quoted words; null if all text of the source is.
        ("speech_confidence", pa.float32()),
        ("utterance_id", pa.string()),  # of the source; null if turns are located by spans
        ("start_ms", pa.int64()),  # milliseconds from the start of the film; null without times
        ("end_ms", pa.int64()),
        ("labels", pa.list_(LABEL)),  # such as emotions; may be empty
    ]
)

DIALOGUES = pa.schema(
    [
        # Id of the document, with the offset of the first character or the id of the last turn.
        ("id", pa.string()),
        ("source_id", pa.string()),  # of the document
        ("language", pa.string()),
        ("turns", pa.list_(TURN)),
    ]
)
"""One row per dialogue, in the order of the text within a source."""

DOCUMENTS = pa.schema(
    [
        ("id", pa.string()),
        ("title", pa.string()),  # null where it is not known, as are the following
        ("corpus", pa.string()),
        ("rights", pa.string()),  # licence, as stated
        ("url", pa.string()),  # of its file
        ("sha256", pa.string()),  # of its bytes
    ]
)
"""One row per document, for sources that know no more of theirs than this."""

PAIRS = pa.schema(
    [
        ("dialogue_id", pa.string()),
        ("trigger", pa.int32()),  # index of the turn in its dialogue, from 0
        ("answer", pa.int32()),  # index of the turn that answers it: the next one
        ("interval_ms", pa.int64()),  # from the end of the trigger to the answer's start; null without times
    ]
)
"""One row per pair of a turn (trigger) and the next one (answer), in the order of the dialogues."""

_WORDS = pa.list_(pa.string())
INTERACTIONS = pa.schema(
    [
        ("id", pa.string()),  # of the dialogue, or else of the document, and `number`: `tt1:4#0`
        ("source_id", pa.string()),  # of the document
        ("dialogue_id", pa.string()),  # null if pairs are not made of dialogues
        ("split", pa.string()),  # of the document
        # Index of the trigger, from 0, in its dialogue, or else in its document: the answer is
        # the trigger of the pair with the next number.
        ("number", pa.int64()),
        ("trigger", pa.string()),  # after the transformers
        ("answer", pa.string()),
        ("interval_ms", pa.int64()),  # from the end of the trigger to the answer's start; null without times
        # Added by producers; null without them.
        ("tokens_trigger", _WORDS),
        ("tokens_answer", _WORDS),
        ("stems_trigger", _WORDS),
        ("stems_answer", _WORDS),
        ("lemmas_trigger", _WORDS),
        ("lemmas_answer", _WORDS),
        ("sentiment_trigger", pa.string()),  # one of five, from `very negative` to `very positive`
        ("sentiment_answer", pa.string()),
    ]
)
"""One row per pair that is kept, in the order of documents and of the text within them."""

CERTIFICATION = pa.struct([("country", pa.string()), ("value", pa.string())])

PAIR_DOCUMENTS = pa.schema(
    [
        ("id", pa.string()),
        ("split", pa.string()),  # null if none of its dialogues is left
        # Metadata, which filters can use.
        ("imdb_id", pa.string()),
        ("title", pa.string()),
        ("year", pa.int32()),
        ("genres", _WORDS),
        ("countries", _WORDS),
        ("original_languages", _WORDS),
        ("minutes", pa.float64()),
        ("encoding", pa.string()),
        ("adult", pa.bool_()),
        ("certifications", pa.list_(CERTIFICATION)),  # such as `M/12` in PT
        ("movie_rating", pa.float64()),
        ("subtitle_rating", pa.float64()),
        ("path", pa.string()),  # of its file
        ("bytes", pa.int64()),  # of its file; null if unknown
        ("dropped_by", pa.string()),  # the filter that dropped it; null if it is kept
        ("pairs_in", pa.int64()),
        ("pairs", pa.int64()),  # kept
        ("intervals", pa.int64()),  # kept pairs with times
        ("interval_ms_sum", pa.int64()),
    ]
)
"""One row per document that pairs were made of, dropped ones included."""

SCORES = pa.schema(
    [
        ("unit", pa.string()),  # such as book or dialogue
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("measure", pa.string()),
        ("value", pa.float64()),
    ]
)
"""What filters measure; with these rows, the effect of other thresholds is known without a new run."""

DROPS = pa.schema(
    [
        ("stage", pa.string()),
        ("unit", pa.string()),  # such as file, line, book, comment, dialogue or utterance
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("reason", pa.string()),  # the parameter that decided, or what was wrong with the file
        ("value", pa.float64()),  # what was measured; null if nothing was
        ("threshold", pa.float64()),
        ("detail", pa.string()),  # for people: the file and what is wrong with it, or the dropped text
        ("start", pa.int64()),  # span in the stored text; null for whole documents and files
        ("end", pa.int64()),
    ]
)
"""Everything that was dropped, and why. The metrics of the stage count these rows."""

SHARE = pa.struct([("id", pa.string()), ("share", pa.float64())])

WORKS = pa.schema(
    [
        ("id", pa.string()),  # of the document
        ("work_id", pa.string()),  # the first id of the documents of its work
        ("reason", pa.string()),  # why it is joined to `like`: same text, similar text, same title; or null
        ("like", pa.string()),  # another document of the work
        ("similarity", pa.float64()),  # share of common five-word sequences, of the one with fewer; or null
        ("volume", pa.string()),  # from the title; may be empty
        ("text_id", pa.string()),  # the first id of the documents with the same words
        ("title_id", pa.string()),  # the first id of those with the same author, title and volume
        ("alike", pa.list_(SHARE)),  # documents of the work, with the share of this text that they contain
        ("parts_of", pa.list_(SHARE)),  # collections that contain this document, with the share
    ]
)
"""One row per document. Ids are sorted with numbers in them as numbers: pg2 comes before pg10."""

SPLITS = pa.schema(
    [
        ("source_id", pa.string()),
        ("work_id", pa.string()),
        ("split", pa.string()),  # train, validation, test
        ("position", pa.float64()),  # seeded hash of the work, as a number in [0, 1)
        ("method", pa.string()),  # how it was assigned: hash, size
        ("dialogues", pa.int64()),
        ("utterances", pa.int64()),
    ]
)
"""One row per document with dialogues."""

SCHEMAS = {
    "documents": DOCUMENTS,
    "works": WORKS,
    "dialogues": DIALOGUES,
    "pairs": PAIRS,
    "interactions": INTERACTIONS,
    "pair_documents": PAIR_DOCUMENTS,
    "scores": SCORES,
    "drops": DROPS,
    "splits": SPLITS,
}
"""By the name of the table's folder in a stage's output."""

SPLIT_NAMES = ("train", "validation", "test")

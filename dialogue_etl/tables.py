"""The data contract: the Arrow schemas every source, filter and export agrees on.

Tables that only one source has stand in the part `tables` of its folder.

Offsets are counted in characters (code points) of the stored text, half open.
"""

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
        ("utterance_id", pa.string()),  # as the source names it; null where spans tell the place
        ("start_ms", pa.int64()),  # milliseconds from the beginning of the film; null without times
        ("end_ms", pa.int64()),
        ("labels", pa.list_(LABEL)),  # emotions and the like; empty without
    ]
)

DIALOGUES = pa.schema(
    [
        # That of the document, with the offset of the first character or the id of the last turn.
        ("id", pa.string()),
        ("source_id", pa.string()),  # of the document
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

_WORDS = pa.list_(pa.string())
INTERACTIONS = pa.schema(
    [
        ("id", pa.string()),  # of the dialogue, or document where there is none, and the number: `tt1:4#0`
        ("source_id", pa.string()),  # of the document
        ("dialogue_id", pa.string()),  # null where pairs are of what stands in no dialogue
        ("split", pa.string()),  # that of the document
        # Place of the trigger, from 0, in its dialogue, or in its document where there is none: the pair with
        # the next number has this answer for its trigger.
        ("number", pa.int64()),
        ("trigger", pa.string()),  # as the transformers left it
        ("answer", pa.string()),
        ("interval_ms", pa.int64()),  # from the end of the trigger to the answer's start; null without times
        # What producers made; null where none did.
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
"""One row per pair that is kept, in the order of the documents and of what is said in them."""

CERTIFICATION = pa.struct([("country", pa.string()), ("value", pa.string())])

PAIR_DOCUMENTS = pa.schema(
    [
        ("id", pa.string()),
        ("split", pa.string()),  # null where none of its dialogues is left
        # What is known of it: filters look at these.
        ("imdb_id", pa.string()),
        ("title", pa.string()),
        ("year", pa.int32()),
        ("genres", _WORDS),
        ("countries", _WORDS),
        ("original_languages", _WORDS),
        ("minutes", pa.float64()),
        ("encoding", pa.string()),
        ("adult", pa.bool_()),
        ("certifications", pa.list_(CERTIFICATION)),  # as `M/12` in PT
        ("movie_rating", pa.float64()),
        ("subtitle_rating", pa.float64()),
        ("path", pa.string()),  # of the file it is from
        ("bytes", pa.int64()),  # of that file; null where they are not known
        ("dropped_by", pa.string()),  # the filter that left it out; null if it is kept
        ("pairs_in", pa.int64()),
        ("pairs", pa.int64()),  # kept
        ("intervals", pa.int64()),  # of the kept pairs those with times
        ("interval_ms_sum", pa.int64()),
    ]
)
"""One row per document that pairs were looked for in, with what was left out."""

SCORES = pa.schema(
    [
        ("unit", pa.string()),  # document or dialogue, by its name
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
        ("unit", pa.string()),  # file, line, document, comment, dialogue, utterance, by its name
        ("id", pa.string()),
        ("source_id", pa.string()),
        ("reason", pa.string()),  # the parameter that decided, or what was wrong with the file
        ("value", pa.float64()),  # what was measured; null where there is nothing to measure
        ("threshold", pa.float64()),
        ("detail", pa.string()),  # a sentence for people: the file and what is wrong, the text left out
        ("start", pa.int64()),  # place in the stored text, null for whole documents and files
        ("end", pa.int64()),
    ]
)
"""Everything left out, and why. Counted in the metrics of its stage."""

SHARE = pa.struct([("id", pa.string()), ("share", pa.float64())])

WORKS = pa.schema(
    [
        ("id", pa.string()),  # of the document
        ("work_id", pa.string()),  # the least id of the documents of its work
        ("reason", pa.string()),  # what joins it to `like`: same text, alike text, same title; null if alone
        ("like", pa.string()),  # another document of the work
        ("similarity", pa.float64()),  # shared five-word sequences of the one with fewer, null for titles
        ("volume", pa.string()),  # as the title says, empty without
        ("text_id", pa.string()),  # the least id of the documents of the same words
        ("title_id", pa.string()),  # the least id of those of the same author, title and volume
        ("alike", pa.list_(SHARE)),  # documents of the work, with the share of this one's text they hold
        ("parts_of", pa.list_(SHARE)),  # larger documents that hold this one, with the share: collections
    ]
)
"""One row per document. Ids are compared with their numbers as numbers: pg2 comes before pg10."""

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
"""One row per document with dialogues."""

SCHEMAS = {
    "works": WORKS,
    "dialogues": DIALOGUES,
    "pairs": PAIRS,
    "interactions": INTERACTIONS,
    "pair_documents": PAIR_DOCUMENTS,
    "scores": SCORES,
    "drops": DROPS,
    "splits": SPLITS,
}
"""Every table of more than one source, by the name of its folder inside a stage's output."""

SPLIT_NAMES = ("train", "validation", "test")

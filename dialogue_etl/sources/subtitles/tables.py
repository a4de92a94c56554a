"""The tables that only this source has."""

import pyarrow as pa

from dialogue_etl.core.tables import CERTIFICATION

FILMS = pa.schema(
    [
        ("id", pa.string()),  # of the subtitle file: film and subtitle, `tt0000417:4625179`, `arrival:a.en`
        ("film_id", pa.string()),  # IMDb id, `tt` and at least seven digits; or the name its owner gave it
        ("language", pa.string()),  # BCP-47
        ("corpus", pa.string()),  # `opus`, `library` or `sample`
        ("rights", pa.string()),  # as whoever brought the file stated it
        ("url", pa.string()),  # path of the file in its archive or folder
        ("sha256", pa.string()),  # of its bytes, unpacked
        ("encoding", pa.string()),  # it was read in
        ("title", pa.string()),
        ("year", pa.int32()),
        ("genres", pa.list_(pa.string())),
        ("countries", pa.list_(pa.string())),
        ("original_languages", pa.list_(pa.string())),
        ("minutes", pa.float64()),  # of the film, as the source says
        ("adult", pa.bool_()),
        ("certifications", pa.list_(CERTIFICATION)),  # as `M/12` in PT
        ("film_rating", pa.float64()),  # 0 to 10, of TMDB
        ("subtitle_rating", pa.float64()),  # by OpenSubtitles' own scale: may be negative, is never clamped
        ("cds", pa.string()),  # `1/2`: the first of two files
        ("confidence", pa.float64()),  # 0 to 1 that the language is the stated one, by OpenSubtitles
        ("other_language", pa.float64()),  # share of passages in others; null if they can't be identified
        ("found_language", pa.string()),  # of most passages, BCP-47; empty if it is not known
        ("machine_translated", pa.bool_()),
        ("hearing_impaired", pa.bool_()),
        ("subtitle_date", pa.string()),  # as the file says
        ("duration_ms", pa.int64()),  # of the subtitle: its last time
        ("blocks", pa.int32()),  # read
        ("sentences", pa.int32()),  # read
        ("stated_sentences", pa.int32()),  # by the file's own metadata
        ("unknown_words", pa.int64()),
        ("corrected_words", pa.int64()),
        ("tokens", pa.int64()),
        ("damaged", pa.bool_()),  # truncated or not well-formed: what could be read was
    ]
)
"""One row per subtitle file, by id. What is unknown is null, or an empty list."""

SENTENCES = pa.schema(
    [
        ("source_id", pa.string()),  # of the subtitle file
        ("number", pa.int32()),  # from 1, in the order of the file
        ("text", pa.string()),  # as written, white space made one blank; a dash that opens it stays
        ("block", pa.int32()),  # the subtitle block (srt: cue) it begins in; null where the file has none
        ("end_block", pa.int32()),  # the one it ends in
        # Milliseconds; null where no block begins with (ends with) the sentence: the time is missing, as in
        # OPUS. May be negative, above 24 hours or out of order, as the file says.
        ("start_ms", pa.int64()),
        ("end_ms", pa.int64()),
        ("emphasis", pa.bool_()),  # wholly in italics: off screen, sung, or a thought
        ("new_line", pa.bool_()),  # it begins a line of its block; null where lines are not known (OPUS)
        ("speaker", pa.string()),  # as the file names it, `John:` from `sentences` on; null where it does not
    ]
)
"""One row per sentence, by file and number."""

TURNS = pa.schema(
    [
        ("source_id", pa.string()),
        ("number", pa.int32()),  # that of its first sentence
        ("last", pa.int32()),  # that of its last sentence
        ("text", pa.string()),
        ("speaker", pa.string()),  # as the subtitle names it; null where it does not
        ("start_ms", pa.int64()),  # of its first sentence; null if missing there
        ("end_ms", pa.int64()),  # of its last one
        # Chances, 0 to 1: that it is another person's than the turn before, null for a film's first; that all
        # of it is one person's, that of the least certain of its sentences.
        ("change", pa.float64()),
        ("alone", pa.float64()),
    ]
)
"""One row per turn, by file and number."""

SCHEMAS = {"films": FILMS, "sentences": SENTENCES, "turns": TURNS}
"""By the name of the folder inside a stage's output."""

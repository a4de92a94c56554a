"""Threads: comment trees and sessions, each path from a root to a leaf a dialogue."""

from dialogue_etl.sources.base import Pairing, Source
from dialogue_etl.sources.figures import OF_EVERY_SOURCE, Figure

NAMED = Figure(
    "named_speakers", "schema_rows", "utterances whose speaker is named, though the parameters say otherwise"
)
PLACEHOLDERS = Figure("broken_placeholders", "schema_rows", "utterances with a piece of a placeholder")
BLACKLISTS = """\
# Your own blacklists

Files `dirty.txt`, `topics.txt`, `names.txt`, `symbols.txt` and `platform.txt`: a term a line, UTF-8. They
are added to the small ones that come with Dialogue ETL. The parameters `rules.blacklist_*` say what becomes
of a dialogue that holds one.
"""
ANNOTATIONS = """\
# Labels people gave

For the classifiers of the parameters `classify`: files whose names begin with `noise` for pairs, with
`context` for single utterances, as CSV, JSON Lines or an export of Label Studio. `dialogue-etl audit noise`
draws pairs for people to judge; the answers that its page saves go here as they are. Without annotations weak
labels are used.
"""

SOURCE = Source(
    name="threads",
    unit="thread",
    about="dialogues of comment threads and chats, by paths of replies",
    language_list="threads.languages",
    sections=(
        "privacy",
        "threads",
        "rules",
        "classify",
        "contamination",
        "thread_pairs",
        "gates",
        "split",
        "package",
        "report",
        "storage",
    ),
    documents=("ingest", "threads"),
    last_stage="classify",
    dropping_stages=("ingest", "extract", "rules", "classify"),
    pairs=Pairing("thread_pairs", known=()),
    align="utterance_ids",
    figures=(*OF_EVERY_SOURCE, NAMED, PLACEHOLDERS),
    has_corpora=True,
    judged_stage="rules",
    files={
        "threads/corpora/catalogue.csv": "name,format,language,rights,files\n",
        "threads/blacklists/README.md": BLACKLISTS,
        "threads/annotations/README.md": ANNOTATIONS,
    },
    tracked=("threads/corpora",),
    trade_offs={
        "threads.dialogues": "siblings, threads, both: longer dialogues, of many people",
        "threads.session_gap": "higher: longer dialogues of chats, more mixed ones",
        "threads.min_turns": "higher: fewer dialogues, no short ones",
        "threads.max_openings": "lower: fewer dialogues, fewer that begin alike",
        "rules.too_long_characters": "higher: more turns, more long ones",
        "rules.short_response_characters": "higher: fewer dialogues, fewer that end in a mere sign",
        "rules.blacklist_dirty": "off: more dialogues, more with such words",
        "rules.repeated_phrases_times": "higher: more turns, more repetitions",
        "rules.long_dialogues_turns": "higher: more long dialogues",
        "classify.noise_threshold": "higher: more dialogues, more noisy pairs",
        "classify.context_threshold": "higher: more dialogues, more that begin in the middle",
        "classify.threshold_rule": "precision: drops what is noise for sure; max_f: drops more",
    },
)

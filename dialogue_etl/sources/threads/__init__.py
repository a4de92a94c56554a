"""Threads: comment trees and sessions, each path from a root to a leaf a dialogue."""

from dialogue_etl.sources.base import Pairing, Source
from dialogue_etl.sources.figures import LEAKED_PAIRS, OF_EVERY_SOURCE, Figure

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
    figures=(*OF_EVERY_SOURCE, LEAKED_PAIRS, NAMED, PLACEHOLDERS),
    has_corpora=True,
    judged_stage="rules",
    files={
        "threads/corpora/catalogue.csv": "name,format,language,rights,files\n",
        "threads/blacklists/README.md": BLACKLISTS,
        "threads/annotations/README.md": ANNOTATIONS,
    },
    tracked=("threads/corpora",),
)

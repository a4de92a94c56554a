"""Threads: comment trees and sessions, each path from a root to a leaf a dialogue."""

from dialogue_etl.figures import OF_EVERY_SOURCE, Figure
from dialogue_etl.sources.base import Source

NAMED = Figure(
    "named_speakers", "schema_rows", "utterances whose speaker is named, though the parameters say otherwise"
)
PLACEHOLDERS = Figure("broken_placeholders", "schema_rows", "utterances with a piece of a placeholder")

SOURCE = Source(
    name="threads",
    unit="thread",
    languages=lambda params: params.threads.languages,
    sections=("threads", "rules", "classify", "gates", "split", "package", "report", "storage"),
    documents=("ingest", "threads"),
    last_stage="classify",
    dropping_stages=("ingest", "extract", "rules", "classify"),
    align="utterance_ids",
    figures=(*OF_EVERY_SOURCE, NAMED, PLACEHOLDERS),
    has_corpora=True,
)

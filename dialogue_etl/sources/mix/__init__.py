"""Mix: one dataset of those of the other sources."""

from dialogue_etl.sources.base import Source

NAME = "mixed"
"""Stands where a dataset of one source has the language."""

SOURCE = Source(
    name="mix",
    unit="dialogue",
    languages=lambda _params: [NAME],
    sections=None,
    documents=("dataset", ""),
    last_stage="dataset",
    dropping_stages=(),
    align="utterance_ids",
    package_stage="dataset",
)

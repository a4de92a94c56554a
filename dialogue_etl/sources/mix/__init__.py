"""Mix: one dataset of those of the other sources."""

from dialogue_etl.formats import MIXED
from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="mix",
    unit="dialogue",
    languages=lambda _params: [MIXED],
    sections=None,
    documents=("dataset", ""),
    last_stage="dataset",
    package_stage="dataset",
)

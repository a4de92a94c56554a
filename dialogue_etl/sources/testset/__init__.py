"""Test sets of finished datasets, with the rows of the papers' tables that need no model."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="testset",
    unit="pair",
    languages=lambda _params: [],
    sections=None,
    documents=("dataset", ""),
    last_stage="dataset",
    package_stage="dataset",
    figures=(),
)

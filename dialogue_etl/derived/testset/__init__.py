"""Test sets of finished datasets, with the rows of the papers' tables that need no model."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="testset",
    unit="pair",
    about="test sets of a dataset, with the metrics of random and true responses",
    reads=("testset.source",),
    language_list=(),
    sections=("testset",),
    documents=("dataset", ""),
    last_stage="dataset",
    package_stage="dataset",
    figures=(),
)

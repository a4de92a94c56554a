"""Retrieval agents: what an agent made of a finished dataset answers."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="retrieval",
    unit="question",
    about="agents that answer with turns of a dataset, and their evaluation",
    reads=("retrieval.dataset",),
    language_list="retrieval.languages",
    sections=("retrieval",),
    documents=("evaluate", ""),
    last_stage="evaluate",
    package_stage="evaluate",
    figures=(),
)

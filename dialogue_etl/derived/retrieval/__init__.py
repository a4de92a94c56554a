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
    trade_offs={
        "retrieval.dataset": "what it answers with",
        "retrieval.hits": "higher: more answers to choose from, slower",
        "retrieval.learn": "best_candidate, best_scoring: weights that fit the dataset, slower",
    },
)

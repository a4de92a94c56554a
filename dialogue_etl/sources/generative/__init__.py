"""Generative agents: models trained on a finished dataset, and what they answer."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="generative",
    unit="question",
    languages=lambda params: params.generative.languages,
    sections=("generative",),
    documents=("evaluate", ""),
    last_stage="evaluate",
    package_stage="evaluate",
    figures=(),
)

"""Generative agents: models trained on a finished dataset, and what they answer."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="generative",
    unit="question",
    about="models trained on a dataset; needs PyTorch, an extra (dialogue-etl[transformers])",
    reads=("generative.dataset", "generative.target"),
    language_list="generative.languages",
    sections=("generative", "testset"),
    documents=("evaluate", ""),
    last_stage="evaluate",
    package_stage="evaluate",
    figures=(),
    trade_offs={
        "generative.dataset": "what it is trained on",
        "generative.form": "gpt: the best answers; lstm, transformer: as in the papers",
        "generative.hidden": "higher: better answers of more data, slower",
        "generative.max_steps": "higher: better answers until it learns by heart, slower",
        "generative.temperature": "higher: more varied answers, more nonsense",
    },
)

"""The card of a labelled dataset: README.md with the front matter that Hugging Face's tools read."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dialogue_etl import __version__
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.formats import card as cards
from dialogue_etl.formats.front_matter import front_matter

_TEXT = """
# Dialogues with emotions and intents

Made by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version} of the dataset `{dataset}`, whose
card tells where the dialogues come from and under which rights: each row has them.

## Labels

Each turn has in `labels` an entry of the scheme `{scheme}`, one of {number} labels ({labels}), and in
`score` the chance that it is right. No human has looked at them: they are those of a classifier, trained
on labels that people gave. Its figures are in `metrics/emotions/train.json`. {sample}

{warnings}

| language | split | dialogues | utterances |
|---|---|---|---|
{rows}

## Privacy

{privacy}

## Parameters

{parameters}
"""
_SAMPLE = "The labels it learnt from are those of the embedded sample: a few hundred, to show how it works."


def write(folder: Path, figures: Mapping[str, Any], rights: Iterable[str], params: Params) -> None:
    """Write the card.

    Args:
        folder: of the dataset.
        figures: metrics of the stage.
        rights: each statement of rights that a dialogue has.
        params: what was asked for.
    """
    values, inventory = params[Emotions].model_dump(), params[Emotions].inventory
    languages: Mapping[str, Any] = figures["languages"]
    rows = [
        f"| {language} | {split} | {counts[split]['dialogues']:,} | {counts[split]['utterances']:,} |"
        for language, counts in languages.items()
        for split in (*SPLIT_NAMES, "all")
    ]
    text = _TEXT.format(
        privacy=cards.privacy(params),
        version=__version__,
        dataset=params[Emotions].dataset,
        scheme=inventory.name,
        number=len(inventory.labels),
        labels=", ".join(inventory.labels),
        warnings="\n".join(f"- **{sentence}**" for sentence in figures["warnings"]),
        sample=_SAMPLE if params[Emotions].annotations == "sample" else "",
        rows="\n".join(rows),
        parameters="\n".join(f"- `emotions.{name}`: {value}" for name, value in values.items()),
    )
    matter = front_matter(
        folder,
        name="Dialogues with emotions",
        tags=["emotion", "intent"],
        languages=languages,
        dialogues=figures["total"]["dialogues"],
        rights=rights,
        annotations="machine-generated",
    )
    cards.write(folder, matter, text, params.package, figures)

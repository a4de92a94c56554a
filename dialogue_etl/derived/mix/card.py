"""The card of a mixed dataset: README.md with the front matter that Hugging Face's tools read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dialogue_etl import __version__
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.derived.mix.copies import DUPLICATE, REASONS
from dialogue_etl.derived.mix.parameters import Mix
from dialogue_etl.filters.contamination import REASON as CONTAMINATION
from dialogue_etl.formats import card as cards
from dialogue_etl.formats.front_matter import front_matter

TITLE = "A mix of dialogues"
NOT_STATED = "not stated"
_TEXT = """
# A mix of dialogues

Made by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version} of the datasets of these sources.

| source/language | there are | taken | {splits} |
|---|---|---|{lines}
{rows}

Dialogues are chosen by a hash of their id, and are in the split that they have in their source: all dialogues
of a book and its editions, of a film in a language, or of a thread are in one. Within a split each part is
spread evenly over the whole.{copies}

## Fields

As in the datasets of the sources: `corpus` and `rights` say where each dialogue comes from and under which
licence, `source_id` and `work_id` the book or thread.

## Rights

| corpus | rights | dialogues |
|---|---|---|
{rights}

## Privacy

{privacy}

## Parameters

{parameters}
"""


def write(
    folder: Path, figures: Mapping[str, Any], rights: Mapping[tuple[str, str], int], params: Params
) -> None:
    """Write the card.

    Args:
        folder: of the dataset.
        figures: metrics of the stage.
        rights: dialogues by corpus and rights.
        params: what the mix was asked for.
    """
    values = params[Mix].model_dump()
    text = _TEXT.format(
        privacy=cards.privacy(params),
        version=__version__,
        copies=_copies(figures["total"]),
        splits=" | ".join(SPLIT_NAMES),
        lines="---|" * len(SPLIT_NAMES),
        rows="\n".join(_row(name, part) for name, part in figures["parts"].items()),
        rights="\n".join(f"| {c} | {r} | {n:,} |" for (c, r), n in sorted(rights.items())),
        parameters="\n".join(f"- `mix.{name}`: {_shown(value)}" for name, value in values.items()),
    )
    taken = [name.partition("/") for name, part in figures["parts"].items() if part["dialogues"]]
    matter = front_matter(
        folder,
        name=TITLE,
        tags=sorted({source for source, _, _ in taken}),
        languages=sorted({language for _, _, language in taken}),
        dialogues=figures["total"]["dialogues"],
        rights={stated.replace(NOT_STATED, "") for _, stated in rights},
    )
    cards.write(folder, matter, text, params.package, figures)


def _copies(total: Mapping[str, int]) -> str:
    if not any(total[reason] for reason in REASONS):
        return ""
    return (
        f" {total[CONTAMINATION]:,} dialogues are left out as copies of test sets, and {total[DUPLICATE]:,} "
        "as copies of others in the mix: `left_out.tsv` lists them."
    )


def _row(name: str, part: Mapping[str, Any]) -> str:
    splits = " | ".join(f"{part['splits'][split]['dialogues']:,}" for split in SPLIT_NAMES)
    return f"| {name} | {part['dialogues_in']:,} | {part['dialogues']:,} | {splits} |"


def _shown(value: object) -> str:
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)

"""A dataset card that says what is true of every source: sizes, fields, what was left out, rights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.languages.names import name_of

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.sources.base import Source

_TEXT = """
# Dialogues from {name}

Made by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version}: {about}.

## Statistics

{statistics}

All dialogues of a {unit} are in one split.

{splits}

## Fields

- `id`: of the dialogue; `source_id`: of its {unit}; `work_id`: of what is in one split with it
- `language` (BCP-47), `corpus`, `title` and `rights` as far as they are known
- `turns`: a list of `text`, and where the {unit} says it `speaker`, `utterance_id`, `start_ms`, `end_ms`

{formats}

## What was left out

{dropped}

## Privacy

{privacy}

## Parameters

{parameters}

## Rights and provenance

{rights}

`{units}.tsv` lists them all.
"""


class Part:
    """The part `card` of a source."""

    TEXT = _TEXT
    language_name = staticmethod(name_of)

    def __init__(self, source: Source) -> None:
        """Of a source."""
        self.NAME = f"Dialogues from {source.name}"
        self.TAGS = (source.name,)
        self._source = source

    def values(self, _params: Params) -> dict[str, str]:
        """The values of the text that only this card has."""
        of = self._source
        return {"name": of.name, "about": of.about, "unit": of.unit, "units": of.units}

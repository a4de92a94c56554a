"""Checks of a labelled dataset for errors of labelling; those of its source run on the source's dataset."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources.checking import Checks

MANIFEST = ""
"""The dataset has no manifest besides that of its source."""


def settings(_params: Params) -> dict[str, Any]:
    """The checks depend only on the formats of the dataset."""
    return {}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], _settings: Mapping[str, Any]) -> Checks:
    """No further checks: books have no corpus, and the dataset has no manifest."""
    return Checks()

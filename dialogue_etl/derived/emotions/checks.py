"""What is checked in a labelled dataset: what labelling can do wrong; its source has checks of its own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources.checking import Checks

MANIFEST = ""
"""There is no list beside that of the source."""


def settings(_params: Params) -> dict[str, Any]:
    """Nothing but the forms of the dataset decides."""
    return {}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], _settings: Mapping[str, Any]) -> Checks:
    """Books have no corpus, and there is no list."""
    return Checks()

"""What is checked in a labelled dataset: what labelling can do wrong; its source has checks of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.checking import Checks

if TYPE_CHECKING:
    from dialogue_etl.params import Params

MANIFEST = ""
"""There is no list beside that of the source."""


def settings(_params: Params) -> dict[str, Any]:
    """Nothing but the forms of the dataset decides."""
    return {}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], _settings: Mapping[str, Any]) -> Checks:
    """Books have no corpus, and there is no list."""
    return Checks()

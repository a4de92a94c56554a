"""What is checked in a mix: only what mixing can do wrong, for the sources have checks of their own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources.checking import Checks

MANIFEST = ""
"""A mix has no list."""


def settings(_params: Params) -> dict[str, Any]:
    """Nothing but the forms of the dataset decides."""
    return {}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], _settings: Mapping[str, Any]) -> Checks:
    """A mix holds dialogues of several languages and has no list."""
    return Checks(one_language=False, required=("corpus",), least_shared=12)

"""What is checked in a mix: only what mixing can do wrong, for the sources have checks of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.checking import Checks

if TYPE_CHECKING:
    from dialogue_etl.params import Params

MANIFEST = ""
"""A mix has no list."""


def settings(_params: Params) -> dict[str, Any]:
    """Nothing but the forms of the dataset decides."""
    return {}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], _settings: Mapping[str, Any]) -> Checks:
    """A mix holds dialogues of several languages and has no list."""
    return Checks(one_language=False, required=("corpus",))

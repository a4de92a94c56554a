"""The forms that pairs are written in, each declared once; `formats/` writes them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from dialogue_etl.pairs.component import Component


class Json(Component):
    """A JSON file of documents with their pairs."""

    type: Literal["json"]
    pretty: bool = False
    """Indented, over many lines."""


class Xml(Component):
    """The same as XML."""

    type: Literal["xml"]
    pretty: bool = False
    """Indented, over many lines."""


class Legacy(Component):
    """The records of the Subtle corpus, as Say Something Smart reads them."""

    type: Literal["legacy"]


class Parallel(Component):
    """Triggers and answers in files of their own, line by line, and two more for validation."""

    type: Literal["parallel"]
    validation_size: int = Field(default=0, ge=0)
    """Pairs drawn for the validation files, which the others do not hold."""
    seed: int = Field(default=0, ge=0, le=2**31 - 1)
    """Another seed draws others."""


Output = Json | Xml | Legacy | Parallel
OUTPUTS: tuple[type[Component], ...] = (Json, Xml, Legacy, Parallel)

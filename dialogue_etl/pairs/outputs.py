"""The forms that pairs are written in, each declared once; `formats/` writes them."""

from typing import Literal

from pydantic import Field

from dialogue_etl.pairs.component import Component


class Json(Component):
    """A JSON list of pairs, each with what producers made of it."""

    type: Literal["json"]
    pretty: bool = False
    """A value a line, in place of a pair a line."""


class Xml(Component):
    """The same as XML."""

    type: Literal["xml"]
    pretty: bool = False
    """A value a line, in place of a pair a line."""


class Legacy(Component):
    """The records of the Subtle corpus, as Say Something Smart reads them."""

    type: Literal["legacy"]


class Parallel(Component):
    """Triggers and answers in files of their own, line by line, and two more for validation."""

    type: Literal["parallel"]
    validation_size: int = Field(default=0, ge=0)
    """Pairs drawn at random for the validation files, none of which training has: from the split
    `validation`, or, where nothing is split, from training. With 0 that split whole, or no such files.
    """
    seed: int = Field(default=0, ge=0, le=2**31 - 1)
    """Another seed draws others."""


Output = Json | Xml | Legacy | Parallel
OUTPUTS: tuple[type[Component], ...] = (Json, Xml, Legacy, Parallel)

"""A text with its code points and paragraphs: what every rule of extraction looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.text.paragraphs import bounds
from dialogue_etl.text.points import points_of

if TYPE_CHECKING:
    from dialogue_etl.text.points import Points
    from dialogue_etl.text.spans import Spans


class BookText(NamedTuple):
    r"""A text and how it is laid out.

    Attributes:
        text: with `\n` line ends; offsets count characters in it.
        points: its code points, so that places in the array are offsets in the text.
        paragraphs: its paragraphs, in order.
    """

    text: str
    points: Points
    paragraphs: Spans

    @classmethod
    def of(cls, text: str) -> BookText:
        """A text, taken apart."""
        points = points_of(text)
        return cls(text, points, bounds(text, points))

"""A text with its code points and paragraphs: what every rule of extraction looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.text.paragraphs import bounds, newlines_of
from dialogue_etl.text.points import has_odd_space, points_of

if TYPE_CHECKING:
    from dialogue_etl.text.points import Places, Points
    from dialogue_etl.text.spans import Spans


class BookText(NamedTuple):
    r"""A text and how it is laid out.

    Attributes:
        text: with `\n` line ends; offsets count characters in it.
        points: its code points, so that places in the array are offsets in the text.
        paragraphs: its paragraphs, in order.
        newlines: where its lines end.
        lines: the numbers of the lines of each paragraph, half open: the first line of the text is number 0.
        odd_spaces: whether there are control characters, or white space other than blanks and line ends.
    """

    text: str
    points: Points
    paragraphs: Spans
    newlines: Places
    lines: Spans
    odd_spaces: bool

    @classmethod
    def of(cls, text: str) -> BookText:
        """A text, taken apart."""
        points = points_of(text)
        newlines = newlines_of(points)
        paragraphs, lines = bounds(text, points, newlines)
        return cls(text, points, paragraphs, newlines, lines, has_odd_space(text, points, len(newlines)))

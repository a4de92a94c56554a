"""The stretches of a text that are marked as speech, whatever the marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import Spans


class Quotations(NamedTuple):
    """The marked stretches of a text, in reading order; none crosses a paragraph.

    Attributes:
        spans: inside the marks, without white space at the edges, none empty.
        paragraphs: the number of each one's paragraph.
        left_open: for each paragraph of the text whether its last quotation is not closed.
    """

    spans: Spans
    paragraphs: Places
    left_open: Mask

    def where(self, chosen: Mask) -> Quotations:
        """Some of them."""
        return Quotations(self.spans.where(chosen), self.paragraphs[chosen], self.left_open)

    def first_of_paragraph(self) -> Mask:
        """For each whether it is the first one of its paragraph."""
        first = np.ones(len(self.paragraphs), np.bool_)
        first[1:] = self.paragraphs[1:] != self.paragraphs[:-1]
        return first

"""A text as an array of code points, as small as its characters allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_SPACES = np.zeros(1 << 16, np.bool_)
_SPACES[[point for point in range(0x3001) if chr(point).isspace()]] = True

Points = npt.NDArray[np.unsignedinteger[Any]]


def points_of(text: str) -> Points:
    """Code points, one per character, so that places in the array are offsets in the text."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    narrow = text.encode("utf-16-le", "surrogatepass")
    if len(narrow) == 2 * len(text):
        return np.frombuffer(narrow, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def is_space(points: Points) -> npt.NDArray[np.bool_]:
    """For each code point whether it is white space."""
    return _SPACES[points if points.itemsize < 4 else np.minimum(points, 0xFFFF)]

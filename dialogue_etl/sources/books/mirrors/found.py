"""The file of a book, wherever it was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Found:
    """The file of a book.

    Attributes:
        file: on this machine.
        name: relative to whatever place holds it, in the layout it was first published in.
    """

    file: Path
    name: str

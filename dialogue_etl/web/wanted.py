"""What is asked for, and how to tell that something else came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Doubt:
    """What speaks against a file that came.

    Attributes:
        why: a sentence.
        settled: whether the same bytes, come twice, are taken all the same.
    """

    why: str
    settled: bool = False


def _no_doubt(_first: bytes, _last: bytes) -> Doubt | None:
    return None


@dataclass(frozen=True)
class Wanted:
    """What is asked for.

    Attributes:
        max_bytes: a larger file is not taken.
        packed: let the server pack it for the way; what came of a packed file can't be gone on from.
        doubt: looks at the first and the last bytes of a file that came.
    """

    max_bytes: int
    packed: bool = True
    doubt: Callable[[bytes, bytes], Doubt | None] = field(default=_no_doubt)

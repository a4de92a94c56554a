"""One function per rule: it keeps a unit, or drops it with a reason.

A filter looks at what was measured and at its knob, and returns None to keep or a `Drop`. To add one:
write the function, put it in the tuple of its unit, add its knob to `params/model.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Drop:
    """Why a unit is left out.

    Attributes:
        reason: the name of the knob that decided, or of what is wrong with a file.
        value: what was measured, if anything was.
        threshold: what it was held against.
        detail: a sentence for people.
    """

    reason: str
    value: float | None = None
    threshold: float | None = None
    detail: str = ""

    def row(
        self,
        *,
        stage: str,
        unit: str,
        id: str,
        source_id: str,
        place: tuple[int, int] | None = None,
        detail: str | None = None,
    ) -> dict[str, Any]:
        """A row of the drops table; `detail` is said instead of its own, `place` is start and end."""
        start, end = place or (None, None)
        return {
            "stage": stage,
            "unit": unit,
            "id": id,
            "source_id": source_id,
            "reason": self.reason,
            "value": self.value,
            "threshold": self.threshold,
            "detail": self.detail if detail is None else detail,
            "start": start,
            "end": end,
        }


def banned(source_id: str, ban_list: Sequence[str]) -> Drop | None:
    """The ban list, which every stage honours."""
    return Drop("banned", detail=f"{source_id} is in books.banned") if source_id in ban_list else None

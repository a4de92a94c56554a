"""Rules that judge documents, dialogues and utterances, whatever source they come from.

A rule answers None to keep a unit as it is, or one verdict: `Cut` keeps what is left of it, `Split` parts
the dialogue there, `Drop` leaves the unit out. To add a rule, write its function and declare it in the tuple
`RULES` of its module (`rule.py`): parameters, form and report follow from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Cut(NamedTuple):
    """Keep what is left.

    Attributes:
        left: the text without its noise; of a dialogue the runs of turns that stay.
        detail: the words that gave the noise away.
        value: what was measured, if anything was.
        threshold: what it was held against.
    """

    left: Any
    detail: str = ""
    value: float | None = None
    threshold: float | None = None


class Split(NamedTuple):
    """Part the dialogue.

    Attributes:
        detail: the words that gave the noise away.
        value: what was measured, if anything was.
        threshold: what it was held against.
        left: of a dialogue the runs of turns that stay; an utterance is left out as a whole.
    """

    detail: str = ""
    value: float | None = None
    threshold: float | None = None
    left: Any = None

    def as_drop(self, reason: str) -> Drop:
        """The same, but that the whole dialogue is left out."""
        return Drop(reason, self.value, self.threshold, self.detail)


@dataclass(frozen=True)
class Drop:
    """Leave the unit out.

    Attributes:
        reason: the parameter that decided, or what is wrong with a file.
        value: what was measured, if anything was.
        threshold: what it was held against.
        detail: a sentence for people, or the words that gave the noise away.
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
        """A row of the drops table; `detail` replaces its own, `place` is start and end."""
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


Verdict = Cut | Split | Drop


def banned(source_id: str, ban_list: Sequence[str]) -> Drop | None:
    """The ban list, which every stage honours."""
    return Drop("banned", detail=f"{source_id} is in books.banned") if source_id in ban_list else None

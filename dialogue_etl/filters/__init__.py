"""Rules that judge documents, dialogues and utterances of any source.

A rule returns None to keep a unit, or a verdict: `Cut` keeps a part of it, `Split` splits the dialogue
there, `Drop` drops the unit. To add a rule, write its function and declare it in the tuple `RULES`
of its module (`rule.py`): parameters, form and report are generated from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Cut(NamedTuple):
    """Keep a part.

    Attributes:
        left: the text without the noise; for a dialogue the runs of turns that are kept.
        detail: the words that were recognised as noise.
        value: what was measured, if anything was.
        threshold: the limit it was compared with.
    """

    left: Any
    detail: str = ""
    value: float | None = None
    threshold: float | None = None


class Split(NamedTuple):
    """Split the dialogue.

    Attributes:
        detail: the words that were recognised as noise.
        value: what was measured, if anything was.
        threshold: the limit it was compared with.
        left: for a dialogue the runs of turns that are kept; an utterance is dropped as a whole.
    """

    detail: str = ""
    value: float | None = None
    threshold: float | None = None
    left: Any = None

    def as_drop(self, reason: str) -> Drop:
        """The same finding as a verdict that drops the whole dialogue."""
        return Drop(reason, self.value, self.threshold, self.detail)


@dataclass(frozen=True)
class Drop:
    """Drop the unit.

    Attributes:
        reason: the parameter that decided, or what is wrong with a file.
        value: what was measured, if anything was.
        threshold: the limit it was compared with.
        detail: a sentence for people, or the words that were recognised as noise.
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
        """A row of the drops table; `detail` replaces that of the verdict, `place` is start and end."""
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
    """A document on the ban list; every stage checks it."""
    return Drop("banned", detail=f"{source_id} is in books.banned") if source_id in ban_list else None

"""How many dialogues of how many turns there would be at other values of the knobs that part them.

Counted by the stage `extract` as it goes, before the post-filter; other than for filters nothing is left out
at one value and kept at another: turns are only put together in other ways.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl.report.curves import Curve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dialogue_etl.params import Params

_MEASURES = {
    "extract.dialogue_gap": "characters between dialogues, more than",
    "extract.boundary_threshold": "chance of a boundary, above",
}


@dataclass(frozen=True)
class Size:
    """How much there would be at one value of a knob."""

    value: float
    dialogues: int
    utterances: int
    is_current: bool

    @property
    def turns_per_dialogue(self) -> float | None:
        """None without a dialogue."""
        return self.utterances / self.dialogues if self.dialogues else None


@dataclass(frozen=True)
class Sizes:
    """How much there would be as a function of a knob.

    Attributes:
        knob: its key.
        current: the value in use.
        sizes: by value, ascending.
    """

    knob: str
    current: float
    sizes: tuple[Size, ...]

    def curve(self) -> Curve:
        """Dialogues as a curve to draw."""
        dialogues = tuple(size.dialogues for size in self.sizes)
        now = sum(size.dialogues for size in self.sizes if size.is_current)
        values = tuple(size.value for size in self.sizes)
        off = not self.current
        return Curve(
            self.knob,
            "dialogues",
            _MEASURES[self.knob],
            self.current,
            off,
            values,
            dialogues,
            now,
            max(dialogues),
        )


def sizes(rows: Iterable[Mapping[str, Any]], params: Params) -> tuple[Sizes, ...]:
    """What the rows of the tables sizes of all shards add up to, by knob.

    Args:
        rows: of the table sizes.
        params: the values in use.
    """
    counted: dict[str, dict[float, Counter[str]]] = {}
    for row in rows:
        at = counted.setdefault(row["knob"], {}).setdefault(row["value"], Counter())
        at.update(dialogues=row["dialogues"], utterances=row["utterances"])
    found = []
    for knob in sorted(counted, reverse=True):
        current = float(getattr(params.extract, knob.removeprefix("extract.")))
        lines = [
            Size(value, at["dialogues"], at["utterances"], value == current)
            for value, at in sorted(counted[knob].items())
        ]
        found.append(Sizes(knob, current, tuple(lines)))
    return tuple(found)

"""Why things were left out: how to speak of a reason, and how much each one took (the drop table)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.params import parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dialogue_etl.params import Params

Key = tuple[str, str, str]
"""Stage, unit, reason: as the drops tables have them."""


@dataclass(frozen=True)
class Reason:
    """A reason to leave something out.

    Attributes:
        stage: that applies it.
        unit: file, book, utterance, dialogue …
        reason: as the drops table names it.
        what: what is left out, for people.
        why: the same as the end of a sentence: "3 books …"; empty if there are no words for it.
        parameter: the one that decides, empty if none does.
        off: the value at which the parameter turns the filter off.
        measure: unit of what is measured, if it is not the parameter's.
    """

    stage: str
    unit: str
    reason: str
    what: str
    why: str = ""
    parameter: str = ""
    off: object = None
    measure: str = ""

    @property
    def key(self) -> Key:
        """How its rows in the drops table are found."""
        return self.stage, self.unit, self.reason

    @property
    def unit_of_measure(self) -> str:
        """Of what is measured: its own, or the parameter's."""
        return self.measure or _UNITS.get(self.parameter, "")

    def value(self, params: Params) -> object:
        """The value of its parameter; None without one."""
        if not self.parameter:
            return None
        section, _, name = self.parameter.partition(".")
        return getattr(getattr(params, section), name)

    def is_off(self, params: Params) -> bool:
        """Whether its parameter turns the filter off."""
        return bool(self.parameter) and self.value(params) == self.off


_UNITS = {parameter.key: parameter.unit for parameter in parameters()}


@dataclass(frozen=True)
class Removed:
    """A line of the drop table.

    Attributes:
        reason: for which units were left out.
        number: of them.
        total: units there were; 0 where that is not known.
    """

    reason: Reason
    number: int
    total: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 where there was nothing."""
        return self.number / self.total if self.total else 0.0


def with_unknown(reasons: Sequence[Reason], keys: Iterable[Key], stages: Sequence[str]) -> list[Reason]:
    """The reasons a source declares, and one for each other key, in the order of the stages."""
    known = {reason.key for reason in reasons}
    order = {stage: number for number, stage in enumerate(stages)}
    others = sorted(set(keys) - known, key=lambda key: (order.get(key[0], len(order)), key))
    return [*reasons, *(Reason(*key, what=key[2].replace("_", " ").capitalize()) for key in others)]


def merged(tables: Iterable[Iterable[Removed]]) -> list[Removed]:
    """The drop table of all languages together: numbers and totals added up."""
    together: dict[Key, Removed] = {}
    for line in (line for table in tables for line in table):
        before = together.get(line.reason.key, Removed(line.reason, 0, 0))
        together[line.reason.key] = Removed(
            line.reason, before.number + line.number, before.total + line.total
        )
    return list(together.values())


def as_metrics(table: Iterable[Removed], rounded: int = 4) -> dict[str, dict[str, Mapping[str, object]]]:
    """The drop table as nested numbers: by stage, unit and reason."""
    nested: dict[str, dict[str, dict[str, object]]] = {}
    for line in table:
        units = nested.setdefault(line.reason.stage, {}).setdefault(f"{line.reason.unit}s", {})
        units[line.reason.reason] = {"number": line.number, "share": round(line.share, rounded)}
    return {stage: dict(units) for stage, units in nested.items()}

"""Why things were left out: how to speak of a reason, and how much each one took (the drop table)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from dialogue_etl.filters.rule import Rule
from dialogue_etl.params import Params, parameters

Key = tuple[str, str, str]
"""Stage, unit, reason: as the drops tables have them."""


@dataclass(frozen=True)
class Reason:
    """A reason to leave something out.

    Attributes:
        stage: that applies it.
        unit: file, book, utterance, dialogue …
        reason: as the drops table names it.
        why: the end of a sentence: "3 books …"; empty if there are no words for it.
        parameter: the one that decides, empty if none does.
        off: the value at which the parameter turns the filter off; None if 0, false, off or nothing does.
        measure: unit of what is measured, if it is not the parameter's.
    """

    stage: str
    unit: str
    reason: str
    why: str = ""
    parameter: str = ""
    off: object = None
    measure: str = ""

    @property
    def key(self) -> Key:
        """How its rows in the drops table are found."""
        return self.stage, self.unit, self.reason

    @property
    def what(self) -> str:
        """What is left out, for people."""
        said = f"{self.unit}s {self.why}" if self.why else self.reason.replace("_", " ")
        return said[:1].upper() + said[1:]

    @property
    def unit_of_measure(self) -> str:
        """Of what is measured: its own, or the parameter's."""
        return self.measure or _UNITS.get(self.parameter, "")

    def value(self, params: Params) -> object:
        """The value of its parameter; None without one."""
        return value_of(params, self.parameter) if self.parameter else None

    def is_off(self, params: Params) -> bool:
        """Whether its parameter turns the filter off."""
        value = self.value(params)
        if not self.parameter:
            return False
        return value == self.off if self.off is not None else not value or value == "off"


def value_of(params: Params, key: str) -> object:
    """The value of a parameter, such as that of `extract.max_words`."""
    return reduce(getattr, key.split("."), params)


_UNITS = {parameter.key: parameter.unit for parameter in parameters()}


def reasons_of(
    rules: Iterable[Rule], stage: str, unit: str, section: str, *, why: str = "{}", measure: str = ""
) -> Iterator[Reason]:
    """What the rules of a stage say of themselves.

    Args:
        rules: those that judge units of one kind.
        stage: that applies them.
        unit: that is left out.
        section: of their parameters.
        why: what to make of their sentences.
        measure: unit of what rules without a parameter measure.
    """
    for rule in rules:
        parameter = f"{section}.{rule.name}"
        known = (parameter, rule.off, "") if parameter in _UNITS else ("", None, measure)
        yield Reason(stage, unit, rule.name, why.format(rule.drop), *known)


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
    others = sorted(set(keys) - {reason.key for reason in reasons})
    return sorted([*reasons, *(Reason(*key) for key in others)], key=lambda one: stages.index(one.stage))


def merged(tables: Iterable[Iterable[Removed]]) -> list[Removed]:
    """The drop table of all languages together: numbers and totals added up."""
    together: dict[Key, Removed] = {}
    for line in (line for table in tables for line in table):
        before = together.get(line.reason.key, Removed(line.reason, 0, 0))
        together[line.reason.key] = Removed(
            line.reason, before.number + line.number, before.total + line.total
        )
    return list(together.values())


def as_metrics(table: Iterable[Removed]) -> dict[str, dict[str, Mapping[str, object]]]:
    """The drop table as nested numbers: by stage, unit and reason."""
    nested: dict[str, dict[str, dict[str, object]]] = {}
    for line in table:
        units = nested.setdefault(line.reason.stage, {}).setdefault(f"{line.reason.unit}s", {})
        units[line.reason.reason] = {"number": line.number, "share": round(line.share, 4)}
    return {stage: dict(units) for stage, units in nested.items()}

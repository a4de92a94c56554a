"""Reasons of drops, their descriptions, and the drop table: how many units each of them dropped."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.filters import contamination
from dialogue_etl.filters.rule import Rule, parameters

Key = tuple[str, str, str]
"""Stage, unit and reason, as in the drops tables."""
_COPY = "like one of a test set"


@dataclass(frozen=True)
class Reason:
    """A reason to drop something.

    Attributes:
        stage: that applies it.
        unit: file, book, utterance, dialogue …
        reason: as in the drops table.
        why: the end of a sentence: "3 books …"; may be empty.
        parameter: that decides; empty if none does.
        off: value of the parameter that turns the filter off; None means 0, false, off or an empty value.
        measure: unit of the measured value; by default that of the parameter.
        has_limit: whether `why` ends in "threshold", after which the report names the parameter's value.
    """

    stage: str
    unit: str
    reason: str
    why: str = ""
    parameter: str = ""
    off: object = None
    measure: str = ""
    has_limit: bool = False

    @property
    def key(self) -> Key:
        """Key of its rows in the drops table."""
        return self.stage, self.unit, self.reason

    @property
    def what(self) -> str:
        """Description of what is dropped."""
        said = f"{self.unit}s {self.why}" if self.why else self.reason.replace("_", " ")
        return said[:1].upper() + said[1:]

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


def of_test_sets(stage: str, *units: str) -> tuple[Reason, ...]:
    """That dialogues are copies of a test set's, for a stage that drops them."""
    return tuple(Reason(stage, one, contamination.REASON, _COPY, contamination.PARAMETER) for one in units)


def reasons_of(
    rules: Iterable[Rule], stage: str, unit: str, section: str, *, why: str = "{}", measure: str = ""
) -> Iterator[Reason]:
    """The reasons of the rules of a stage.

    Args:
        rules: for units of one kind.
        stage: that applies them.
        unit: that they drop.
        section: of their parameters.
        why: format of their descriptions.
        measure: unit of the values that rules without a parameter measure.
    """
    for rule in rules:
        has_parameter = rule.name in parameters([rule])
        known = (f"{section}.{rule.name}", rule.off, "") if has_parameter else ("", None, measure)
        yield Reason(stage, unit, rule.name, why.format(rule.drop), *known)


@dataclass(frozen=True)
class Removed:
    """A line of the drop table.

    Attributes:
        reason: of the drops.
        number: of dropped units.
        total: number of units that the stage got; 0 if unknown.
    """

    reason: Reason
    number: int
    total: int

    @property
    def share(self) -> float:
        """Share of dropped units, 0 to 1; 0 if the total is 0."""
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
    """The drop table as nested numbers: by stage, unit and reason, of the reasons that occur."""
    nested: dict[str, dict[str, dict[str, object]]] = {}
    for line in (line for line in table if line.number):
        units = nested.setdefault(line.reason.stage, {}).setdefault(f"{line.reason.unit}s", {})
        units[line.reason.reason] = {"number": line.number, "share": round(line.share, 4)}
    return {stage: dict(units) for stage, units in nested.items()}

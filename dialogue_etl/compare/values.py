"""Parameters and metrics that differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = Any


@dataclass(frozen=True)
class Difference:
    """A value that differs.

    Attributes:
        key: dotted, as in `dvc params diff`.
        before: None where there is none.
        after: the same in the other version.
    """

    key: str
    before: Value
    after: Value

    @property
    def change(self) -> float | None:
        """By how much, where both are numbers."""
        if all(isinstance(value, int | float) and not isinstance(value, bool) for value in self.values):
            return float(self.after - self.before)
        return None

    @property
    def values(self) -> tuple[Value, Value]:
        """Both."""
        return self.before, self.after


def flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Value]:
    """Nested values by dotted key; lists and empty mappings are values."""
    found: dict[str, Value] = {}
    for name, value in values.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            found |= flat(value, f"{key}.")
        else:
            found[key] = value
    return found


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What differs between nested values, in the order of the second, then what only the first has."""
    one, other = flat(before), flat(after)
    keys = [*other, *(key for key in one if key not in other)]
    return [Difference(key, one.get(key), other.get(key)) for key in keys if not _same(one, other, key)]


def _same(one: Mapping[str, Value], other: Mapping[str, Value], key: str) -> bool:
    # True is 1 to Python, and null is not the same as nothing there.
    known = key in one and key in other
    return known and isinstance(one[key], bool) == isinstance(other[key], bool) and one[key] == other[key]

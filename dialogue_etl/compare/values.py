"""Parameters and metrics that differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """A value that differs.

    Attributes:
        key: dotted, as in `dvc params diff`.
        before: None if the version does not have it.
        after: as above.
    """

    key: str
    before: Any
    after: Any

    @property
    def change(self) -> float | None:
        """The difference, if both are numbers."""
        both = (self.before, self.after)
        if any(isinstance(value, bool) or not isinstance(value, int | float) for value in both):
            return None
        return float(self.after - self.before)


def flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested values by dotted key; lists and empty mappings are values."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            found |= flat(value, f"{key}.")
        else:
            found[key] = value
    return found


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Differences of nested values, in the order of the second, then those only in the first."""
    one, other = flat(before), flat(after)
    # True is 1 to Python, and null is not the same as nothing there.
    known = [{key: (isinstance(value, bool), value) for key, value in side.items()} for side in (one, other)]
    differing = [key for key in other | one if known[0].get(key) != known[1].get(key)]
    return [Difference(key, one.get(key), other.get(key)) for key in differing]

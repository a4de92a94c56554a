"""Declarations of the operators of filters: name, argument, and test.

An unknown value (None, or an empty list) passes `exists: false` and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from dialogue_etl.text import patterns

Test = Callable[[Any], bool]
Given = Mapping[str, Any]

Number = Annotated[float, Field(allow_inf_nan=False)]
Text = Annotated[str, Field(min_length=1)]
Texts = Annotated[
    list[Text],
    Field(min_length=1),
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given),
]
"""One text, or several."""
Pattern = Annotated[str, AfterValidator(patterns.check)]
_MATCHES = f"matches this regular expression somewhere ({patterns.LIMITS})"


def _half_open(limits: list[float]) -> list[float]:
    if limits[0] >= limits[1]:
        raise ValueError("the first must be less than the second, which is not included")
    return limits


Range = Annotated[list[Number], Field(min_length=2, max_length=2), AfterValidator(_half_open)]


@dataclass(frozen=True)
class Operator:
    """An operator of filters.

    Attributes:
        name: the key in a filter.
        annotation: type of its argument, for pydantic.
        make: returns the test, given the argument and all arguments of the filter.
        description: the end of a sentence: "the value …".
        limit: returns the number that a failing value is compared with, given the argument; may be None.
        tests: False for a key that only modifies another operator.
    """

    name: str
    annotation: Any
    make: Callable[[Any, Given], Test]
    description: str
    limit: Callable[[Any, float], float] | None = None
    tests: bool = True


def _exists(wanted: bool, _: Given) -> Test:
    return lambda value: (value is not None and value != []) is wanted


def _number(compare: Callable[[float, Any], bool]) -> Callable[[Any, Given], Test]:
    return lambda given, _: lambda value: value is not None and compare(value, given)


def _any_name(matches: Callable[[Any], Callable[[str], bool]]) -> Callable[[Any, Given], Test]:
    """Whether a name, or any of several names, matches."""

    def make(given: Any, _: Given) -> Test:
        one = matches(given)
        return lambda value: any(map(one, _names(value)))

    return make


def _names(value: str | list[str] | None) -> Iterable[str]:
    return [] if value is None else [value] if isinstance(value, str) else value


def _equal(given: str) -> Callable[[str], bool]:
    return lambda name: name.casefold() == given.casefold()


def _values(given: list[str], all_given: Given) -> Test:
    wanted = frozenset(map(str.casefold, given))
    every = all_given.get("mode") == "all"

    def test(value: Any) -> bool:
        found = wanted.intersection(map(str.casefold, _names(value)))
        return found == wanted if every else bool(found)

    return test


def _text(compare: Callable[[str, str], bool]) -> Callable[[Any, Given], Test]:
    """Whether `compare` is true for the text and any of the arguments; case-sensitive."""

    def make(given: list[str], _: Given) -> Test:
        return lambda value: any(compare(value, text) for text in given)

    return make


def certified(given: Any, _: Given) -> Test:
    """Whether a film has one of the certifications of a country, such as `M/12` in PT."""
    country, wanted = given.country.casefold(), frozenset(map(str.casefold, given.values))
    return lambda film: any(
        one["country"].casefold() == country and one["value"].casefold() in wanted
        for one in film["certifications"] or ()
    )


def numbers(suffix: str = "", factor: float = 1) -> tuple[Operator, ...]:
    """Operators for numbers.

    Args:
        suffix: of their names, for a unit.
        factor: converts that unit to the unit of the value.
    """

    def scaled(name: str, annotation: Any, compare: Any, description: str, limit: Any) -> Operator:
        def times(given: Any) -> Any:
            return [one * factor for one in given] if isinstance(given, list) else given * factor

        make = _number(compare)
        return Operator(
            f"{name}{suffix}",
            annotation,
            lambda given, all_given: make(times(given), all_given),
            description,
            lambda given, value: limit(times(given), value),
        )

    def itself(given: float, _: float) -> float:
        return given

    return (
        scaled("min", Number, lambda value, given: value >= given, "is at least this", itself),
        scaled("max", Number, lambda value, given: value <= given, "is at most this", itself),
        scaled("exact", Number, lambda value, given: value == given, "is this", itself),
        scaled(
            "range",
            Range,
            lambda value, given: given[0] <= value < given[1],
            "is at least the first and less than the second",
            lambda given, value: given[0] if value < given[0] else given[1],
        ),
    )


EXISTS = Operator("exists", bool, _exists, "is known, or with false is not")
VALUE = Operator("value", Text, _any_name(_equal), "is this, in upper or lower case")
VALUES = Operator(
    "values", Annotated[list[Text], Field(min_length=1)], _values, "is one of these, in upper or lower case"
)
MODE = Operator(
    "mode",
    Literal["any", "all"],
    lambda _given, _: lambda _value: True,
    "with `values`: one of them is enough (any, the default), or each must be there (all)",
    tests=False,
)
REGEX = Operator("regex", Pattern, _any_name(patterns.searcher), _MATCHES)
PATTERN = Operator("pattern", Pattern, lambda given, _: patterns.searcher(given), _MATCHES)
NUMBER = (EXISTS, *numbers())
QUANTITY = numbers()
INTERVAL = (EXISTS, *numbers("_ms"), *numbers("_s", 1000))
NAME = (EXISTS, VALUE, VALUES, REGEX)
NAMES = (EXISTS, VALUE, VALUES, MODE, REGEX)
LABEL = (VALUE, VALUES)
CONTENT = (
    Operator("starts_with", Texts, _text(str.startswith), "begins with one of these"),
    Operator("contains", Texts, _text(str.__contains__), "holds one of these"),
    Operator("ends_with", Texts, _text(str.endswith), "ends with one of these"),
)
ADULT = Operator(
    "adult", bool, lambda given, _: lambda film: bool(film["adult"]) is given, "is for adults, or is not"
)

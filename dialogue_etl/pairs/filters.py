"""Declarations of all filters: their input, and the operators that they support.

A filter keeps what passes all its operators; `negate` keeps what does not. All are from `SOURCE`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, create_model, model_validator

from dialogue_etl.core.parameters import Section
from dialogue_etl.pairs import operators as of
from dialogue_etl.pairs.component import Component, Target, sides, wrong
from dialogue_etl.pairs.operators import Operator, Test

SOURCE = "Ventura & Coheur (B-Subtle), section 3.3"


@dataclass(frozen=True)
class FilterKind:
    """A type of filter.

    Attributes:
        name: its `type`.
        fields: input columns: of the document, or of the pair (if `targeted`, a prefix to which `_trigger` or
            `_answer` is added; empty for the texts themselves).
        operators: that it supports.
        description: of its input.
        measure: converts the value of the column, or the row if there are several, to the operators' input.
        needs: the producer of the column; may be empty.
        targeted: whether its input is the trigger, the answer, or both.
    """

    name: str
    fields: tuple[str, ...]
    operators: tuple[Operator, ...]
    description: str
    measure: Callable[[Any], Any] | None = None
    needs: str = ""
    targeted: bool = False

    def columns(self, target: Target | None) -> list[str]:
        """Its input columns."""
        if not target:
            return list(self.fields)
        return [f"{self.fields[0]}_{side}" if self.fields[0] else side for side in sides(target)]


class Certification(Section):
    """Certifications of a country."""

    country: of.Text
    values: list[of.Text] = Field(min_length=1)


def _size(values: Any) -> int | None:
    """The number of values; unknown if there are none."""
    return len(values) if values else None


_CERTIFICATION = of.Operator(
    "certification", Certification, of.certified, "has one of the `values` of the `country`"
)


def _quantity(name: str, fields: str, description: str) -> FilterKind:
    return FilterKind(name, (fields,), of.QUANTITY, description, _size)


METADATA_KINDS = (
    FilterKind(
        "audience",
        ("adult", "certifications"),
        (of.ADULT, _CERTIFICATION),
        "flag of films for adults, and certifications such as M/12 in PT; where nobody says, it is not for "
        "adults and has none",
    ),
    FilterKind("country", ("countries",), of.NAMES, "countries it was made in"),
    _quantity("country_quantity", "countries", "how many countries it was made in"),
    FilterKind("duration", ("minutes",), of.NUMBER, "minutes the film takes"),
    FilterKind("encoding", ("encoding",), of.NAME, "encoding of the file"),
    FilterKind("genre", ("genres",), of.NAMES, "genres"),
    _quantity("genre_quantity", "genres", "how many genres it has"),
    FilterKind("imdb_id", ("imdb_id",), of.NAME, "IMDb id, such as tt0000417"),
    FilterKind("movie_title", ("title",), of.NAME, "title"),
    FilterKind("original_language", ("original_languages",), of.NAMES, "languages it was made in"),
    _quantity("original_language_quantity", "original_languages", "how many languages it was made in"),
    FilterKind("movie_rating", ("movie_rating",), of.NUMBER, "rating of the film, 0 to 10"),
    FilterKind(
        "subtitle_rating",
        ("subtitle_rating",),
        of.NUMBER,
        "rating of the subtitles, on the scale of the source: OpenSubtitles' own may be negative",
    ),
    FilterKind("year", ("year",), of.NUMBER, "year it came out"),
)
PAIR_KINDS = (
    FilterKind(
        "interval", ("interval_ms",), of.INTERVAL, "from the end of the trigger to the answer's start"
    ),
    FilterKind("sentiment", ("sentiment",), of.LABEL, "sentiment", needs="sentiment", targeted=True),
    FilterKind(
        "tokens_quantity", ("tokens",), of.QUANTITY, "how many tokens", len, needs="tokenizer", targeted=True
    ),
    FilterKind("characters_quantity", ("",), of.QUANTITY, "how many characters", len, targeted=True),
    FilterKind("regex", ("",), (of.PATTERN,), "text", targeted=True),
    FilterKind("text", ("",), of.CONTENT, "text; upper and lower case differ", targeted=True),
)


class Explained(NamedTuple):
    """The measured value and the limit; None if they are not numbers."""

    value: float | None
    threshold: float | None


class Filter(Component):
    """A filter of a configuration; the model of each type is generated from its declaration."""

    kind: ClassVar[FilterKind]

    if TYPE_CHECKING:
        type: str
        negate: bool
        analytics: bool

    @property
    def side(self) -> Target | None:
        """Its target, if its type has one."""
        return getattr(self, "target", None)

    def asked(self) -> list[tuple[Operator, Any]]:
        """Its operators with their arguments."""
        given = ((one, getattr(self, one.name)) for one in self.kind.operators if one.tests)
        return [(one, value) for one, value in given if value is not None]

    @model_validator(mode="after")
    def _asks(self) -> Filter:
        if not self.asked():
            names = ", ".join(one.name for one in self.kind.operators if one.tests)
            raise wrong("has no condition: needs one of {names}", names=names)
        given = {one.name: value for one, value in self.asked()}
        for least, most in (("min", "max"), ("min_ms", "max_ms"), ("min_s", "max_s")):
            if least in given and most in given and given[least] > given[most]:
                raise wrong("{key} is more than {most}", least, key=least, most=f"{most} {given[most]:g}")
        if getattr(self, "mode", None) and "values" not in given:
            raise wrong("needs values", "mode")
        return self

    def test(self) -> Test:
        """The test of a value of its column, or of a row if it has several columns."""
        given = {one.name: getattr(self, one.name) for one in self.kind.operators}
        tests = [one.make(value, given) for one, value in self.asked()]
        measure, negated = self.kind.measure, self.negate
        whole = tests[0] if len(tests) == 1 else lambda value: all(test(value) for test in tests)
        if measure is None:
            return (lambda value: not whole(value)) if negated else whole
        return lambda value: whole(measure(value)) is not negated

    def explain(self, value: Any) -> Explained:
        """The numbers that show why a value does not pass."""
        measured = self.kind.measure(value) if self.kind.measure else value
        if not isinstance(measured, int | float) or isinstance(measured, bool):
            return Explained(None, None)
        if not self.negate:
            for one, given in self.asked():
                if one.limit and not one.make(given, {})(measured):
                    return Explained(float(measured), float(one.limit(given, measured)))
        return Explained(float(measured), None)


def _model(kind: FilterKind) -> type[Filter]:
    """The model of a type of filter: its target, its operators, and the keys that all filters have."""
    fields: dict[str, Any] = {"type": (Literal[kind.name], ...)}
    if kind.targeted:
        fields["target"] = (Target, ...)
    fields |= {one.name: (one.annotation | None, None) for one in kind.operators}
    fields |= {"negate": (bool, False), "analytics": (bool, True)}
    if clash := fields.keys() & {"kind", "side"}:
        raise AssertionError(clash)
    model = create_model(kind.name, __base__=Filter, __doc__=f"Filter: {kind.description}.", **fields)
    model.kind = kind
    return model


METADATA: Mapping[str, type[Filter]] = {kind.name: _model(kind) for kind in METADATA_KINDS}
"""Filters of documents, by their `type`."""
INTERACTION: Mapping[str, type[Filter]] = {kind.name: _model(kind) for kind in PAIR_KINDS}
"""Filters of pairs, by their `type`."""

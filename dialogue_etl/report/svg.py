"""SVG elements, scales and ticks. Colours and fonts come from the style sheet of the page."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape

LETTER = 6.5
"""Width of a letter in the font of a drawing, about."""
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def escaped(value: object) -> str:
    """Text between tags or in an attribute, without the characters XML forbids."""
    return escape(_FORBIDDEN.sub("\ufffd", str(value)))


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; `content` is SVG already, attributes are escaped, floats are rounded to one decimal.

    A trailing underscore of an attribute's name is taken off, other underscores become hyphens.
    """
    pairs = (
        f' {key.rstrip("_").replace("_", "-")}="{escaped(_rounded(value))}"'
        for key, value in attributes.items()
    )
    head = f"<{name}{''.join(pairs)}"
    return f"{head}>{content}</{name}>" if content else f"{head}/>"


def _rounded(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


def label(x: float, y: float, text: object, **attributes: object) -> str:
    """A piece of text."""
    return tag("text", escaped(text), x=float(x), y=float(y), **attributes)


def tooltip(text: object) -> str:
    """What a reader sees when pointing at the element that holds it."""
    return tag("title", escaped(text))


def points(places: list[tuple[float, float]]) -> str:
    """Coordinates as the `points` of a polyline."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def drawing(key: str, name: str, size: tuple[float, float], content: str, about: str = "") -> str:
    """A whole drawing with its accessible name.

    Args:
        key: unique on the page.
        name: what is drawn, for those who cannot see it.
        size: width and height of the coordinates; on the page it takes the width it gets.
        content: SVG.
        about: its main figures, for the same people.
    """
    head = tag("title", escaped(name), id=f"t-{key}")
    named = {"aria_labelledby": f"t-{key}"}
    if about:
        head += tag("desc", escaped(about), id=f"d-{key}")
        named["aria_describedby"] = f"d-{key}"
    box = {"class_": "chart", "viewBox": f"0 0 {size[0]:g} {size[1]:g}"}
    return tag("svg", head + content, **box, role="img", **named)


@dataclass(frozen=True)
class Scale:
    """Numbers to coordinates, linear or logarithmic.

    Attributes:
        low: the number at `start`; positive on a logarithmic scale.
        high: the number at `end`; greater than `low`.
        start: coordinate of `low`.
        end: coordinate of `high`.
        log: whether it is logarithmic.
        whole: whether it counts things: no fractions among the ticks.
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False
    whole: bool = False

    def __call__(self, value: float) -> float:
        """The coordinate of a number; those outside the scale stay at its ends."""
        value = min(max(value, self.low), self.high)
        if self.log:
            place = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            place = (value - self.low) / (self.high - self.low)
        return self.start + place * (self.end - self.start)

    def ticks(self, wanted: int = 5) -> list[float]:
        """Round numbers within the scale, about so many."""
        if self.log:
            return [n for n in self._log_ticks(wanted) if not self.whole or n == int(n)]
        raw = max((self.high - self.low) / wanted, 1.0 if self.whole else 0.0)
        power = 10.0 ** math.floor(math.log10(raw))
        steps = (power * n for n in (1, 2, 2.5, 5, 10) if power * n >= raw * 0.999)
        step = next(step for step in steps if not self.whole or step == int(step))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(n * step, 10) for n in range(first, last + 1)]

    def _log_ticks(self, wanted: int) -> list[float]:
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        mantissas = (1,) if len(powers) - 1 > wanted / 2 else (1, 2, 5)
        numbers = (10.0**power * n for power in powers for n in mantissas)
        return [n for n in numbers if self.low * 0.999 <= n <= self.high * 1.001]


def short(number: float) -> str:
    """A number for an axis: 0.05, 150, 2.5k, 1M."""
    for size, suffix in ((1_000_000, "M"), (1_000, "k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{suffix}"
    return f"{number:.3g}"

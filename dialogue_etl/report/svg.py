"""Small helpers to write SVG: elements, scales and ticks. Colours and fonts are the style sheet's."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape

LETTER = 6.5
"""Width of a letter, about."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def text_of(value: object) -> str:
    """Escaped for use between tags or as an attribute, without characters XML forbids."""
    return escape(_CONTROL.sub("\ufffd", str(value)))


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; `content` is SVG already, attributes are escaped, floats take one decimal.

    A trailing underscore of an attribute's name is taken off, other underscores become hyphens.
    """
    pairs = (
        f' {key.rstrip("_").replace("_", "-")}="{text_of(_number(value))}"'
        for key, value in attributes.items()
    )
    head = f"<{name}{''.join(pairs)}"
    return f"{head}>{content}</{name}>" if content else f"{head}/>"


def _number(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


def label(x: float, y: float, text: object, **attributes: object) -> str:
    """A piece of text."""
    return tag("text", text_of(text), x=float(x), y=float(y), **attributes)


def title(text: object) -> str:
    """What a reader sees when pointing at the element around it."""
    return tag("title", text_of(text))


def chart(key: str, name: str, size: tuple[int, int], content: str, about: str = "") -> str:
    """A whole drawing with its accessible name.

    Args:
        key: unique on the page.
        name: what is drawn, for those who cannot see it.
        size: width and height of the coordinates; the drawing itself takes the width it gets.
        content: SVG.
        about: its main figures, for the same people.
    """
    head = tag("title", text_of(name), id=f"t-{key}")
    named = {"aria_labelledby": f"t-{key}"}
    if about:
        head += tag("desc", text_of(about), id=f"d-{key}")
        named["aria_describedby"] = f"d-{key}"
    box = {"class_": "chart", "viewBox": f"0 0 {size[0]} {size[1]}"}
    return tag("svg", head + content, **box, role="img", **named)


@dataclass(frozen=True)
class Scale:
    """Numbers to coordinates, evenly or by their logarithm.

    Attributes:
        low: the number at `start`.
        high: the number at `end`; greater than `low`.
        start: coordinate of `low`.
        end: coordinate of `high`.
        log: by logarithm; `low` is positive then.
        whole: it counts things: no halves among the ticks.
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
        """Round numbers within the scale."""
        if self.log:
            return [n for n in _log_ticks(self.low, self.high, wanted) if not self.whole or n == int(n)]
        return _ticks(self.low, self.high, wanted, whole=self.whole)


def _ticks(low: float, high: float, wanted: int, *, whole: bool) -> list[float]:
    raw = max((high - low) / wanted, 1.0 if whole else 0.0)
    power = 10.0 ** math.floor(math.log10(raw))
    steps = (power * n for n in (1, 2, 2.5, 5, 10) if power * n >= raw * 0.999)
    step = next(step for step in steps if not whole or step == int(step))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


def _log_ticks(low: float, high: float, wanted: int) -> list[float]:
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    many = len(powers) - 1 > wanted / 2
    numbers = (10.0**power * n for power in powers for n in ((1,) if many else (1, 2, 5)))
    return [n for n in numbers if low * 0.999 <= n <= high * 1.001]


def short(number: float) -> str:
    """A number for an axis: 0.05, 150, 2.5k, 1M."""
    for size, suffix in ((1_000_000, "M"), (1_000, "k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{suffix}"
    return f"{number:.3g}"

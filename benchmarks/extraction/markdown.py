"""Markdown tables and numbers for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MINUS = "\N{MINUS SIGN}"
NOTHING = "–"


def table(header: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """A table, with a line break at its end.

    Args:
        header: names of the columns.
        rows: a cell for each column.
        words: number of columns, from the left, that hold words; the others are right-aligned numbers.
    """
    line = ["---"] * words + ["---:"] * (len(header) - words)
    return "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in (header, line, *rows))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", r"\|").split())


def percent(share: float | None) -> str:
    """A share in per cent, with two decimals."""
    return NOTHING if share is None else f"{100 * share:.2f}"


def difference(share: float | None, base: float | None) -> str:
    """A share in per cent, with its difference in points from another; `=` if they are equal."""
    if share is None or base is None:
        return percent(share)
    if share == base:
        return "="
    return f"{percent(share)} ({signed(100 * (share - base), 2)})"


def signed(number: float, decimals: int) -> str:
    """A number with its sign."""
    return f"{number:+,.{decimals}f}".replace("-", _MINUS)


def quotient(part: float, whole: float, decimals: int = 1) -> str:
    """One number divided by another; a dash for division by zero."""
    return f"{part / whole:,.{decimals}f}" if whole else NOTHING

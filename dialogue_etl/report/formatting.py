"""Formatting of numbers and values for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dialogue_etl.core.parameters.describe import parameters

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.report.drops import Reason

_WITHOUT_UNIT = {"switch", "choice", "action"}
_SHARE = "share of words"


def number(value: float | None) -> str:
    """A count; a dash for None."""
    return "–" if value is None else f"{value:,}"


def mean(value: float | None) -> str:
    """A mean with two decimals; a dash for None."""
    return "–" if value is None else f"{value:,.2f}"


def percent(share: float) -> str:
    """A share in per cent; small ones get a second decimal, so that 0.04 % is not 0 %."""
    return "0%" if not share else f"{share:.2%}" if share < 0.1 else f"{share:.1%}"


def share(value: float | None) -> str:
    """A share with exactly one decimal, for comparison in columns; a dash for None."""
    return "–" if value is None else f"{value:.1%}"


def plural(count: int, noun: str) -> str:
    """A count with its noun: 1 book, 2 books."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def clip(text: str, length: int) -> str:
    """A text of at most `length` characters, an ellipsis for what is cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def setting(value: object) -> str:
    """The value of a parameter."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return (
        f"{value:,}" if isinstance(value, int) else f"{value:g}" if isinstance(value, float) else str(value)
    )


def reason_setting(reason: Reason, params: Params) -> str:
    """The value of the parameter that decides, with its unit; empty if none does."""
    value = reason.value(params)
    if value is None:
        return ""
    if isinstance(value, list):
        return plural(len(value), reason.unit)
    unit = reason.measure
    if unit == _SHARE:
        return f"{float(str(value)):.3g} of the words"
    return setting(value) if unit in _WITHOUT_UNIT else f"{setting(value)} {unit}"


def with_unit(reason: Reason, model: type[Params]) -> Reason:
    """The reason with the unit of the measured value, which is by default that of its parameter."""
    units = {one.key: one.unit for one in parameters(model)}
    return replace(reason, measure=reason.measure or units.get(reason.parameter, ""))


def with_limit(reason: Reason, params: Params) -> Reason:
    """As `with_unit`, with the value of its parameter in its description, if that ends in "threshold"."""
    known = with_unit(reason, type(params))
    return replace(known, why=f"{known.why} of {reason_setting(known, params)}") if known.has_limit else known


def measured(row: Mapping[str, Any], unit: str = "") -> str:
    """The measured value and the threshold of a drop; empty if nothing was measured.

    Args:
        row: of a drops table.
        unit: of the measured value.
    """
    value, threshold = row["value"], row["threshold"]
    if value is None:
        return ""
    unit = "" if unit in _WITHOUT_UNIT else "of the words" if unit == _SHARE else unit
    # "1 turn", but "1 mark per 10,000 words" would need more than the last letter off.
    said = f"{_amount(value)} {unit.removesuffix('s') if value == 1 and ' ' not in unit else unit}".strip()
    if threshold is None:
        return said
    return f"{said}; {'wanted: at least' if value < threshold else 'allowed: at most'} {_amount(threshold)}"


def place(row: Mapping[str, Any]) -> str:
    """The position of something in the text of its document; empty for whole documents."""
    if row["start"] is None or row["end"] is None:
        return ""
    return f"characters {row['start']:,} to {row['end']:,}"


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.3g}"

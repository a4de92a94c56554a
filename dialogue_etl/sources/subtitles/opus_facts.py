"""Metadata in an OPUS document, of itself and its film: any of it may be missing, in any order."""

import re
from collections.abc import Callable
from typing import Any

_MINUTES = re.compile(r"(?:(\d{1,3})\s*h\w*\s*)?(?:(\d{1,4}(?:\.\d+)?)\s*(?:m\w*\.?)?)?", re.IGNORECASE)
_NOTHING = frozenset({"", "n/a", "none", "unknown", "null"})
_MOST = 2**31 - 1


def facts(meta: Any) -> dict[str, Any]:
    """Columns of the films table.

    Args:
        meta: the element.
    """
    said = {
        f"{group.tag}/{child.tag}": " ".join((child.text or "").split()) for group in meta for child in group
    }
    known = {name: text for name, text in said.items() if text.lower() not in _NOTHING}
    found = {column: read(known[name]) for column, (name, read) in _COLUMNS.items() if name in known}
    return {column: value for column, value in found.items() if value is not None}


def minutes(text: str) -> float | None:
    """`117`, `117 min`, `1h 57min`, `1 h`; None for anything else, and for 0."""
    found = _MINUTES.fullmatch(text.strip())
    if not found or not (found[1] or found[2]):
        return None
    return int(found[1] or 0) * 60 + float(found[2] or 0) or None


def _list(text: str) -> list[str]:
    names = (name.strip() for name in re.split(r"[,|/;]", text))
    return list(dict.fromkeys(name for name in names if name.lower() not in _NOTHING))


def _number(text: str) -> float | None:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _whole(text: str) -> int | None:
    value = _number(text)
    return int(value) if value is not None and abs(value) <= _MOST else None


def _year(text: str) -> int | None:
    value = _whole(text)
    return value if value and 1800 < value < 2200 else None


def _flag(text: str) -> bool | None:
    return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}.get(text.lower())


def _countries(text: str) -> list[str]:
    """Countries by the names that TMDB has for them; OPUS has those of IMDb, two of which are short."""
    return [_COUNTRIES.get(name, name) for name in _list(text)]


_COUNTRIES = {"USA": "United States of America", "UK": "United Kingdom"}
_COLUMNS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "year": ("source/year", _year),
    "minutes": ("source/duration", minutes),
    "genres": ("source/genre", _list),
    "original_languages": ("source/original", _list),
    "countries": ("source/country", _countries),
    "cds": ("subtitle/cds", str),
    "subtitle_rating": ("subtitle/rating", _number),
    "subtitle_date": ("subtitle/date", str),
    "confidence": ("subtitle/confidence", _number),
    "machine_translated": ("subtitle/machine_translated", _flag),
    "hearing_impaired": ("subtitle/hearing_impaired", _flag),
    "encoding": ("conversion/encoding", str),
    "stated_sentences": ("conversion/sentences", _whole),
    "tokens": ("conversion/tokens", _whole),
    "unknown_words": ("conversion/unknown_words", _whole),
    "corrected_words": ("conversion/corrected_words", _whole),
}

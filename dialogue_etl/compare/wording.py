"""Kinds and reasons in the words that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.report import words
from dialogue_etl.report.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KINDS = {
    "same": "nothing differs",
    "relabelled": "same words, other speakers",
    "shifted": "same words, cut from other places of the text",
    "changed": "the same dialogue with other turns or words",
    "split": "one before, several after",
    "joined": "several before, one after",
    "recut": "several on both sides, cut in other places",
    "removed": "no dialogue belongs to it any more",
    "added": "no dialogue belonged to it before",
}
_OWN = {
    ("params", "book", "languages"): "in a language that is not selected",
    ("catalogue", "book", "not_listed"): "that this version's catalogue does not list",
    ("postfilter", "book", "no_dialogues"): "of which no dialogue is left",
    ("extract", "dialogue", "not_found"): "where that version finds no dialogue at all",
    ("params", "thread", "languages"): "in a language that is not selected",
    ("ingest", "thread", "not_listed"): "of threads that version does not have",
    ("split", "book", "works"): "whose work has another id: other editions of it are known",
    ("split", "book", "split"): "since shares or seed of the splits differ",
}
_WHY = _OWN | {rule.key: rule.why for rule in RULES}


def why(reason: Mapping[str, Any]) -> str:
    """A reason as the end of a sentence: "3 dialogues …"."""
    known = _WHY.get((reason["stage"], reason["unit"], reason["reason"]))
    by = "by the rule" if reason["stage"] == "rules" else "for"  # rules of threads go by their knobs
    return known or f"{by} {reason['reason'].replace('_', ' ')}"


def rule(reason: Mapping[str, Any]) -> str:
    """Stage and reason as the drops tables name them, with what was measured where it is known."""
    named = f"{reason['stage']} {reason['reason']}"
    if reason.get("value") is None:
        return named
    return f"{named} {_figure(reason['value'])} against {_figure(reason['threshold'])}"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:,.4g}"


def sources(named: Sequence[str]) -> str:
    """Sources as a noun: "books and threads"."""
    return " and ".join(named) or "books"


def value(setting: object) -> str:
    """The value of a parameter or a metric."""
    return "not there" if setting is None else words.setting(setting)


def change(before: int, after: int) -> str:
    """A number before and after; once if it is the same."""
    return f"{before:,}" if before == after else f"{before:,} → {after:,}"


def pair(kind: str, before: int, after: int) -> str:
    """Dialogues of a kind: what is only on one side has one number."""
    if not before and not after:
        return "–"
    return f"{after:,}" if kind == "added" else f"{before:,}" if kind == "removed" else change(before, after)

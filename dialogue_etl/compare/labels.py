"""Descriptions of kinds and reasons."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from dialogue_etl.report import formatting
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.inspecting import measured

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
    "languages": "in a language that is not selected",
    "not_listed": "that this version does not know",
    "no_dialogues": "of which no dialogue is left",
    "not_found": "where that version finds no dialogue at all",
    "works": "whose work has another id: other editions of it are known",
    "split": "since shares, seed or method of the splits differ, or the works or their sizes",
}


@cache
def _dropped() -> dict[tuple[str, str, str], str]:
    """Descriptions of the reasons of all sources, by stage, unit and reason."""
    parts = filter(None, (source.find_part("reasons") for source in SOURCES.values()))
    return {reason.key: reason.why for part in parts for reason in part.REASONS}


def why(reason: Mapping[str, Any]) -> str:
    """A reason as the end of a sentence: "3 dialogues …"."""
    known = _dropped().get((reason["stage"], reason["unit"], reason["reason"])) or _OWN.get(reason["reason"])
    return known or f"by the rule {reason['reason'].replace('_', ' ')}"


def rule(reason: Mapping[str, Any]) -> str:
    """Stage and reason as in the drops tables, with the measured value if there is one."""
    figures = measured(reason.get("value"), reason.get("threshold"))
    return f"{reason['stage']} {reason['reason']}{figures}"


def value(setting: object) -> str:
    """The value of a parameter or a metric."""
    return "not there" if setting is None else formatting.setting(setting)


def change(before: int, after: int) -> str:
    """A number before and after, or a single number if they are equal."""
    return f"{before:,}" if before == after else f"{before:,} → {after:,}"


def pair(kind: str, before: int, after: int) -> str:
    """Numbers of dialogues of a kind before and after; one number if it is only on one side."""
    if not before and not after:
        return "–"
    return f"{after:,}" if kind == "added" else f"{before:,}" if kind == "removed" else change(before, after)

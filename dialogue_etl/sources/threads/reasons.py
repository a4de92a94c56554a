"""How to speak of what the rules leave out: each rule says it where it is declared."""

from __future__ import annotations

from dialogue_etl.params.rules import ALL
from dialogue_etl.report.drops import Reason

REASONS = tuple(
    Reason(
        "rules", unit, rule.name, rule.name.replace("_", " ").capitalize(), rule.drop, f"rules.{rule.name}"
    )
    for unit in ("dialogue", "utterance")
    for rule in ALL
)

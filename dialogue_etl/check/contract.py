"""What a dialogue must hold by the data contract, whatever it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.check import findings

if TYPE_CHECKING:
    from dialogue_etl.check.findings import Findings
    from dialogue_etl.check.forms import Dialogue


@dataclass(frozen=True)
class Contract:
    """What must be there.

    Attributes:
        turns: so many at least.
        language: that every dialogue is of; empty where they are of several.
        utterance_ids: whether each turn has one.
    """

    turns: int = 1
    language: str = ""
    utterance_ids: bool = False

    def hold(self, dialogue: Dialogue, name: str, found: Findings) -> None:
        """Note what is wrong with a dialogue of a file."""
        if error := self._error(dialogue):
            found.add(findings.SCHEMA, f"{name}: {dialogue.id}: {error}", file=name, id=dialogue.id)

    def _error(self, dialogue: Dialogue) -> str:
        """What is wrong with a dialogue; empty if nothing is."""
        if len(dialogue.texts) < self.turns:
            return f"{len(dialogue.texts)} turns, {self.turns} should be"
        if not all(map(str.strip, dialogue.texts)):
            return "an utterance says nothing"
        if self.language and dialogue.language != self.language:
            return f"language is {dialogue.language or 'empty'}"
        if empty := [name for name, value in dialogue.stated.items() if not value]:
            return f"without {' and '.join(empty)}"
        # JSON Lines have no ids of utterances.
        if self.utterance_ids and not all(dialogue.utterance_ids):
            return "an utterance without id"
        return ""

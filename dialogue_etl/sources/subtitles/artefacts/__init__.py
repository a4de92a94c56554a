"""Rules against subtitle text that is not spoken; `RULES` are in the order of application.

If no letter or digit is left after a cut, the sentence is dropped, with the rule as the reason.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from dialogue_etl.filters import Cut, Drop
from dialogue_etl.sources.subtitles.artefacts import names, notes, spelling
from dialogue_etl.sources.subtitles.artefacts.rule import SentenceRule, has_words

RULES = (
    *(spelling.MARKUP, notes.CREDITS, notes.MUSIC, names.NAMES, notes.NOTES),
    *(notes.CAPITALS, spelling.OCR, notes.NO_WORDS),
)
"""Names come before notes; otherwise `[JOHN] hi` would be taken for a note."""


class Cleared(NamedTuple):
    """A sentence after the rules.

    Attributes:
        text: the remaining text; empty if the sentence is dropped.
        speaker: the speaker it names.
        cut: the rules that removed something.
        drop: reason for dropping it; None if it is kept.
    """

    text: str
    speaker: str | None = None
    cut: tuple[str, ...] = ()
    drop: Drop | None = None


class Artefacts:
    """The enabled rules, prepared for the sentences of one film."""

    def __init__(self, language: str, values: Mapping[str, Any], texts: Iterable[str]) -> None:
        """Learn what the rules need to know about the film.

        Args:
            language: BCP-47 tag.
            values: parameters of the section `subtitle_rules`.
            texts: all sentences of the film.
        """
        known = names.learn(texts)
        self._rules: list[tuple[str, str, SentenceRule]] = [
            (rule.name, values[rule.name], rule.ready(values, language=language, known=known))
            for rule in RULES
            if values[rule.name] != "off"
        ]

    def clear(self, text: str) -> Cleared:
        """Remove the artefacts from a sentence."""
        speaker: str | None = None
        cut: list[str] = []
        for name, action, judge in self._rules:
            verdict = judge(text)
            if verdict is None:
                continue
            if name == names.NAMES.name:
                speaker = verdict.detail or None
            left = " ".join(verdict.left.split()) if isinstance(verdict, Cut) else ""
            if action == "drop" or not has_words(left):
                return Cleared("", speaker, tuple(cut), Drop(name, detail=text))
            text = left
            cut.append(name)
        return Cleared(text, speaker, tuple(cut))

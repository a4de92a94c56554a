"""The rule for dialogues, and utterances in them, that are in another language than their corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.core.parameters import OURS, declare
from dialogue_etl.filters import Drop, Split
from dialogue_etl.filters.responses import without
from dialogue_etl.filters.rule import Rule, Screened, inert, judging
from dialogue_etl.languages.names import identified
from dialogue_etl.text import language_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.filters.rule import DialogueRule, Utterance
    from dialogue_etl.filters.text_batch import Mask, TextBatch


def other_language(language: str, margin: float, letters: int) -> DialogueRule | Callable[[object], None]:
    """A dialogue in another language is dropped; at an utterance in another language it is split.

    The dialogue is judged by its utterances joined, so that short ones count too. Languages that can't be
    identified (`language_id.own`) are not judged.
    """
    if not language_id.own(language):
        return inert

    def find(texts: Sequence[str]) -> tuple[language_id.Other, Sequence[int]] | None:
        """The other language, and the places of the utterances in it, none if it is the whole dialogue."""
        odd = [place for place, text in enumerate(texts) if not language_id.is_own(language, text)]
        if not odd:
            return None
        if whole := language_id.other_than(language, " ".join(texts), margin, letters):
            return whole, ()
        found = {place: language_id.other_than(language, texts[place], margin, letters) for place in odd}
        others = {place: other for place, other in found.items() if other}
        return (next(iter(others.values())), [*others]) if others else None

    def rule(dialogue: Sequence[Utterance]) -> Drop | Split | None:
        found = find([turn.text for turn in dialogue])
        if found is None:
            return None
        other, places = found
        detail = f"{identified(other.language)}: {dialogue[places[0] if places else 0].text}"
        if not places:
            return Drop("other_language", other.lead, margin, detail)
        return Split(detail, other.lead, margin, list(without(dialogue, places)))

    def may_find(batch: TextBatch) -> Mask:
        # Most texts are in the stated language, and each distinct one is looked at once.
        may = batch.where(not language_id.is_own(language, text) for text in batch.texts)
        for place in np.nonzero(may)[0].tolist():
            begin, end = batch.edges[place : place + 2]
            may[place] = find([batch.texts[number] for number in batch.numbers[begin:end]]) is not None
        return may

    return Screened(rule, may_find)


OTHER_LANGUAGE = Rule(
    other_language,
    "in another language",
    judging(
        "Dialogues in another language than that of the corpus are left out; at an utterance in another "
        "language the dialogue is split (drop: left out)",
        source=OURS,
    ),
    {
        "other_language_margin": declare(
            language_id.MARGIN,
            "Another language must score so much more than that of the corpus",
            unit="score of 0 to 1",
            annotation=float,
            ge=0,
            le=1,
        ),
        "other_language_letters": declare(
            language_id.LETTERS,
            "Texts of fewer letters are not judged, unless they are in another script: four are enough",
            unit="letters",
            ge=1,
            le=1_000,
        ),
    },
)

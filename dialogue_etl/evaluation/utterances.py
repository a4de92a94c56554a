"""What an extraction found in a text, as far as it is scored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dialogue_etl.evaluation.alignment import align
from dialogue_etl.evaluation.letters import size

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from dialogue_etl.evaluation.letters import Letters, Stretches


@dataclass(frozen=True)
class Utterance:
    """A turn of a dialogue.

    Attributes:
        dialogue: its id.
        text: what is said.
        spans: where, in characters; empty if only the words are known.
    """

    dialogue: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Placed:
    """An utterance as stretches of letters.

    Attributes:
        dialogue: its id.
        stretches: of letters; empty if it holds none.
        found: whether it is known where it stands in the text.
    """

    dialogue: str
    stretches: Stretches
    found: bool = True

    @property
    def size(self) -> int:
        """Its letters."""
        return size(self.stretches)


def from_rows(dialogues: Iterable[Mapping[str, Any]], *, spans: bool = True) -> list[Utterance]:
    """The utterances of rows of the dialogues table, in their order.

    Args:
        dialogues: the rows.
        spans: take their spans. Those of the profile `reference` are paragraphs, narration and all: without
            them an utterance is looked for by its words.
    """
    return [
        Utterance(
            row["id"],
            turn["text"],
            tuple((span["start"], span["end"]) for span in turn["spans"]) if spans else (),
        )
        for row in dialogues
        for turn in row["turns"]
    ]


def placed(utterances: Sequence[Utterance], text: str, letters: Letters) -> list[Placed]:
    """Utterances as stretches of letters; those without spans are looked for by their words."""
    lost = [number for number, utterance in enumerate(utterances) if not utterance.spans]
    located = list(utterances)
    if lost:
        for number, spans in zip(lost, align(text, [utterances[n].text for n in lost]), strict=True):
            located[number] = replace(utterances[number], spans=tuple(spans))
    return [Placed(said.dialogue, letters.stretches(said.spans), bool(said.spans)) for said in located]

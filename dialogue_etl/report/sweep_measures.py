"""What the datasets of a sweep are compared by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report import quality, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dialogue_etl.report.sweep import Variant


@dataclass(frozen=True)
class Measure:
    """A figure of a whole dataset.

    Attributes:
        name: for people.
        axis: its name on an axis.
        of: its value of a variant; None where it is not known.
        share: whether it is a share.
        whole: whether it counts things.
        lower: whether less of it is better.
    """

    name: str
    axis: str
    of: Callable[[Variant], float | None]
    share: bool = False
    whole: bool = False
    lower: bool = False

    def text(self, variant: Variant) -> str:
        """The figure as the table has it."""
        found = self.of(variant)
        if found is None:
            return "–"
        return words.share(found) if self.share else f"{found:,.0f}" if self.whole else words.mean(found)


def _total(key: str) -> Callable[[Variant], float | None]:
    """A figure of all languages together (the paper's tables 2 and 3)."""
    return lambda variant: (variant.figures or {}).get("total", {}).get(key)


def languages(variants: Iterable[Variant]) -> list[str]:
    """Those with a dialogue in some variant."""
    found = (
        (tag, numbers)
        for variant in variants
        for tag, numbers in (variant.figures or {}).get("languages", {}).items()
    )
    return sorted({tag for tag, numbers in found if numbers.get("dialogues")})


def of_language(tag: str, key: str) -> Callable[[Variant], float | None]:
    """The same figure of one language."""
    return lambda variant: (variant.figures or {}).get("languages", {}).get(tag, {}).get(key)


def _left_out(unit: str) -> Callable[[Variant], float | None]:
    """The share of books or dialogues that filters left out, of those kept and left out."""

    def share(variant: Variant) -> float | None:
        total = (variant.figures or {}).get("total", {})
        kept = total.get(unit)
        if kept is None:
            return None
        gone = sum(
            reason["number"]
            for units in total.get("removed", {}).values()
            for reason in units.get(unit, {}).values()
        )
        return gone / (kept + gone) if kept + gone else 0.0

    return share


def _score(key: str) -> Callable[[Variant], float | None]:
    """A figure of all annotated texts together."""
    return lambda variant: (variant.scores or {}).get("all", {}).get(key)


SIZE = (
    Measure("Dialogues", "dialogues", _total("dialogues"), whole=True),
    Measure("Turns per dialogue", "turns per dialogue", _total("turns_per_dialogue")),
)
SHAPE = (
    Measure("Utterances", "utterances", _total("utterances"), whole=True),
    Measure("Words per utterance", "words per utterance", _total("words_per_utterance")),
)
LEFT_OUT = (
    Measure("Books left out", "of the books left out", _left_out("books"), share=True),
    Measure("Dialogues left out", "of the dialogues left out", _left_out("dialogues"), share=True),
)
_WORTH = ("characters_f1", "joined_turns_f1", "boundaries_f1", "clean_dialogues")
_FAULTS = ("dialogues_split", "dialogues_merged")


def _scores(keys: Sequence[str]) -> tuple[Measure, ...]:
    """Figures of annotated texts, as `quality.MEASURES` defines them."""
    return tuple(
        Measure(one.name, one.name.lower(), _score(one.key), share=True, lower=one.lower)
        for one in quality.MEASURES
        if one.key in keys
    )


WORTH = _scores(_WORTH)
FAULTS = _scores(_FAULTS)
SCORES = (*WORTH, *FAULTS)
MEASURES = (*SIZE, *SHAPE, *LEFT_OUT, *SCORES)


def known(measures: Iterable[Measure], variants: Sequence[Variant]) -> list[Measure]:
    """Those that some variant has."""
    return [one for one in measures if any(one.of(variant) is not None for variant in variants)]

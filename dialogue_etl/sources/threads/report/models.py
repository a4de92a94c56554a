"""The classifiers of a language, as far as there are any: their figures, and the threshold in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.classify.classifier import CARD, load_card
from dialogue_etl.sources.threads.classify.curve import at, choose

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.sources.threads.classify.classifier import Card
    from dialogue_etl.sources.threads.classify.curve import Row

TASKS = ("noise", "context")


@dataclass(frozen=True)
class Model:
    """A trained classifier.

    Attributes:
        card: what it learnt from and how well it does.
        threshold: dialogues that score more are left out.
        rule: that chose the threshold.
        reached: whether the rule could be followed.
        now: its figures at the threshold.
    """

    card: Card
    threshold: float
    rule: str
    reached: bool
    now: Row


def models(folder: Path, params: Params) -> tuple[list[Model], list[Card]]:
    """The classifiers that were trained, and the cards of those that were not and say why.

    Args:
        folder: output of `train` for a language; without it there are none.
        params: which rule chooses the thresholds.

    Raises:
        ModelError: a card is no card.
    """
    trained, others = [], []
    for task in TASKS:
        if not (folder / task / CARD).is_file():
            continue
        card = load_card(folder / task)
        if card.trained and card.curve:
            knob = float(getattr(params.classify, f"{task}_threshold"))
            chosen = choose(card.curve, knob, params.classify)
            now = at(card.curve, chosen.threshold)
            trained.append(Model(card, chosen.threshold, chosen.rule, chosen.reached, now))
        else:
            others.append(card)
    return trained, others

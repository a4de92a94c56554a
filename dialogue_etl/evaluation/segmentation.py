"""Where conversations end: dialogues held against the gold conversations of `conversations.py`.

A turn is at home in the dialogue that holds at least half of its letters, and covered if there is one. What
is not extracted cannot be split, so read every figure here beside the share of covered turns. Unsure places
are never held against anybody: they part conversations when splits are counted, and join them when mergers
are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.evaluation.content import same_speaker_pairs, size
from dialogue_etl.evaluation.conversations import Place, conversations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.evaluation.content import Content, Letters
    from dialogue_etl.evaluation.gold import GoldText

    Dialogues = Mapping[str, Sequence[Content]]


@dataclass(frozen=True)
class Covered:
    """An annotated turn that is at home in a dialogue.

    Attributes:
        home: the dialogue.
        conversation: its number where unsure places part conversations.
        scene: its number where they join them.
    """

    home: str
    conversation: int
    scene: int


def count(gold: GoldText, places: Sequence[Place], letters: Letters, dialogues: Dialogues) -> Counter[str]:
    """Boundaries, windows, covered turns; dialogues that are split, merged, clean.

    Args:
        gold: the text; addressees are annotated, and there is a turn.
        places: what lies between its turns.
        letters: of the text.
        dialogues: their utterances by id.
    """
    homes = _homes(gold, letters, dialogues)
    parted = conversations(places, cut=frozenset([Place.BOUNDARY, Place.UNSURE]))
    joined = conversations(places, cut=frozenset([Place.BOUNDARY]))
    covered = [
        Covered(home, part, scene) for home, part, scene in zip(homes, parted, joined, strict=True) if home
    ]
    counts = Counter(
        gold_conversations=parted[-1] + 1,
        gold_unsure=places.count(Place.UNSURE),
        gold_turns=len(homes),
        covered_turns=len(covered),
    )
    counts += _of_covered(covered)
    counts += _of_all(places, homes)
    return counts + _of_dialogues(covered, dialogues, speakers=gold.speakers)


def _homes(gold: GoldText, letters: Letters, dialogues: Dialogues) -> list[str | None]:
    """The dialogue in which each annotated turn is at home; None if there is none."""
    shares: list[Counter[str]] = [Counter() for _ in gold.turns]
    for id, dialogue in dialogues.items():
        for utterance in dialogue:
            for number, held in utterance.by_turn.items():
                shares[number][id] += held
    homes: list[str | None] = []
    for turn, share in zip(gold.turns, shares, strict=True):
        most = max(share, key=share.__getitem__, default=None)
        enough = most is not None and 2 * share[most] >= size(letters.stretches(turn.spans))
        homes.append(most if enough else None)
    return homes


def _of_covered(covered: Sequence[Covered]) -> Counter[str]:
    """Boundaries between consecutive covered turns, and windows over them."""
    sure = [
        (one, other)
        for one, other in pairwise(covered)
        if one.scene != other.scene or one.conversation == other.conversation
    ]
    gold = [one.scene != other.scene for one, other in sure]
    found = [one.home != other.home for one, other in sure]
    return _boundaries("boundaries", gold, found) + _windows(gold, found)


def _of_all(places: Sequence[Place], homes: Sequence[str | None]) -> Counter[str]:
    """Boundaries between all turns, as if each one that is not covered were a dialogue of its own."""
    sure = [
        (place is Place.BOUNDARY, one is None or one != other)
        for place, (one, other) in zip(places, pairwise(homes), strict=True)
        if place is not Place.UNSURE
    ]
    return _boundaries("all_boundaries", [gold for gold, _ in sure], [found for _, found in sure])


def _boundaries(name: str, gold: Sequence[bool], found: Sequence[bool]) -> Counter[str]:
    right = sum(one and other for one, other in zip(gold, found, strict=True))
    return Counter({f"{name}_annotated": sum(gold), f"{name}_found": sum(found), f"{name}_right": right})


def _windows(gold: Sequence[bool], found: Sequence[bool]) -> Counter[str]:
    """Windows in which the two disagree on whether there is a boundary, and on how many there are.

    Pk (Beeferman, Berger & Lafferty 1999) and WindowDiff (Pevzner & Hearst 2002) as NLTK defines them: a
    window is half as long as a conversation is in the mean.
    """
    if not any(gold):
        return Counter()
    width = max(1, round(len(gold) / (2 * sum(gold))))
    starts = range(len(gold) - width + 1)
    pairs = [(sum(gold[at : at + width]), sum(found[at : at + width])) for at in starts]
    return Counter(
        windows=len(pairs),
        windows_wrong=sum((one > 0) != (other > 0) for one, other in pairs),
        windows_differing=sum(one != other for one, other in pairs),
    )


def _of_dialogues(covered: Sequence[Covered], dialogues: Dialogues, *, speakers: bool) -> Counter[str]:
    """Dialogues of two turns and more that hold covered ones: split, merged, without any fault."""
    homes_of: dict[int, list[str]] = defaultdict(list)
    turns_in: dict[str, list[Covered]] = defaultdict(list)
    for turn in covered:
        homes_of[turn.conversation].append(turn.home)
        turns_in[turn.home].append(turn)
    spread = {number for number, homes in homes_of.items() if len(set(homes)) > 1}
    counts = Counter(
        conversations_judged=sum(len(homes) > 1 for homes in homes_of.values()),
        conversations_split=len(spread),
    )
    for id, turns in turns_in.items():
        dialogue = dialogues[id]
        if len(dialogue) < 2:
            continue
        split = any(turn.conversation in spread for turn in turns)
        merged = len({turn.scene for turn in turns}) > 1
        same = speakers and same_speaker_pairs(dialogue)
        clean = not (split or merged or same) and all(said.is_speech for said in dialogue)
        counts.update(
            dialogues_judged=1, dialogues_split=split, dialogues_merged=merged, dialogues_clean=clean
        )
    return counts

"""Where conversations end: dialogues held against the gold conversations of `conversations.py`.

A turn is at home in the dialogue that holds at least half of its letters, and covered if there is one. What
is not extracted cannot be split, so read every figure here next to the share of covered turns. Unsure places
are never held against anybody: they part conversations when splits are counted, and join them when mergers
are.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dialogue_etl.evaluation.content import Content, Letters, same_speaker_pairs, size
from dialogue_etl.evaluation.conversations import Place, conversations
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
    """Boundaries, covered turns; dialogues that are split, merged, clean.

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
    return counts + _of_dialogues(covered, dialogues, speakers=gold.speakers)


def _homes(gold: GoldText, letters: Letters, dialogues: Dialogues) -> list[str | None]:
    """The dialogue in which each annotated turn is at home; else None."""
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
    """Boundaries between consecutive covered turns, at sure places."""
    sure = [
        (one, other)
        for one, other in pairwise(covered)
        if one.scene != other.scene or one.conversation == other.conversation
    ]
    gold = [one.scene != other.scene for one, other in sure]
    found = [one.home != other.home for one, other in sure]
    right = sum(one and other for one, other in zip(gold, found, strict=True))
    return Counter(boundaries_annotated=sum(gold), boundaries_found=sum(found), boundaries_right=right)


def _of_dialogues(covered: Sequence[Covered], dialogues: Dialogues, *, speakers: bool) -> Counter[str]:
    """Dialogues of two turns and more that hold covered ones: split, merged, mixed, without any fault."""
    homes_of: dict[int, list[str]] = defaultdict(list)
    turns_in: dict[str, list[Covered]] = defaultdict(list)
    for turn in covered:
        homes_of[turn.conversation].append(turn.home)
        turns_in[turn.home].append(turn)
    spread = {number for number, homes in homes_of.items() if len(set(homes)) > 1}
    counts: Counter[str] = Counter()
    for id, turns in turns_in.items():
        dialogue = dialogues[id]
        if len(dialogue) < 2:
            continue
        split = any(turn.conversation in spread for turn in turns)
        merged = len({turn.scene for turn in turns}) > 1
        same = speakers and same_speaker_pairs(dialogue)
        mixed = speakers and any(len(said.by_speaker) > 1 for said in dialogue)
        clean = not (split or merged or same) and all(said.is_speech for said in dialogue)
        counts.update(
            dialogues_judged=1,
            speakers_judged=speakers,
            dialogues_split=split,
            dialogues_merged=merged,
            dialogues_mixed=mixed,
            dialogues_clean=clean,
        )
    return counts

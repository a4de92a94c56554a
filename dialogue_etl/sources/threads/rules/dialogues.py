"""Rules for whole dialogues: before those of their utterances, and after."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.platform_tags import AT, name
from dialogue_etl.sources.threads.rules.rule import DialogueRule, Part, Utterance
from dialogue_etl.sources.threads.rules.whole_utterances import characters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dialogue_etl.params import Rules


def split_reposts(rules: Rules) -> DialogueRule:
    """`a //@b: c //@d: e` is e, answered by c, answered by a; what an earlier turn says is not said again.

    The quoted turns get the ids `.1`, `.2` …, and no speaker: whoever extracted the dialogue may have hidden
    the names of accounts.
    """
    mark = re.compile(rf"//? ?[{AT}]+{name(rules)} ?[:：]")

    def rule(dialogue: Sequence[Utterance]) -> Part | None:
        if not any("/" in turn.text and mark.search(turn.text) for turn in dialogue):
            return None
        turns: list[Utterance] = []
        said: set[str] = set()
        evidence = ""
        for turn in dialogue:
            own, *quoted = mark.split(turn.text)
            if quoted and not evidence:
                evidence = turn.text
            turns += _told(turn, own, quoted, said)
            said.add(own.strip())
        return Part([turns], evidence)

    return rule


def _told(turn: Utterance, own: str, quoted: Sequence[str], said: set[str]) -> Iterator[Utterance]:
    """What one comment says, the first said first."""
    if not quoted:
        yield turn
        return
    fresh = [text for part in reversed(quoted) if (text := part.strip()) and text not in said]
    for number, text in enumerate(dict.fromkeys(fresh), start=1):
        yield Utterance(f"{turn.id}.{number}", None, text)
    if own.strip():
        yield turn._replace(text=own.strip())


def same_as_post(rules: Rules) -> DialogueRule:
    """A turn that says what the one before it says is an echo."""
    drop = rules.same_as_post == "drop"

    def rule(dialogue: Sequence[Utterance]) -> Part | None:
        echoes = [
            place for place in range(1, len(dialogue)) if dialogue[place].text == dialogue[place - 1].text
        ]
        if not echoes:
            return None
        return Part([] if drop else list(without(dialogue, echoes)), dialogue[echoes[0]].text)

    return rule


def without(dialogue: Sequence[Utterance], places: Sequence[int]) -> Iterator[Sequence[Utterance]]:
    """The runs of turns between those at some places, which are left out."""
    begin = 0
    for place in [*places, len(dialogue)]:
        if place > begin:
            yield dialogue[begin:place]
        begin = place + 1


def all_same(_rules: Rules) -> DialogueRule:
    """All turns say the same."""

    def rule(dialogue: Sequence[Utterance]) -> Part | None:
        if len(dialogue) > 1 and len({turn.text for turn in dialogue}) == 1:
            return Part([], dialogue[0].text)
        return None

    return rule


def short_response(rules: Rules) -> DialogueRule:
    """The last turns teach nothing if they hardly say anything."""
    least = rules.short_response_characters

    def rule(dialogue: Sequence[Utterance]) -> Part | None:
        end = len(dialogue)
        while end and characters(dialogue[end - 1].text) < least:
            end -= 1
        if end == len(dialogue):
            return None
        last = dialogue[-1].text
        return Part([dialogue[:end]] if end else [], last, characters(last), least)

    return rule


def long_dialogues(rules: Rules) -> DialogueRule:
    """Even pieces, so that none is a turn nobody answers: 61 turns are 20, 20 and 21, not 30, 30 and 1."""
    most, drop = rules.long_dialogues_turns, rules.long_dialogues == "drop"

    def rule(dialogue: Sequence[Utterance]) -> Part | None:
        turns = len(dialogue)
        if turns <= most:
            return None
        number = -(-turns // most)
        edges = [turns * piece // number for piece in range(number + 1)]
        pieces = [dialogue[begin:end] for begin, end in pairwise(edges)]
        return Part([] if drop else pieces, dialogue[0].text, turns, most)

    return rule


def min_turns(rules: Rules) -> DialogueRule:
    """Too few turns to be a dialogue."""
    least = rules.min_turns

    def rule(dialogue: Sequence[Utterance]) -> Part | None:
        if len(dialogue) >= least:
            return None
        return Part([], dialogue[0].text if dialogue else "", len(dialogue), least)

    return rule


BEFORE: dict[str, Callable[[Rules], DialogueRule]] = {"split_reposts": split_reposts}
"""What is done before the utterances are looked at."""

AFTER: dict[str, Callable[[Rules], DialogueRule]] = {
    "same_as_post": same_as_post,
    "all_same": all_same,
    "short_response": short_response,
    "long_dialogues": long_dialogues,
    "min_turns": min_turns,
}
"""What is done after, in this order."""

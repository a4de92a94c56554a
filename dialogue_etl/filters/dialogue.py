"""Rules for whole dialogues: before those of their utterances, and after."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import declare
from dialogue_etl.filters import Cut, Drop, Split
from dialogue_etl.filters.names import NAMES
from dialogue_etl.filters.other_language import OTHER_LANGUAGE
from dialogue_etl.filters.patterns import characters
from dialogue_etl.filters.responses import GENERIC_RESPONSES, without
from dialogue_etl.filters.rule import (
    CLEAN_DIALOG,
    Rule,
    Screened,
    Utterance,
    dropping,
    flag,
    judging,
    paper,
    replacing,
    splitting,
)
from dialogue_etl.filters.utterance.markup import angle_brackets
from dialogue_etl.filters.utterance.tags import AT, account, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dialogue_etl.filters.rule import DialogueRule
    from dialogue_etl.filters.text_batch import Mask, TextBatch


def split_reposts(mentions_characters: int) -> DialogueRule:
    """`a //@b: c //@d: e` becomes e, c, a; quotations of earlier turns are left out.

    The quoted turns get the ids `.1`, `.2` …, and no speaker, since the names of accounts may be hidden in
    the dialogue.
    """
    name, shown = account(mentions_characters), shown_name(mentions_characters)
    mark = re.compile(rf"(?:/ ?[{AT}]+{name} ?|// ?[{AT}]+{shown})[:：]")
    markup = angle_brackets()

    def plain(turn: Utterance) -> Utterance:
        # Weibo writes links to accounts between `//` and `@`.
        cut = markup(turn.text) if "<" in turn.text and AT[0] in turn.text and "//" in turn.text else None
        return turn._replace(text=cut.left) if isinstance(cut, Cut) else turn

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        if not any("/" in turn.text and mark.search(plain(turn).text) for turn in dialogue):
            return None
        turns: list[Utterance] = []
        before: set[str] = set()
        evidence = ""
        for turn in map(plain, dialogue):
            own, *quoted = mark.split(turn.text)
            if quoted and not evidence:
                evidence = turn.text
            turns += _unfolded(turn, own, quoted, before)
            before.add(own.strip())
        return Split(evidence, left=[turns])

    def may_find(batch: TextBatch) -> Mask:
        return batch.where("/" in text and ("<" in text or mark.search(text)) for text in batch.texts)

    return Screened(rule, may_find)


def _unfolded(turn: Utterance, own: str, quoted: Sequence[str], before: set[str]) -> Iterator[Utterance]:
    """The turns that one comment quotes, the oldest first, and its own."""
    if not quoted:
        yield turn
        return
    fresh = [text for part in reversed(quoted) if (text := part.strip()) and text not in before]
    for number, text in enumerate(dict.fromkeys(fresh), start=1):
        yield Utterance(f"{turn.id}.{number}", None, text)
    if own.strip():
        yield turn._replace(text=own.strip())


def same_as_post() -> DialogueRule:
    """A turn with the same text as the one before it is an echo."""

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        echoes = [place for place, (one, next_) in enumerate(pairwise(dialogue), 1) if one.text == next_.text]
        if not echoes:
            return None
        return Split(dialogue[echoes[0]].text, left=list(without(dialogue, echoes)))

    return Screened(rule, lambda batch: batch.echoes)


def all_same() -> DialogueRule:
    """All turns have the same text."""

    def rule(dialogue: Sequence[Utterance]) -> Drop | None:
        if len(dialogue) > 1 and len({turn.text for turn in dialogue}) == 1:
            return Drop("all_same", detail=dialogue[0].text)
        return None

    return Screened(rule, lambda batch: batch.echoes)


def short_response(short_response_characters: int) -> DialogueRule:
    """Last turns of too few characters."""
    least = short_response_characters

    def rule(dialogue: Sequence[Utterance]) -> Cut | None:
        end = len(dialogue)
        while end and characters(dialogue[end - 1].text) < least:
            end -= 1
        if end == len(dialogue):
            return None
        last = dialogue[-1].text
        return Cut([dialogue[:end]] if end else [], last, characters(last), least)

    def may_find(batch: TextBatch) -> Mask:
        return batch.where((characters(text) < least for text in batch.texts), last=True)

    return Screened(rule, may_find)


def long_dialogues(turns: int) -> DialogueRule:
    """Split evenly, so that no piece is a single turn: 61 turns give 20, 20 and 21, not 30, 30 and 1."""

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        number = -(-len(dialogue) // turns)
        if number <= 1:
            return None
        edges = [len(dialogue) * piece // number for piece in range(number + 1)]
        pieces = [dialogue[begin:end] for begin, end in pairwise(edges)]
        return Split(dialogue[0].text, len(dialogue), turns, pieces)

    return Screened(rule, lambda batch: batch.lengths > turns)


def min_turns(min_turns: int) -> DialogueRule:
    """Too few turns to be a dialogue."""

    def rule(dialogue: Sequence[Utterance]) -> Drop | None:
        if len(dialogue) >= min_turns:
            return None
        return Drop("min_turns", len(dialogue), min_turns, dialogue[0].text if dialogue else "")

    return Screened(rule, lambda batch: batch.lengths < min_turns)


BEFORE = (
    Rule(
        split_reposts,
        "of reposted comments",
        splitting(
            "`a //@b: c //@d: e` is three utterances, the last one said first: made before all other rules",
            source=flag("split_multi_repost"),
        ),
    ),
)
"""Applied before the rules for utterances."""
AFTER = (
    Rule(
        min_turns,
        "of too few turns",
        declare(
            2,
            "Dialogues, or pieces, of fewer turns are left out; 0 turns it off",
            unit="turns",
            source=f"{CLEAN_DIALOG}: pieces of two and more survive",
            ge=0,
            le=1_000_000,
        ),
    ),
    OTHER_LANGUAGE,
    NAMES,
    GENERIC_RESPONSES,
    Rule(
        same_as_post,
        "that say what was said just before",
        judging("A turn with the same text as the one before it", source=paper(9)),
    ),
    Rule(
        all_same,
        "all of whose turns say the same",
        dropping(
            "Dialogues whose turns all have the same text. Off by default: same_as_post removes them too",
            source=flag("no_utter_dup"),
        ),
    ),
    Rule(
        short_response,
        "that end in next to no words",
        replacing(
            "Last turns of too few characters; cut leaves them out", source=paper(5, "no_short_response")
        ),
        {
            "short_response_characters": declare(
                2,
                "Last turns of fewer characters are too short; blanks are not counted",
                unit="characters",
                source=flag("no_short_response"),
                ge=0,
                le=1_000_000,
            )
        },
    ),
    Rule(
        long_dialogues,
        "of too many turns",
        judging("Dialogues of too many turns; split divides them evenly", source=paper(3)),
        {
            "long_dialogues_turns": declare(
                30, "Dialogues of more turns are too long", unit="turns", source=paper(3), ge=2, le=1_000_000
            )
        },
    ),
)
"""Applied after the rules for utterances, in this order: a piece of too few turns is dropped first."""

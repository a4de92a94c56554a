"""Rules for whole dialogues: before those of their utterances, and after."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.filters import Cut, Drop, Split
from dialogue_etl.filters.matching import Matcher
from dialogue_etl.filters.patterns import NAME, characters
from dialogue_etl.filters.rule import (
    CLEAN_DIALOG,
    Rule,
    Utterance,
    dropping,
    flag,
    judging,
    paper,
    replacing,
    splitting,
)
from dialogue_etl.filters.utterance.tags import AT, account
from dialogue_etl.parameter import declare

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dialogue_etl.filters.rule import DialogueRule


def split_reposts(mentions_characters: int) -> DialogueRule:
    """`a //@b: c //@d: e` is e, answered by c, answered by a; what an earlier turn says is not said again.

    The quoted turns get the ids `.1`, `.2` …, and no speaker: whoever extracted the dialogue may have hidden
    the names of accounts.
    """
    mark = re.compile(rf"//? ?[{AT}]+{account(mentions_characters)} ?[:：]")

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        if not any("/" in turn.text and mark.search(turn.text) for turn in dialogue):
            return None
        turns: list[Utterance] = []
        before: set[str] = set()
        evidence = ""
        for turn in dialogue:
            own, *quoted = mark.split(turn.text)
            if quoted and not evidence:
                evidence = turn.text
            turns += _unfolded(turn, own, quoted, before)
            before.add(own.strip())
        return Split(evidence, left=[turns])

    return rule


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


def names(language: str, terms: Mapping[str, Iterable[str]]) -> DialogueRule:
    """`<NAME1>`, `<NAME2>` … for the terms of names.txt (clean-dialog, re_name).

    Numbers are given in the order the names appear in and begin with 1 in every dialogue; one name has one
    number in all its turns. Whole words only, and case counts: `will` is no Will. Placeholders that are
    there already are numbered with the rest, so a dialogue that was parted begins with 1 again.
    """
    matcher = Matcher(terms.get("names", ()), language, whole_words=True, ignore_case=False)

    def rule(dialogue: Sequence[Utterance]) -> Cut | None:
        names_of = [_names_of(turn.text, matcher) for turn in dialogue]
        if not any(names_of):
            return None
        numbers: dict[str, int] = {}
        renamed = [
            turn._replace(text=_renamed(turn.text, found, numbers))
            for turn, found in zip(dialogue, names_of, strict=True)
        ]
        first = next(found for found in names_of if found)[0][2]
        return None if renamed == list(dialogue) else Cut([renamed], first)

    return rule


def _names_of(text: str, matcher: Matcher) -> list[tuple[int, int, str]]:
    """Names and placeholders in a text from left to right: start, end, and which name it is."""
    found = [(hit.start, hit.end, hit.term) for hit in matcher.find(text)]
    if "<" in text:
        found += [(place.start(), place.end(), place[0]) for place in NAME.finditer(text)]
    return sorted(found)


def _renamed(text: str, found: Sequence[tuple[int, int, str]], numbers: dict[str, int]) -> str:
    pieces, end = [], 0
    for start, stop, name in found:
        pieces += [text[end:start], f"<NAME{numbers.setdefault(name, len(numbers) + 1)}>"]
        end = stop
    return "".join([*pieces, text[end:]])


def same_as_post() -> DialogueRule:
    """A turn that says what the one before it says is an echo."""

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        echoes = [place for place, (one, next_) in enumerate(pairwise(dialogue), 1) if one.text == next_.text]
        if not echoes:
            return None
        return Split(dialogue[echoes[0]].text, left=list(without(dialogue, echoes)))

    return rule


def without(dialogue: Sequence[Utterance], places: Sequence[int]) -> Iterator[Sequence[Utterance]]:
    """The runs of turns between those at some places, which are left out."""
    begin = 0
    for place in [*places, len(dialogue)]:
        if place > begin:
            yield dialogue[begin:place]
        begin = place + 1


def all_same() -> DialogueRule:
    """All turns say the same."""

    def rule(dialogue: Sequence[Utterance]) -> Drop | None:
        if len(dialogue) > 1 and len({turn.text for turn in dialogue}) == 1:
            return Drop("all_same", detail=dialogue[0].text)
        return None

    return rule


def short_response(short_response_characters: int) -> DialogueRule:
    """The last turns teach nothing if they hardly say anything."""
    least = short_response_characters

    def rule(dialogue: Sequence[Utterance]) -> Cut | None:
        end = len(dialogue)
        while end and characters(dialogue[end - 1].text) < least:
            end -= 1
        if end == len(dialogue):
            return None
        last = dialogue[-1].text
        return Cut([dialogue[:end]] if end else [], last, characters(last), least)

    return rule


def long_dialogues(turns: int) -> DialogueRule:
    """Even pieces, so that none is a turn nobody answers: 61 turns are 20, 20 and 21, not 30, 30 and 1."""

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        number = -(-len(dialogue) // turns)
        if number <= 1:
            return None
        edges = [len(dialogue) * piece // number for piece in range(number + 1)]
        pieces = [dialogue[begin:end] for begin, end in pairwise(edges)]
        return Split(dialogue[0].text, len(dialogue), turns, pieces)

    return rule


def min_turns(min_turns: int) -> DialogueRule:
    """Too few turns to be a dialogue."""

    def rule(dialogue: Sequence[Utterance]) -> Drop | None:
        if len(dialogue) >= min_turns:
            return None
        return Drop("min_turns", len(dialogue), min_turns, dialogue[0].text if dialogue else "")

    return rule


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
"""What is done before the utterances are looked at."""
AFTER = (
    Rule(
        names,
        "with names",
        replacing(
            "Names of names.txt; cut puts <NAME1>, <NAME2> … there, one number per name and dialogue",
            source=flag("re_name"),
        ),
    ),
    Rule(
        same_as_post,
        "that say what was said just before",
        judging("A turn that says what the one before it says", source=paper(9)),
    ),
    Rule(
        all_same,
        "all of whose turns say the same",
        dropping(
            "Dialogues all of whose turns say the same. Off: same_as_post leaves none of them",
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
                "Fewer are too few; blanks are not counted",
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
        judging("Dialogues of too many turns; split makes even pieces of them", source=paper(3)),
        {
            "long_dialogues_turns": declare(
                30, "More are too many", unit="turns", source=paper(3), ge=2, le=1_000_000
            )
        },
    ),
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
)
"""What is done after, in this order."""

"""Which annotated turns belong to one conversation: derived from who speaks to whom, by five rules.

Between two neighbouring turns lies

1. a boundary, if a chapter or scene break does; otherwise none,
2. if they share two participants (speaker or addressee), or all that are known of one of them;
3. if the talk comes back: two participants of one of the last four turns meet again in one of the next four,
   no break between (asides, crossing talk in company);
4. if they share one participant and at most 500 characters of narration lie between (somebody joins in);
5. in all other cases a boundary: other people talk.

Where more than 1,000 characters of narration lie between turns that belong together, the same people may go
on or meet again: such places are unsure, and are not scored. These rules and numbers are the benchmark's own.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import accumulate, pairwise, product

from dialogue_etl.evaluation.gold import GoldTurn
from dialogue_etl.text.spans import Span

FAR = 1_000
"""Characters of narration beyond which it is unsure whether the same people go on."""
NEAR = 500
"""Characters of narration within which somebody may join in."""
WINDOW = 4
"""Turns looked at on either side for two who meet again."""


class Place(Enum):
    """What lies between two neighbouring turns."""

    SAME = "the conversation goes on"
    UNSURE = "the same people, after long"
    BOUNDARY = "another conversation"


def places(turns: Sequence[GoldTurn], breaks: Sequence[int]) -> list[Place]:
    """What lies between each two neighbouring turns, one less than turns.

    Args:
        turns: in reading order.
        breaks: offsets of chapter and scene breaks, in order.
    """
    gaps = [(turn.spans[-1].end, after.spans[0].start) for turn, after in pairwise(turns)]
    broken = [_breaks_between(breaks, start, end) for start, end in gaps]
    people = [turn.participants for turn in turns]
    found = []
    for number, (start, end) in enumerate(gaps):
        if broken[number] or not _belong_together(number, end - start, people, broken):
            found.append(Place.BOUNDARY)
        else:
            found.append(Place.UNSURE if end - start > FAR else Place.SAME)
    return found


def _breaks_between(breaks: Sequence[int], start: int, end: int) -> bool:
    after = bisect_left(breaks, start)
    return after < len(breaks) and breaks[after] <= end


def _belong_together(
    number: int, narration: int, people: Sequence[frozenset[str]], broken: Sequence[bool]
) -> bool:
    """Rules 2 to 4, for the turns `number` and `number + 1`."""
    one, other = people[number], people[number + 1]
    shared = len(one & other)
    if shared >= min(2, len(one), len(other)):
        return True
    return (shared > 0 and narration <= NEAR) or _meet_again(number, people, broken)


def _meet_again(number: int, people: Sequence[frozenset[str]], broken: Sequence[bool]) -> bool:
    """Rule 3: whether two people of a turn up to `number` are both in a turn after it."""
    first = number
    while first > max(0, number - WINDOW + 1) and not broken[first - 1]:
        first -= 1
    last = number + 1
    while last < min(len(people) - 1, number + WINDOW) and not broken[last]:
        last += 1
    before, after = people[first : number + 1], people[number + 1 : last + 1]
    return any(len(one & other) > 1 for one, other in product(before, after))


def conversations(found: Iterable[Place], *, cut: frozenset[Place]) -> list[int]:
    """The number of each turn's conversation, if these places part them."""
    return list(accumulate((place in cut for place in found), initial=0))


def contributions(turns: Sequence[GoldTurn], found: Sequence[Place]) -> list[list[Span]]:
    """What dialogues of alternating speakers are made of: turns, joined while one known speaker continues."""
    joined: list[list[Span]] = []
    for number, turn in enumerate(turns):
        goes_on = number and found[number - 1] is Place.SAME and turn.speaker == turns[number - 1].speaker
        if goes_on and turn.speaker:
            joined[-1].extend(turn.spans)
        else:
            joined.append(list(turn.spans))
    return joined

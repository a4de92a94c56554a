"""Step 8: where one dialogue ends and the next one begins.

The gap between two turns is the text there, made wider or narrower by rules: who talks around it, and what is
told in it. A gap above the parameter parts dialogues, and so do chapters and scenes. Each rule looks at one
thing and gives a factor, 1 where it has nothing to say, so `extract.dialogue_gap` stays the one measure of
everything. That participants and words of a new scene tell more than the gap is what Csáky & Recski 2021
leave for later. The factors are ours, picked by score on annotated English novels (PDNC, the development
half): no other language was big enough.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.table import NOBODY
from dialogue_etl.text.spans import slice_numbers
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places

    Factors = npt.NDArray[np.float64]


TWO_GO_ON = 1.75
ONE_GOES_ON = 1.2
ANSWERED = 1.15
SHORTER = 0.85
FARTHEST = 1_000
"""Characters between turns beyond which one's speaker says nothing of who talks around the other."""
TURNS_AROUND = 24
"""Turns on each side whose speakers are looked at."""
_SURE = 0.5
_TURNS_NEAR = 4  # on each side: who talks right before and right after
_COMPANY = 2  # people who talk with each other
_QUESTION = ord("?")
_TALE = 4  # paragraphs that begin between two turns: at least three of them narration alone
_LONGEST_OPENING = 60

_NARROWEST, _WIDEST = 0.25, 4.0
"""Gaps below and above these multiples of the dialogue gap are clear, whatever else is there."""


def part_dialogues(document: Document, table: SpeechTable) -> SpeechTable:
    """The table with the gap before each turn, as the rules weigh it.

    Infinite where a scene begins, and where it is doubtful who speaks if dialogues are parted there.
    Parameters looked at: boundaries, dialogue_gap, min_certainty and uncertain.
    """
    first = table.column("begins_turn").nonzero()[0]
    gaps = _gaps(document, table, first)
    limit = document.params.dialogue_gap
    if document.params.boundaries == "rules" and limit:
        doubtful = ((gaps > _NARROWEST * limit) & (gaps < _WIDEST * limit)).nonzero()[0]
        if len(doubtful):
            features = GapFeatures.of(document, table, gaps, doubtful)
            participants = Participants.of(known_speakers(table.where(first), document.language), doubtful)
            gaps[doubtful] /= reach(document, features, participants)
    if document.params.uncertain == "part":
        gaps[table.column("certainty")[first] < document.params.min_certainty] = np.inf
    column = np.zeros(len(table))
    column[first] = gaps
    return table.with_columns(gap=column)


def _gaps(document: Document, table: SpeechTable, first: Places) -> Factors:
    """For each turn the characters that part it from the one before; infinite where a scene begins.

    What follows the speech in its paragraph and whole paragraphs count, as in gutenberg-dialog; narration
    before the first speech of a paragraph belongs to that speech and does not, though the paper's words
    (section 3: "more than 150 characters between them") take it in.
    """
    gaps = np.full(len(first), np.inf)
    last, following = first[1:] - 1, first[1:]
    starts, ends = table.column("start")[following], table.column("end")[last]
    begun = document.paragraphs.starts[table.column("paragraph")[following]]
    starts = np.where(begun > ends, begun, starts)
    scene = table.column("scene")
    gaps[1:] = np.where(scene[following] == scene[last], starts - ends, np.inf)
    return gaps


def known_speakers(turns: SpeechTable, language: Language) -> Places:
    """For each turn the number of its speaker, as far as that is known, or NOBODY.

    The narrator takes part in everything, which tells nothing: he is nobody, too.
    """
    narrators = {word for word, gender in language.pronouns.items() if gender == NARRATOR}
    names = turns.column("speaker").tolist()
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    for name in numbers:
        if name is None or name.lower() in narrators:
            numbers[name] = NOBODY
    known = np.fromiter(map(numbers.__getitem__, names), np.int64, len(names))
    return np.where(turns.column("confidence") < _SURE, NOBODY, known)


class Participants(NamedTuple):
    """Who talks around gaps.

    Attributes:
        named: the turns whose speaker is known, in order.
        changes: for each of these how often one was followed by somebody else's so far; one more than turns.
        gaps: the number of a gap, for each person who talks both before and after it.
        last: the last turn of that person before the gap.
        next: the first one after it.
    """

    named: Places
    changes: Places
    gaps: Places
    last: Places
    next: Places

    @classmethod
    def of(cls, speakers: Places, turns: Places) -> Participants:
        """Those around gaps.

        Args:
            speakers: for each turn the number of who speaks, or NOBODY.
            turns: the number of the turn behind each gap, in order.
        """
        named = (speakers != NOBODY).nonzero()[0]
        people = speakers[named]
        changes = np.zeros(len(named) + 1, np.int64)
        (people[1:] != people[:-1]).cumsum(out=changes[1:-1])
        # A person's turn and the next one of the same person stand on two sides of what is between them.
        order = people.argsort(kind="stable")
        last, following = named[order[:-1]], named[order[1:]]
        same = people[order[1:]] == people[order[:-1]]
        pairs = (same & (following - last < 2 * TURNS_AROUND)).nonzero()[0]
        last, following = last[pairs], following[pairs]
        numbers, gaps = slice_numbers(
            turns.searchsorted(last, side="right"), turns.searchsorted(following, side="right")
        )
        return cls(named, changes, gaps, last[numbers], following[numbers])

    def on_both_sides(self, first: Places, after: Places) -> Places:
        """For each gap how many people talk both before and after it, from turn to turn, half open."""
        near = (self.last >= first[self.gaps]) & (self.next < after[self.gaps])
        return np.bincount(self.gaps[near], minlength=len(first))

    def several(self, first: Places, after: Places) -> Mask:
        """Whether more than one person talks from turn to turn, half open."""
        low, high = self.named.searchsorted(first), self.named.searchsorted(after)
        more: Mask = (high > low) & (self.changes[high - 1] != self.changes[low])
        return more


class GapFeatures(NamedTuple):
    """Gaps between neighbouring turns, in order.

    Attributes:
        turns: number of the turn behind each.
        starts: where the narration between the two begins.
        ends: where it ends.
        first_paragraph: the number of the first paragraph that begins between them.
        after_paragraph: the one after the last of those.
        first: the first of the turns around it.
        after: the one after the last of those; they end where a scene or a wide gap does.
    """

    turns: Places
    starts: Places
    ends: Places
    first_paragraph: Places
    after_paragraph: Places
    first: Places
    after: Places

    @classmethod
    def of(cls, document: Document, table: SpeechTable, gaps: Factors, chosen: Places) -> GapFeatures:
        """Some of a book's gaps.

        Args:
            document: the book.
            table: with turns.
            gaps: for each turn the characters that part it from the one before, infinite at scenes.
            chosen: which gaps, by the number of the turn behind them; never the first turn.
        """
        edges = np.append((gaps > FARTHEST).nonzero()[0], len(gaps))
        low = edges[edges.searchsorted(chosen - 1, side="right") - 1]
        high = edges[edges.searchsorted(chosen, side="right")]
        rows = table.column("begins_turn").nonzero()[0][chosen]
        starts, ends = table.column("end")[rows - 1], table.column("start")[rows]
        begin = document.paragraphs.starts
        first, after = np.maximum(low, chosen - TURNS_AROUND), np.minimum(high, chosen + TURNS_AROUND)
        return cls(chosen, starts, ends, begin.searchsorted(starts), begin.searchsorted(ends), first, after)


def reach(document: Document, gaps: GapFeatures, participants: Participants) -> Factors:
    """How much longer each gap may be: where two people go on, nothing speaks against it."""
    people = same_people(gaps, participants)
    longer = people * open_question(document, gaps)
    shorter = longer * other_people(gaps, participants) * new_scene(document, gaps) * long_tale(gaps)
    return np.where(people == TWO_GO_ON, longer, shorter)


def same_people(gaps: GapFeatures, participants: Participants) -> Factors:
    """Two people who talked before talk after it too: a pause, then they go on. One of them tells less."""
    shared = participants.on_both_sides(gaps.first, gaps.after)
    return np.array([1.0, ONE_GOES_ON, TWO_GO_ON])[np.minimum(shared, _COMPANY)]


def open_question(document: Document, gaps: GapFeatures) -> Factors:
    """A question waits for its answer."""
    return np.where(document.points[gaps.starts - 1] == _QUESTION, ANSWERED, 1.0)


def other_people(gaps: GapFeatures, participants: Participants) -> Factors:
    """Two people talk before and two others after it: another conversation."""
    first = np.maximum(gaps.first, gaps.turns - _TURNS_NEAR)
    after = np.minimum(gaps.after, gaps.turns + _TURNS_NEAR)
    both = participants.several(first, gaps.turns) & participants.several(gaps.turns, after)
    return np.where(both & (participants.on_both_sides(first, after) == 0), SHORTER, 1.0)


def long_tale(gaps: GapFeatures) -> Factors:
    """Several paragraphs of nothing but narration: something happens, the talk is over."""
    return np.where(gaps.after_paragraph - gaps.first_paragraph >= _TALE, SHORTER, 1.0)


def new_scene(document: Document, gaps: GapFeatures) -> Factors:
    """A paragraph in between begins with words of another time or place (The next morning …)."""
    opening, shortest = _openings(document.language.scene_openings)
    numbers, paragraphs = slice_numbers(gaps.first_paragraph, gaps.after_paragraph)
    starts = document.paragraphs.starts[paragraphs]
    ends = np.minimum(starts + _LONGEST_OPENING, gaps.ends[numbers])
    # Nothing but a mark stands before most turns in their paragraph.
    long = (ends - starts >= shortest).nonzero()[0]
    edges = zip(starts[long].tolist(), ends[long].tolist(), strict=True)
    opens = [opening.match(document.text, start, end) is not None for start, end in edges]
    factors = np.ones(len(gaps.turns))
    factors[numbers[long[opens]]] = SHORTER
    return factors


@cache
def _openings(phrases: tuple[str, ...]) -> tuple[re.Pattern[str], int]:
    """The phrases as whole words, those that end with an apostrophe before the rest of their word.

    With the length of the shortest one.
    """
    elided = [phrase for phrase in phrases if phrase.endswith("'")]
    whole = any_of(set(phrases).difference(elided))
    any_phrase = rf"{whole}(?![^\W_])|{any_of(elided)}".replace("'", "['’]")
    pattern = re.compile(rf"[\W_]{{0,3}}(?:{any_phrase})", re.IGNORECASE)
    return pattern, min(map(len, phrases), default=0)

"""Step 8: find dialogue boundaries.

The gap between two turns is measured in characters. Rules multiply the gap that is allowed there by factors,
depending on who talks around it and what the narration in it says; a rule that does not apply gives 1, so
`extract.dialogue_gap` remains the only threshold. A gap above it is a boundary, and so is the beginning of a
chapter or scene. Csáky & Recski 2021 leave such features (participants, words of a new scene) to future work.
The factors are ours, chosen by score on annotated English novels (PDNC, the development half): no other
language had enough.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.certainty import chance_of_end
from dialogue_etl.sources.books.extraction.table import UNKNOWN
from dialogue_etl.text.spans import slice_numbers
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets

    Factors = npt.NDArray[np.float64]


TWO_GO_ON = 1.75
ONE_GOES_ON = 1.2
ANSWERED = 1.15
SHORTER = 0.85
FARTHEST = 1_000
"""Characters between turns beyond which speakers of the one side are not compared with the other."""
TURNS_AROUND = 24
"""Turns on each side of a gap whose speakers are compared."""
_ANSWERS = 0.9
"""Certainty below which a turn may as well be the same speaker's, where dialogues end in doubt: of
26 turns read below 0.8 10 were, of 36 from there to 0.9 11, of 36 above none."""
_SURE = 0.9  # confidence of a known speaker
_TURNS_NEAR = 4  # turns just before and just after a gap
_COMPANY = 2  # people who talk with each other
_QUESTION = ord("?")
_TALE = 4  # paragraphs that begin between two turns: at least three of them without speech
_LONGEST_OPENING = 60  # characters

_NARROWEST, _WIDEST = 0.25, 4.0
"""For gaps below and above these multiples of the dialogue gap the rules are not applied."""


def part_dialogues(document: Document, table: SpeechTable) -> SpeechTable:
    """The table with the column `gap`: the weighted gap before each turn.

    It is infinite where a scene begins and, if `uncertain` is `part`, where it is uncertain that a turn
    answers the one before. Reads the parameters boundaries, dialogue_gap, min_certainty and uncertain.
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
        goes_on = table.column("certainty")[first] * (1 - chance_of_end(gaps))
        gaps[goes_on < document.params.min_certainty] = np.inf
    if document.language.ends_in_doubt:
        gaps[table.column("certainty")[first] < _ANSWERS] = np.inf
    column = np.zeros(len(table))
    column[first] = gaps
    return table.with_columns(gap=column)


def _gaps(document: Document, table: SpeechTable, first: Offsets) -> Factors:
    """For each turn the characters since the turn before; infinite where a scene begins.

    As in gutenberg-dialog, narration after speech in its paragraph and whole paragraphs count; narration
    before the first speech of a paragraph does not, although the paper's wording (section 3: "more than 150
    characters between them") includes it.
    """
    gaps = np.full(len(first), np.inf)
    last, following = first[1:] - 1, first[1:]
    starts, ends = table.column("start")[following], table.column("end")[last]
    paragraph_starts = document.paragraphs.starts[table.column("paragraph")[following]]
    starts = np.where(paragraph_starts > ends, paragraph_starts, starts)
    scene = table.column("scene")
    gaps[1:] = np.where(scene[following] == scene[last], starts - ends, np.inf)
    return gaps


def known_speakers(turns: SpeechTable, language: Language) -> Offsets:
    """For each turn the number of its speaker, or UNKNOWN if that is unknown.

    A first-person narrator counts as unknown: they talk in most dialogues of the book.
    """
    narrators = {word for word, gender in language.pronouns.items() if gender == NARRATOR}
    names = turns.column("speaker").tolist()
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    for name in numbers:
        if name is None or name.lower() in narrators:
            numbers[name] = UNKNOWN
    known = np.fromiter(map(numbers.__getitem__, names), np.int64, len(names))
    return np.where(turns.column("confidence") < _SURE, UNKNOWN, known)


class Participants(NamedTuple):
    """Who talks around gaps.

    Attributes:
        named: turns with a known speaker, in order.
        changes: for each of these the number of speaker changes so far; one more element than `named`.
        gaps: number of a gap, once for each person who talks both before and after it.
        last: last turn of that person before the gap.
        next: first turn of that person after the gap.
    """

    named: Offsets
    changes: Offsets
    gaps: Offsets
    last: Offsets
    next: Offsets

    @classmethod
    def of(cls, speakers: Offsets, turns: Offsets) -> Participants:
        """Find the participants around gaps.

        Args:
            speakers: for each turn the number of its speaker, or UNKNOWN.
            turns: number of the turn after each gap, in order.
        """
        named = (speakers != UNKNOWN).nonzero()[0]
        people = speakers[named]
        changes = np.zeros(len(named) + 1, np.int64)
        (people[1:] != people[:-1]).cumsum(out=changes[1:-1])
        # A turn and the next turn of the same person are on both sides of all gaps between them.
        order = people.argsort(kind="stable")
        last, following = named[order[:-1]], named[order[1:]]
        same = people[order[1:]] == people[order[:-1]]
        pairs = (same & (following - last < 2 * TURNS_AROUND)).nonzero()[0]
        last, following = last[pairs], following[pairs]
        numbers, gaps = slice_numbers(
            turns.searchsorted(last, side="right"), turns.searchsorted(following, side="right")
        )
        return cls(named, changes, gaps, last[numbers], following[numbers])

    def on_both_sides(self, first: Offsets, after: Offsets) -> Offsets:
        """For each gap how many people talk both before and after it, in the turns `first` to `after` - 1."""
        near = (self.last >= first[self.gaps]) & (self.next < after[self.gaps])
        return np.bincount(self.gaps[near], minlength=len(first))

    def several(self, first: Offsets, after: Offsets) -> Mask:
        """Whether more than one known person talks in the turns `first` to `after` - 1."""
        low, high = self.named.searchsorted(first), self.named.searchsorted(after)
        more: Mask = (high > low) & (self.changes[high - 1] != self.changes[low])
        return more


class GapFeatures(NamedTuple):
    """Gaps between neighbouring turns, in order.

    Attributes:
        turns: number of the turn after each gap.
        starts: offset at which the turn before ends.
        ends: offset at which the turn after begins.
        first_paragraph: number of the first paragraph that begins in the gap.
        after_paragraph: number after that of the last such paragraph.
        first: first turn around the gap; a scene break or wide gap limits these turns.
        after: number after that of the last turn around it.
    """

    turns: Offsets
    starts: Offsets
    ends: Offsets
    first_paragraph: Offsets
    after_paragraph: Offsets
    first: Offsets
    after: Offsets

    @classmethod
    def of(cls, document: Document, table: SpeechTable, gaps: Factors, chosen: Offsets) -> GapFeatures:
        """Collect the features of some gaps of a book.

        Args:
            document: the book.
            table: with turns.
            gaps: for each turn the characters since the turn before, infinite at scenes.
            chosen: which gaps, by the number of the turn after them; never the first turn.
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
    """The factor by which each gap may be longer; where two people continue, no rule shortens it."""
    people = same_people(gaps, participants)
    longer = people * open_question(document, gaps)
    shorter = longer * other_people(gaps, participants) * new_scene(document, gaps) * long_tale(gaps)
    return np.where(people == TWO_GO_ON, longer, shorter)


def same_people(gaps: GapFeatures, participants: Participants) -> Factors:
    """The same people talk before and after the gap: two are strong evidence of one dialogue, one is weak."""
    shared = participants.on_both_sides(gaps.first, gaps.after)
    return np.array([1.0, ONE_GOES_ON, TWO_GO_ON])[np.minimum(shared, _COMPANY)]


def open_question(document: Document, gaps: GapFeatures) -> Factors:
    """The turn before the gap ends with a question, so an answer is likely."""
    return np.where(document.points[gaps.starts - 1] == _QUESTION, ANSWERED, 1.0)


def other_people(gaps: GapFeatures, participants: Participants) -> Factors:
    """Several people talk before the gap and only others after it: a new dialogue."""
    first = np.maximum(gaps.first, gaps.turns - _TURNS_NEAR)
    after = np.minimum(gaps.after, gaps.turns + _TURNS_NEAR)
    both = participants.several(first, gaps.turns) & participants.several(gaps.turns, after)
    return np.where(both & (participants.on_both_sides(first, after) == 0), SHORTER, 1.0)


def long_tale(gaps: GapFeatures) -> Factors:
    """Several paragraphs of narration alone: the dialogue has probably ended."""
    return np.where(gaps.after_paragraph - gaps.first_paragraph >= _TALE, SHORTER, 1.0)


def new_scene(document: Document, gaps: GapFeatures) -> Factors:
    """A paragraph in the gap begins with words of another time or place (The next morning …)."""
    opening, shortest = _openings(document.language.scene_openings)
    numbers, paragraphs = slice_numbers(gaps.first_paragraph, gaps.after_paragraph)
    starts = document.paragraphs.starts[paragraphs]
    ends = np.minimum(starts + _LONGEST_OPENING, gaps.ends[numbers])
    # Most paragraphs have only a quotation mark before the turn.
    long = (ends - starts >= shortest).nonzero()[0]
    edges = zip(starts[long].tolist(), ends[long].tolist(), strict=True)
    opens = [opening.match(document.text, start, end) is not None for start, end in edges]
    factors = np.ones(len(gaps.turns))
    factors[numbers[long[opens]]] = SHORTER
    return factors


@cache
def _openings(phrases: tuple[str, ...]) -> tuple[re.Pattern[str], int]:
    """A pattern for the phrases, and the length of the shortest.

    Phrases match whole words; those that end with an apostrophe match before a letter as well.
    """
    elided = [phrase for phrase in phrases if phrase.endswith("'")]
    whole = any_of(set(phrases).difference(elided))
    any_phrase = rf"{whole}(?![^\W_])|{any_of(elided)}".replace("'", "['’]")
    pattern = re.compile(rf"[\W_]{{0,3}}(?:{any_phrase})", re.IGNORECASE)
    return pattern, min(map(len, phrases), default=0)

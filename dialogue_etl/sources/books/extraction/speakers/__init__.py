"""Step 5, quote attribution: who speaks each turn, where the text says it, and which neighbours are one turn.

Speech tags (`tag_parser.py`, `speech_tags.py`) hold mentions (`mention_parser.py`) of characters
(`characters.py`). What else is told of a turn are clues (`clues.py`, `nearby_names.py`); with what lies
between turns (`gap_chances.py`) they decide which neighbours are of one speaker (`forward_backward.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.speakers.characters import NOBODY, Characters
from dialogue_etl.sources.books.extraction.speakers.clues import find_clues
from dialogue_etl.sources.books.extraction.speakers.forward_backward import same_speaker
from dialogue_etl.sources.books.extraction.speakers.gap_chances import (
    TurnGaps,
    chance_to_go_on,
    doubtful_turns,
)
from dialogue_etl.sources.books.extraction.speakers.speech_tags import (
    BY_VERB,
    GENDERS,
    tag_speech,
    telling_row,
)
from dialogue_etl.sources.books.extraction.speakers.split_turns import begins_with_another

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places

_JOINED = 0.45  # below one half: two turns left apart are a pair of one speaker and two half turns
_NEAR = 200  # characters between turns of people who answer each other
# Shares that were right on novels in which speakers are annotated, rounded down.
_BY_TAG = 0.9
_BY_NEIGHBOURHOOD = 0.65
_BY_ALTERNATION = 0.7
_STEP = 0.97  # of the confidence in the turn before last, if that alternates too


def attribute_speakers(document: Document, table: SpeechTable) -> SpeechTable:
    """Tell who speaks, split the speech of two in one paragraph, join neighbouring turns of one speaker.

    Parameters looked at: find_speakers, split_speakers, join_speakers and alternate_speakers.
    """
    params, count = document.params, len(table)
    if not params.find_speakers or not count:
        return table.with_columns(speaker=np.full(count, None), confidence=np.zeros(count))
    characters = Characters()
    table = tag_speech(document, table, characters)
    begins = table.column("begins_turn")
    if params.split_speakers:
        begins = begins | begins_with_another(document, table, characters)
    if params.join_speakers and np.count_nonzero(begins) > 1:
        begins = begins & ~_goes_on(document, table.with_columns(begins_turn=begins), characters)
    first = begins.nonzero()[0]
    speakers = speakers_by_tag(table, first, characters)
    if params.alternate_speakers:
        speakers = alternate(speakers, _is_near(table, first), characters)
    names = np.array([*map(characters.name, range(len(characters))), None], object)  # the last is NOBODY's
    turn = begins.cumsum() - 1
    return table.with_columns(
        begins_turn=begins,
        speaker=names[speakers.number][turn],
        confidence=np.array(speakers.confidence)[turn],
    )


def _goes_on(document: Document, table: SpeechTable, characters: Characters) -> Mask:
    """Which rows that begin a turn go on with the speaker of the turn before."""
    first = table.column("begins_turn").nonzero()[0]
    gaps = TurnGaps.of(document, table, first)
    chance = chance_to_go_on(gaps)
    likely, doubtful = chance.copy(), doubtful_turns(chance)
    if len(doubtful):
        clues = find_clues(document, table, characters, first, doubtful)
        likely[doubtful] = same_speaker(clues, chance, gaps.apart, doubtful)
    goes_on = np.zeros(len(table), np.bool_)
    goes_on[first[1:]] = likely > _JOINED
    return goes_on


def _is_near(table: SpeechTable, first: Places) -> Mask:
    """For each turn but the first whether it follows the one before closely."""
    last, following = first[1:] - 1, first[1:]
    scene = table.column("scene")
    gap = table.column("start")[following] - table.column("end")[last]
    near: Mask = (scene[last] == scene[following]) & (gap <= _NEAR)
    return near


class TurnSpeakers(NamedTuple):
    """Speakers of turns.

    Attributes:
        number: of the character who speaks each, or NOBODY.
        confidence: how likely it is that one, 0 to 1.
        gender: what is known of the speaker: `m`, `f`, `1` or nothing.
    """

    number: list[int]
    confidence: list[float]
    gender: list[str]


def speakers_by_tag(table: SpeechTable, first: Places, characters: Characters) -> TurnSpeakers:
    """The speakers the narrator names, of the turns that begin with these rows."""
    rows = telling_row(table.column("tag"), first)
    number, tag_gender = table.column("character")[rows], table.column("tag_gender")[rows]
    by_verb = table.column("tag")[rows] == BY_VERB
    confidence = np.where(by_verb, _BY_TAG, _BY_NEIGHBOURHOOD) * (number != NOBODY)
    genders = np.array([*characters.genders(), ""])  # the last is NOBODY's
    gender = np.where(number != NOBODY, genders[number], np.array(GENDERS)[tag_gender])
    return TurnSpeakers(number.tolist(), confidence.tolist(), gender.tolist())


def alternate(speakers: TurnSpeakers, near: Mask, characters: Characters) -> TurnSpeakers:
    """With names for turns nobody is named for: the one who spoke before last, where two talk by turns.

    Forwards, then backwards; a pronoun of the other gender forbids it.

    Args:
        speakers: of turns in reading order.
        near: for each turn but the first whether it follows the one before closely.
        characters: who they are.
    """
    number, confidence = list(speakers.number), list(speakers.confidence)
    genders = characters.genders()
    # The first of three turns of which nobody is named for the last, or the first.
    three = (near[:-1] & near[1:]).nonzero()[0]
    unnamed = np.array(number, np.int64) == NOBODY
    for step, turns in ((-1, three[unnamed[three + 2]] + 2), (1, three[unnamed[three]][::-1])):
        for turn in turns.tolist():
            if number[turn] != NOBODY:
                continue
            neighbour, again = number[turn + step], number[turn + 2 * step]
            if neighbour == NOBODY or again in {NOBODY, neighbour}:
                continue
            known, stated = genders[again], speakers.gender[turn]
            if not (known and stated and known != stated):
                number[turn] = again
                confidence[turn] = round(min(_BY_ALTERNATION, confidence[turn + 2 * step] * _STEP), 3)
    return TurnSpeakers(number, confidence, speakers.gender)

"""Step 5, quote attribution: who speaks each turn, where the text says it, and which neighbours are one turn.

Speech tags (`tag_parser.py`, `speech_tags.py`) hold mentions of characters (`characters.py`). What else is
told of a turn are clues (`clues.py`). With how likely the speaker goes on by what lies between two turns they
decide which neighbours are of one speaker (`forward_backward.py`).

That chance is a logistic regression with few terms; its round figures were measured on novels in which
speakers are annotated (Vishnubhotla, Hammond & Hirst 2022). Behind paragraphs of narration it is a habit of
the language (`Language.goes_on`): where nobody has measured it, turns are joined by names alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.join_turns import begins_with_another
from dialogue_etl.sources.books.extraction.speakers.characters import Characters
from dialogue_etl.sources.books.extraction.speakers.clues import find_clues
from dialogue_etl.sources.books.extraction.speakers.forward_backward import same_speaker
from dialogue_etl.sources.books.extraction.speakers.speech_tags import tag_speech, telling_row
from dialogue_etl.sources.books.extraction.table import BY_VERB, GENDERS, NOBODY
from dialogue_etl.text.points import one_of

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.speakers.forward_backward import Floats
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places

_DOUBTFUL = 0.1  # below this chance that the speaker goes on nothing else is weighed
_FARTHEST = 1_000  # characters between two turns beyond which nothing is said of their speakers
_QUESTION, _COMMA = map(ord, "?,")
_INTRODUCES = ",;:-—–"

_NARRATION = np.array([3, 40, 80, 160, 320])
_SAME_PARAGRAPHS = np.array([0.006, 0.015, 0.07, 0.13, 0.25, 0.37])
"""The chance by characters of narration: below the first number of them, from it on, and so on."""
_IN_PARAGRAPH = 0.4
_MARKS = 8  # characters: two marks and blanks
_RESUMED = 2.5  # odds of twelve to one
_MORE_BETWEEN = -0.5  # in odds, than where one paragraph of narration lies between
_TOLD_AGAIN = 0.2  # he said, behind a paragraph of narration: who goes on is told again less often
_NOT_TOLD = 0.4
_INTERRUPTED = 0.5  # speech that ends with a comma has ended with its tag
_LONG_GAP = 150
_LENGTHS = np.array([60, 240])  # characters of a short turn, and of a middling one
_DECIMALS = 3  # of a chance: the last digits of a float may differ from machine to machine
_LARGEST = 500.0  # an exponent that does not overflow

_NEAR = 200  # characters between turns of people who answer each other
# Shares that were right on novels in which speakers are annotated, rounded down.
_BY_TAG = 0.9
_BY_NEIGHBOURHOOD = 0.65
_BY_ALTERNATION = 0.7
_STEP = 0.97  # of the confidence in the turn before last, if that alternates too


def attribute_speakers(document: Document, table: SpeechTable) -> SpeechTable:
    """Tell who speaks, split the speech of two in one paragraph, join neighbouring turns of one speaker.

    Parameters looked at: find_speakers, split_speakers, join_speakers, join_chance, min_certainty, uncertain
    and alternate_speakers.
    """
    params, count = document.params, len(table)
    certainty = np.ones(count)
    if not params.find_speakers or not count:
        return table.with_columns(
            certainty=certainty, speaker=np.full(count, None), confidence=np.zeros(count)
        )
    characters = Characters()
    table = tag_speech(document, table, characters)
    begins = table.column("begins_turn")
    if params.split_speakers:
        begins = begins | begins_with_another(document, table, characters)
    if params.join_speakers and np.count_nonzero(begins) > 1:
        likely = _goes_on(document, table.with_columns(begins_turn=begins), characters)
        joined = likely > params.join_chance
        certainty = np.where(begins, np.where(joined, likely, 1 - likely), 1).round(_DECIMALS)
        if params.uncertain == "part":
            joined &= certainty >= params.min_certainty
        begins = begins & ~joined
    first = begins.nonzero()[0]
    speakers = speakers_by_tag(table, first, characters)
    if params.alternate_speakers:
        speakers = alternate(speakers, _is_near(table, first), characters)
    names = np.array([*map(characters.name, range(len(characters))), None], object)  # the last is NOBODY's
    turn = begins.cumsum() - 1
    return table.with_columns(
        begins_turn=begins,
        certainty=certainty,
        speaker=names[speakers.number][turn],
        confidence=np.array(speakers.confidence)[turn],
    )


def chance_to_go_on(document: Document, table: SpeechTable, first: Places) -> tuple[Floats, Mask]:
    """How likely the speaker goes on behind each turn but the last, by what lies between the two alone.

    Args:
        document: the book.
        table: with speech tags.
        first: the row each turn begins with.

    Returns:
        The chances, and behind which turns a dialogue certainly ends.
    """
    last = np.append(first[1:], len(table)) - 1
    one, other = last[:-1], first[1:]
    numbers, scene = table.column("paragraph"), table.column("scene")
    starts, ends = table.column("start")[first], table.column("end")[last]
    gap, paragraphs = starts[1:] - ends[:-1], numbers[other] - numbers[one]
    apart = (scene[one] != scene[other]) | (gap > _FARTHEST)
    # Of the narration in their paragraphs what stands behind the one and before the other.
    narration = np.maximum(table.column("narration_end")[one] - ends[:-1] - 1, 0)
    narration += np.maximum(starts[1:] - table.column("narration_start")[other] - 1, 0)
    narration = np.where(paragraphs == 0, gap, narration)
    ending = document.points[np.maximum(ends[:-1] - 1, 0)]
    telling = telling_row(table.column("tag"), first)[1:]
    opens = table.column("start")[other] - table.column("narration_start")[other] <= _MARKS
    above = document.paragraphs.ends[np.maximum(numbers[other] - 1, 0)]
    introduced = one_of(document.points[np.maximum(above - 1, 0)], _INTRODUCES)
    # In the very next paragraph “…,” he added is as often somebody else; He went on, “…” is not.
    behind = opens & ~introduced
    resumed = (table.column("resumes")[telling] > 0) & ~((paragraphs == 1) & behind)
    chance = _SAME_PARAGRAPHS[_NARRATION.searchsorted(narration, side="right")]
    chance[(paragraphs == 0) & (gap > _MARKS)] = _IN_PARAGRAPH
    chance[paragraphs > 1] = document.language.goes_on
    alone = np.log(chance / (1 - chance)) + _MORE_BETWEEN * (paragraphs > 2)
    logit = alone + 0.3 * (ending == _QUESTION)
    told = _told_behind_narration(table, telling, opens) - 0.5 * introduced
    told -= _INTERRUPTED * (ending == _COMMA)
    logit += np.where(paragraphs > 1, told, 0)
    logit += 0.15 * _longer(ends[1:] - starts[1:])
    logit += 0.1 * _longer(ends[:-1] - starts[:-1])
    logit -= 0.0012 * np.maximum(gap - _LONG_GAP, 0)
    logit = np.where(chance < _DOUBTFUL, alone, logit) + _RESUMED * resumed
    likely: Floats = 1 / (1 + np.exp(np.minimum(-logit, _LARGEST)))
    likely = np.where(paragraphs > 1, np.maximum(likely, _DOUBTFUL), likely)  # names tell there
    likely[apart] = 0
    return likely, apart


def _told_behind_narration(table: SpeechTable, telling: Places, opens: Mask) -> Floats:
    """What it says, behind a paragraph of narration, that the narrator tells who speaks, or does not.

    Args:
        table: with speech tags.
        telling: the row of each turn whose tag tells most.
        opens: whether its paragraph opens with it.
    """
    by_verb, nobody = table.column("tag")[telling] == BY_VERB, table.column("character")[telling] == NOBODY
    told: Floats = _NOT_TOLD * (~by_verb & opens) - _TOLD_AGAIN * (by_verb & nobody)
    return told


def _longer(length: Places) -> Places:
    """Of short turns -1, of middling ones 0, of long ones 1."""
    return _LENGTHS.searchsorted(length, side="right") - 1


def _goes_on(document: Document, table: SpeechTable, characters: Characters) -> Floats:
    """How likely each row that begins a turn goes on with the speaker of the turn before; 0 of other rows."""
    first = table.column("begins_turn").nonzero()[0]
    chance, apart = chance_to_go_on(document, table, first)
    likely, doubtful = chance.copy(), (chance >= _DOUBTFUL).nonzero()[0]
    if len(doubtful):
        clues = find_clues(document, table, characters, first, doubtful)
        likely[doubtful] = same_speaker(clues, chance, apart, doubtful)
    goes_on = np.zeros(len(table))
    goes_on[first[1:]] = likely
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

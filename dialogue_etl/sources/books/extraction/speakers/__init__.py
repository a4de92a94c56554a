"""Step 5, speaker attribution: find the speaker of each turn, and join neighbouring turns of one speaker.

Speech tags (`tag_parser.py`, `speech_tags.py`) contain mentions of characters (`characters.py`). Tags and
other names near a turn are its clues (`clues.py`). `forward_backward.py` combines the clues with the
probability, by the text between two turns alone, that the speaker continues.

That probability is a logistic regression with few terms. Its rounded coefficients were measured on novels
with annotated speakers (Vishnubhotla, Hammond & Hirst 2022). After a paragraph of narration it depends on the
language (`Language.goes_on`); in languages where it has not been measured, only names join turns.
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
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.forward_backward import Floats
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Places

_DOUBTFUL = 0.1  # below this probability that the speaker continues, no clues are considered
_FARTHEST = 1_000  # characters between two turns beyond which their speakers are taken as unrelated
_QUESTION, _COMMA = map(ord, "?,")
_INTRODUCES = ",;:-—–"

_NARRATION = np.array([3, 40, 80, 160, 320])
_SAME_PARAGRAPHS = np.array([0.006, 0.015, 0.07, 0.13, 0.25, 0.37])
"""Probability by characters of narration: below `_NARRATION[0]`, below `_NARRATION[1]`, and so on."""
_IN_PARAGRAPH = 0.4
_MARKS = 8  # characters: no more than two quotation marks and blanks
# Log odds
_RESUMED = 2.5  # twelve to one
_MORE_BETWEEN = -0.5  # several paragraphs of narration between, compared with one
_PRONOUN_TAG = 0.2  # tag with a pronoun after a paragraph of narration: less often the same speaker
_NO_TAG = 0.4  # no tag there: more often the same speaker
_INTERRUPTED = 0.5  # speech that ends with a comma ended with its tag
_LONG_GAP = 150  # characters
_LENGTHS = np.array([60, 240])  # characters: shorter turns are short, longer ones long
_DECIMALS = 3  # of a probability: the last digits of a float may differ between machines
_LARGEST = 500.0  # an exponent that does not overflow

_NEAR = 200  # characters between turns of people who answer each other
# Accuracy on novels with annotated speakers, rounded down.
_BY_TAG = 0.9
_BY_NEIGHBOURHOOD = 0.65
_BY_ALTERNATION = 0.7
_STEP = 0.97  # factor for each turn that is attributed by alternation from another such turn


def attribute_speakers(document: Document, table: SpeechTable) -> SpeechTable:
    """Find speakers, split paragraphs of two speakers, join neighbouring turns of one speaker.

    Reads the parameters find_speakers, split_speakers, join_speakers, join_chance, min_certainty, uncertain
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
    names = np.array([*map(characters.name, range(len(characters))), None], object)  # NOBODY is -1, the last
    turn = begins.cumsum() - 1
    return table.with_columns(
        begins_turn=begins,
        certainty=certainty,
        speaker=names[speakers.number][turn],
        confidence=np.array(speakers.confidence)[turn],
    )


def chance_to_go_on(document: Document, table: SpeechTable, first: Places) -> tuple[Floats, Mask]:
    """For each turn but the last, the probability that its speaker continues, by the text in between alone.

    Args:
        document: the book.
        table: with speech tags.
        first: first row of each turn.

    Returns:
        The probabilities, and after which turns a dialogue certainly ends.
    """
    last = np.append(first[1:], len(table)) - 1
    one, other = last[:-1], first[1:]
    numbers, scene = table.column("paragraph"), table.column("scene")
    starts, ends = table.column("start")[first], table.column("end")[last]
    gap, paragraphs = starts[1:] - ends[:-1], numbers[other] - numbers[one]
    apart = (scene[one] != scene[other]) | (gap > _FARTHEST)
    # Narration after the first turn and before the second, in their own paragraphs.
    narration = np.maximum(table.column("narration_end")[one] - ends[:-1] - 1, 0)
    narration += np.maximum(starts[1:] - table.column("narration_start")[other] - 1, 0)
    narration = np.where(paragraphs == 0, gap, narration)
    ending = document.points[np.maximum(ends[:-1] - 1, 0)]
    telling = telling_row(table.column("tag"), first)[1:]
    opens = table.column("start")[other] - table.column("narration_start")[other] <= _MARKS
    above = document.paragraphs.ends[np.maximum(numbers[other] - 1, 0)]
    introduced = one_of(document.points[np.maximum(above - 1, 0)], _INTRODUCES)
    # In the next paragraph, a tag after the speech (“…,” he added) is as often about another speaker; a tag
    # before it (He went on, “…”) is not.
    tag_follows = opens & ~introduced
    resumed = (table.column("resumes")[telling] > 0) & ~((paragraphs == 1) & tag_follows)
    chance = _SAME_PARAGRAPHS[_NARRATION.searchsorted(narration, side="right")]
    chance[(paragraphs == 0) & (gap > _MARKS)] = _IN_PARAGRAPH
    chance[paragraphs > 1] = document.language.goes_on
    alone = np.log(chance / (1 - chance)) + _MORE_BETWEEN * (paragraphs > 2)
    logit = alone + 0.3 * (ending == _QUESTION)
    after_narration = _odds_of_tag(table, telling, opens) - 0.5 * introduced
    after_narration -= _INTERRUPTED * (ending == _COMMA)
    logit += np.where(paragraphs > 1, after_narration, 0)
    logit += 0.15 * _longer(ends[1:] - starts[1:])
    logit += 0.1 * _longer(ends[:-1] - starts[:-1])
    logit -= 0.0012 * np.maximum(gap - _LONG_GAP, 0)
    logit = np.where(chance < _DOUBTFUL, alone, logit) + _RESUMED * resumed
    likely: Floats = 1 / (1 + np.exp(np.minimum(-logit, _LARGEST)))
    likely = np.where(paragraphs > 1, np.maximum(likely, _DOUBTFUL), likely)  # so that clues are considered
    likely[apart] = 0
    return likely, apart


def _odds_of_tag(table: SpeechTable, telling: Places, opens: Mask) -> Floats:
    """Log odds from whether a turn after a paragraph of narration has a speech tag.

    Args:
        table: with speech tags.
        telling: for each turn the row with the most reliable tag.
        opens: whether the turn opens its paragraph.
    """
    by_verb, nobody = table.column("tag")[telling] == BY_VERB, table.column("character")[telling] == NOBODY
    odds: Floats = _NO_TAG * (~by_verb & opens) - _PRONOUN_TAG * (by_verb & nobody)
    return odds


def _longer(length: Places) -> Places:
    """-1 for short turns, 0 for medium ones, 1 for long ones."""
    return _LENGTHS.searchsorted(length, side="right") - 1


def _goes_on(document: Document, table: SpeechTable, characters: Characters) -> Floats:
    """For each row that begins a turn, the probability that it has the speaker of the turn before; else 0."""
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
    """For each turn but the first whether it closely follows the one before."""
    last, following = first[1:] - 1, first[1:]
    scene = table.column("scene")
    gap = table.column("start")[following] - table.column("end")[last]
    near: Mask = (scene[last] == scene[following]) & (gap <= _NEAR)
    return near


class TurnSpeakers(NamedTuple):
    """Speakers of turns.

    Attributes:
        number: of the character who speaks, or NOBODY.
        confidence: 0 to 1.
        gender: of the speaker: `m`, `f`, `1` for the narrator, or empty if unknown.
    """

    number: list[int]
    confidence: list[float]
    gender: list[str]


def speakers_by_tag(table: SpeechTable, first: Places, characters: Characters) -> TurnSpeakers:
    """The speakers that the narrator names, for the turns that begin with the rows `first`."""
    rows = telling_row(table.column("tag"), first)
    number, tag_gender = table.column("character")[rows], table.column("tag_gender")[rows]
    by_verb = table.column("tag")[rows] == BY_VERB
    confidence = np.where(by_verb, _BY_TAG, _BY_NEIGHBOURHOOD) * (number != NOBODY)
    genders = np.array([*characters.genders(), ""])  # NOBODY is -1, the last
    gender = np.where(number != NOBODY, genders[number], np.array(GENDERS)[tag_gender])
    return TurnSpeakers(number.tolist(), confidence.tolist(), gender.tolist())


def alternate(speakers: TurnSpeakers, near: Mask, characters: Characters) -> TurnSpeakers:
    """Attribute turns without a speaker to the speaker of the turn before last: two people take turns.

    First forwards, then backwards. A turn whose pronoun has the other gender is left out.

    Args:
        speakers: of turns in reading order.
        near: for each turn but the first whether it closely follows the one before.
        characters: of the book.
    """
    number, confidence = list(speakers.number), list(speakers.confidence)
    genders = characters.genders()
    # First turn of each three turns close to each other.
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

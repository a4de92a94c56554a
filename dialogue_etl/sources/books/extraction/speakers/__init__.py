"""Step 5, speaker attribution: find the speaker of each turn, and join neighbouring turns of one speaker.

Speech tags (`tag_parser.py`, `speech_tags.py`) contain mentions of characters (`characters.py`). Tags and
other names near a turn are its clues (`clues.py`). `forward_backward.py` combines the clues with the
probability, by the text between two turns alone, that the speaker continues: from one model of the whole
conversation follow which paragraphs are one turn, and who speaks it.

That probability is a logistic regression with few terms. Its rounded coefficients were measured on novels
with annotated speakers (Vishnubhotla, Hammond & Hirst 2022). After a paragraph of narration it depends on the
language (`Language.goes_on`); in languages where it has not been measured, only names join turns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.join_turns import begins_with_another
from dialogue_etl.sources.books.extraction.speakers.clues import find_clues
from dialogue_etl.sources.books.extraction.speakers.forward_backward import Speakers, decode
from dialogue_etl.sources.books.extraction.speakers.speech_tags import (
    BY_NAME,
    BY_NOUN,
    tag_speech,
    telling_row,
)
from dialogue_etl.sources.books.extraction.table import BY_VERB, UNKNOWN
from dialogue_etl.text.points import one_of

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters
    from dialogue_etl.sources.books.extraction.speakers.forward_backward import Floats
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets

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

_UNMEASURED, _READ = 0.5, 0.2
"""Factors of odds in languages without annotated speakers: half of the doubtful names are wrong. Where
dialogues end in doubt, 7 of 16 names read were wrong that had a confidence of 0.5 to 0.7 with the former."""
_TEMPERED = 0.6  # exponent of odds of clues, so that of turns with a confidence of 0.8 four in five are right
_BY_NOUN = 0.5
"""Confidence in a noun in a tag (the old man) if nobody with a name is surer. Of 47 nouns with an article in
six novels 18 are what annotators call the speaker."""
_BY_TAG = 0.97  # share of tags with a name that are right, on novels with annotated speakers


def attribute_speakers(document: Document, table: SpeechTable) -> SpeechTable:
    """Find speakers, split paragraphs of two speakers, join neighbouring turns of one speaker.

    Reads the parameters find_speakers, split_speakers, join_speakers, join_chance, min_certainty, uncertain
    and min_speaker_confidence.
    """
    params, count = document.params, len(table)
    certainty = np.ones(count)
    if not params.find_speakers or not count:
        return table.with_columns(
            certainty=certainty, speaker=np.full(count, None), confidence=np.zeros(count)
        )
    table, characters = tag_speech(document, table)
    begins = table.column("begins_turn")
    if params.split_speakers:
        begins = begins | begins_with_another(document, table, characters)
    first = begins.nonzero()[0]
    speakers = _decoded(document, table, characters, first)
    if params.join_speakers:
        joined = np.zeros(count, np.bool_)
        joined[first[1:]] = speakers.stays > params.join_chance
        certainty[first[1:]] = np.maximum(speakers.stays, 1 - speakers.stays)
        certainty = certainty.round(_DECIMALS)
        if params.uncertain == "part":
            joined &= certainty >= params.min_certainty
        begins = begins & ~joined
    names = np.array([*characters.names(), None], object)  # UNKNOWN is -1, the last
    best = _surest(speakers.chance, begins[first])
    number, chance = speakers.number[best], speakers.chance[best].round(_DECIMALS)
    is_named = np.array([name is not None for name in names])
    number = np.where(is_named[number] & (chance >= params.min_speaker_confidence), number, UNKNOWN)
    turn = begins.cumsum() - 1
    attributed = table.with_columns(
        begins_turn=begins,
        certainty=certainty,
        speaker=names[number][turn],
        confidence=np.where(number == UNKNOWN, 0.0, chance)[turn],
    )
    return replace(attributed, characters=characters.by_name())


def _decoded(document: Document, table: SpeechTable, characters: Characters, first: Offsets) -> Speakers:
    """The speakers of the turns that begin with the rows `first`; a tag with a name is never overruled."""
    clues = find_clues(document, table, characters, first)
    chance, apart = chance_to_go_on(document, table, first)
    decoded = decode(clues, chance, apart)
    stated, by_noun = clues.kind == BY_NAME, clues.kind == BY_NOUN
    unmeasured = _READ if document.language.ends_in_doubt else _UNMEASURED
    certain = decoded.chance**_TEMPERED * (1 if document.language.speakers_measured else unmeasured)
    doubtful = (1 - decoded.chance) ** _TEMPERED
    sure = np.where(stated, _BY_TAG, certain / (certain + doubtful))
    # No particular person is meant: the old man. Her sister is one, whoever that is.
    by_noun &= (sure < _BY_NOUN) & ~clues.is_relative[clues.tagged]
    sure = np.where(by_noun, _BY_NOUN, sure)
    number = np.where(stated | by_noun, clues.tagged, decoded.number)
    return Speakers(number, sure, _tempered(decoded.stays, chance))


def _tempered(stays: Floats, chance: Floats) -> Floats:
    """The probability that a speaker continues, with less weight for clues, as they are not independent.

    In novels with annotated speakers, 76 % of neighbouring turns with 0.7 to 0.8 have one speaker.

    Args:
        stays: the probability by clues and text in between.
        chance: that by the text in between alone.
    """
    same = stays**_TEMPERED * chance ** (1 - _TEMPERED)
    other = (1 - stays) ** _TEMPERED * (1 - chance) ** (1 - _TEMPERED)
    tempered: Floats = same / np.maximum(same + other, 1e-300)
    return tempered


def _surest(chance: Floats, begins: Mask) -> Offsets:
    """For each joined turn the one of its parts whose speaker is surest; the first of equals."""
    count = len(chance)
    group = begins.cumsum() - 1
    order = np.lexsort((np.arange(count), -chance, group))
    surest: Offsets = order[np.append(True, group[order][1:] != group[order][:-1])]
    return surest


def chance_to_go_on(document: Document, table: SpeechTable, first: Offsets) -> tuple[Floats, Mask]:
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
    if document.joins_sentences:  # the speech after a tag is a paragraph as well
        chance[(paragraphs == 1) & (narration > _MARKS)] = _IN_PARAGRAPH
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


def _odds_of_tag(table: SpeechTable, telling: Offsets, opens: Mask) -> Floats:
    """Log odds from whether a turn after a paragraph of narration has a speech tag.

    Args:
        table: with speech tags.
        telling: for each turn the row with the most reliable tag.
        opens: whether the turn opens its paragraph.
    """
    by_verb, nobody = table.column("tag")[telling] == BY_VERB, table.column("character")[telling] == UNKNOWN
    odds: Floats = _NO_TAG * (~by_verb & opens) - _PRONOUN_TAG * (by_verb & nobody)
    return odds


def _longer(length: Offsets) -> Offsets:
    """-1 for short turns, 0 for medium ones, 1 for long ones."""
    return _LENGTHS.searchsorted(length, side="right") - 1

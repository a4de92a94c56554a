"""Clues to the speaker of each turn: its speech tag, the names in the narration around it, who is addressed.

The features are those of He, Barbosa & Kondrak 2013 (Identification of speakers in novels, section 4.2) and
of Muzny et al. 2017 (A two-stage sieve approach for quote attribution): a tag's name, or noun, or pronoun
with a name before it; a name in the sentences next to the turn; vocatives: the next and the previous turn are
likely by the one addressed; people rarely name themselves. Scores are natural logarithms of how much more
likely a clue makes a character. Most are rounded weights of a conditional random field (Lafferty, McCallum &
Pereira 2001) with the transitions of `forward_backward.py`, which maximise the likelihood of the annotated
speakers of the six novels that no figures are published from (`benchmarks/extraction/halves.py`). With novels
left out of the fit in pairs, and ten more clues, 80.7 % of their speech had the right name, and 77.8 with the
scores chosen by hand before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.speakers import vocatives
from dialogue_etl.sources.books.extraction.speakers.recency import named_last, pronoun_above
from dialogue_etl.sources.books.extraction.speakers.speech_tags import (
    BY_NAME,
    BY_NOUN,
    BY_PRONOUN,
    NEAR_PRONOUN,
    NO_TAG,
    telling_row,
)
from dialogue_etl.sources.books.extraction.table import ADJACENT, BY_VERB, GENDERS, UNKNOWN, UNTAGGED

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters, Named
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets

_SUBJECT_NEXT_TO_IT = 1.0  # Emma smiled. “No.”
_NAMED_BEFORE = 1.5  # first in the narration before the turn, in its paragraph
_NAMED_ABOVE = 0.8  # last in the paragraphs between
_NAMED_AFTER = 1.5  # first in the narration inside or after the turn
_ANTECEDENT, _FARTHER_ANTECEDENT = 2.0, 1.7  # of a pronoun in a tag: the nearest name, and others
_OF_ROLE = (0.6, 0.8, 1.0)  # factor for an antecedent that is not a subject, may be one, is one
_RELATIVE = 5.0  # her mother: Mrs. Bennet
_NOUN, _RELATIVE_UNNAMED = 2.2, 0.2  # the waiter is he; her sister is one of two who have a name

_BEFORE, _AFTER = 800, 200  # characters of narration before and after a turn in which names are searched
_NO_NARRATION = 14  # characters between turns: marks and white space
_FAMILY_NEAR = 8  # turns before and after a tag in which members of a family are looked for
_SCENE = 1_500  # characters before a turn in which a name makes somebody a candidate

_TAG, _NARRATED, _VOCATIVE, _MENTIONED = 3.0, 0.6, 1.0, 0.1
"""Weights of the places where a character is named, when candidates are chosen."""

_PLAIN, _MAY_BE_SUBJECT, _SUBJECT = range(3)  # roles of a name in narration


class Points(NamedTuple):
    """Values for characters at turns.

    Attributes:
        turns: numbers of turns.
        characters: numbers of characters.
        values: one for each pair.
    """

    turns: Offsets
    characters: Offsets
    values: npt.NDArray[np.float64]

    @classmethod
    def of(cls, found: list[tuple[int, int, float]]) -> Points:
        """From a list of (turn, character, value)."""
        columns = np.array(found, np.float64).reshape(-1, 3)
        return cls(columns[:, 0].astype(np.int64), columns[:, 1].astype(np.int64), columns[:, 2])


class Clues(NamedTuple):
    """Clues to the speakers of turns.

    Attributes:
        kind: how the narration mentions the speaker, an element per turn.
        tagged: number of the character in the tag, or UNKNOWN.
        gender: gender of the tag, or of the last pronoun before a turn without one, an index into GENDERS.
        called: gender by which the turn before addresses its speaker (sir), an index into GENDERS.
        narrated: whether there is narration before the turn.
        scores: how much more likely clues make a character.
        near: how much a place makes somebody a candidate there.
        called_by_name: who is addressed in a turn, each with 1.
        talked_of: who else is named in the speech of a turn, each with 1.
        is_nominal: for each character whether it has no name.
        is_relative: for each character, and UNKNOWN, whether it is only somebody's relative (her sister).
        genders: index into GENDERS for each character.
        narrator: the character of a first-person narrator, or UNKNOWN.
    """

    kind: Offsets
    tagged: Offsets
    gender: Offsets
    called: Offsets
    narrated: Mask
    scores: Points
    near: Points
    called_by_name: Points
    talked_of: Points
    is_nominal: Mask
    is_relative: Mask
    genders: Offsets
    narrator: int


def find_clues(document: Document, table: SpeechTable, characters: Characters, first: Offsets) -> Clues:
    """Collect the clues to the speakers of turns.

    Args:
        document: the book.
        table: with speech tags.
        characters: of the book.
        first: first row of each turn.
    """
    turns = _Turns.of(document, table, first)
    kind, tagged, gender, adjacent = _tags(table, first, characters)
    genders = np.array([*map(GENDERS.index, characters.genders())], np.int64)
    named = characters.named
    inside = _inside(table, named)
    has_name = ~characters.are_nominal()[named.numbers]
    narrated = named.where(~inside)
    spoken = named.where(inside & has_name)
    found: list[tuple[int, int, float]] = [
        (turn, character, _SUBJECT_NEXT_TO_IT) for turn, character in enumerate(adjacent) if character >= 0
    ]
    near = [
        (turn, character, _TAG)
        for turn, character in enumerate(np.maximum(tagged, adjacent).tolist())
        if character >= 0
    ]
    relatives = characters.are_relatives()
    found += [
        (turn, number, _RELATIVE_UNNAMED if relatives[number] else _NOUN)
        for turn, number in enumerate(tagged.tolist())
        if kind[turn] == BY_NOUN
    ]
    found += _beside(turns, narrated, kind)
    found += _antecedents(document, turns, narrated, np.where(kind == BY_PRONOUN, gender, 0), genders)
    people = named.where(~inside & has_name)
    found += named_last(turns.starts, people, kind, gender, genders)
    heard = vocatives.scores(document, turns.ends, spoken)
    found += heard.scores
    near += _candidates(turns, people, spoken, heard.addressed)
    family = _relatives(tagged, near, characters)
    found += [(turn, character, _RELATIVE) for turn, character in family]
    near += [(turn, character, _TAG) for turn, character in family]
    return Clues(
        kind,
        tagged,
        np.where(kind == NO_TAG, pronoun_above(document, turns.before, turns.starts, kind == NO_TAG), gender),
        vocatives.called(document, table, first),
        np.append(False, turns.starts[1:] - turns.ends[:-1] > _NO_NARRATION),
        Points.of(found),
        Points.of(near),
        Points.of(heard.called),
        Points.of(heard.talked_of),
        characters.are_nominal()[:-1],
        relatives,
        genders,
        characters.narrator(),
    )


class _Turns(NamedTuple):
    """Offsets of turns and of the narration around them.

    Attributes:
        starts: of the turns.
        ends: of the turns.
        before: where the narration before each turn begins: after the turn before.
        paragraph: where the paragraph begins in which the turn does.
        above: where the paragraph of the turn before ends.
        after: where the narration after the turn ends, in its paragraph.
    """

    starts: Offsets
    ends: Offsets
    before: Offsets
    paragraph: Offsets
    above: Offsets
    after: Offsets

    @classmethod
    def of(cls, document: Document, table: SpeechTable, first: Offsets) -> _Turns:
        last = np.append(first[1:], len(table)) - 1
        starts, ends = table.column("start")[first], table.column("end")[last]
        numbers, paragraphs = table.column("paragraph"), document.paragraphs
        above = np.append(0, paragraphs.ends[numbers[last[:-1]]])
        before = np.maximum(np.append(0, ends[:-1]), starts - _BEFORE)
        after = np.minimum(table.column("narration_end")[last], ends + _AFTER)
        return cls(starts, ends, before, paragraphs.starts[numbers[first]], above, after)


def _inside(table: SpeechTable, named: Named) -> Mask:
    """Which names are in speech."""
    starts, ends = table.spans
    row = starts.searchsorted(named.starts, side="right") - 1
    inside: Mask = (row >= 0) & (named.starts < ends[row])
    return inside


def _tags(
    table: SpeechTable, first: Offsets, characters: Characters
) -> tuple[Offsets, Offsets, Offsets, list[int]]:
    """Kind, character and gender of the tag of each turn, and the subject next to a turn without one."""
    rows = telling_row(table.column("tag"), first)
    tag, character = table.column("tag")[rows], table.column("character")[rows]
    gender = table.column("tag_gender")[rows]
    by_verb, unknown = tag == BY_VERB, character == UNKNOWN
    noun = characters.are_nominal()[character]
    kind = np.select(
        [by_verb & unknown & (gender > 0), by_verb & ~unknown & noun, by_verb & ~unknown],
        [BY_PRONOUN, BY_NOUN, BY_NAME],
        NO_TAG,
    )
    kind[(tag == ADJACENT) & unknown & (gender > 0)] = NEAR_PRONOUN
    tagged = np.where((kind == BY_NAME) | (kind == BY_NOUN), character, UNKNOWN)
    adjacent = np.where((tag != UNTAGGED) & ~by_verb, character, UNKNOWN)
    return kind, tagged, gender, adjacent.tolist()


def _beside(turns: _Turns, narrated: Named, kind: Offsets) -> list[tuple[int, int, float]]:
    """Names in the narration next to turns without a tag."""
    found: list[tuple[int, int, float]] = []
    numbers, starts = narrated.numbers.tolist(), narrated.starts
    first = starts.searchsorted(np.maximum(turns.before, turns.paragraph)).tolist()
    lead = starts.searchsorted(turns.starts).tolist()
    above = starts.searchsorted(np.maximum(turns.before, turns.above)).tolist()
    end = starts.searchsorted(turns.after).tolist()
    tagged = ((kind != NO_TAG) & (kind != NEAR_PRONOUN)).tolist()
    for turn in range(len(first)):
        inside = slice(lead[turn], end[turn])
        if not tagged[turn]:
            if first[turn] < lead[turn]:
                found.append((turn, numbers[first[turn]], _NAMED_BEFORE))
            elif above[turn] < lead[turn]:
                found.append((turn, numbers[lead[turn] - 1], _NAMED_ABOVE))
            found += [(turn, number, _NAMED_AFTER) for number in numbers[inside][:1]]
    return found


def _antecedents(
    document: Document, turns: _Turns, narrated: Named, gender: Offsets, genders: Offsets
) -> list[tuple[int, int, float]]:
    """The names before a tag with a pronoun to which it may refer, the nearest first.

    Args:
        document: the book.
        turns: all turns.
        narrated: names in narration.
        gender: of the pronoun in the tag of each turn, an index into GENDERS; 0 without one.
        genders: of the characters.
    """
    found: list[tuple[int, int, float]] = []
    chosen = gender.nonzero()[0]
    first = narrated.starts.searchsorted(turns.before[chosen])
    after = narrated.starts.searchsorted(turns.starts[chosen])
    numbers, (starts, ends, _) = narrated.numbers.tolist(), narrated
    for turn, begin, stop in zip(chosen.tolist(), first.tolist(), after.tolist(), strict=True):
        role: dict[int, int] = {}
        for place in range(stop - 1, begin - 1, -1):
            number = numbers[place]
            if genders[number] in {0, gender[turn]}:
                of = _role(document, int(starts[place]), int(ends[place]))
                role[number] = max(role.get(number, 0), of)
        for rank, (number, of) in enumerate(role.items()):
            score = _FARTHER_ANTECEDENT if rank else _ANTECEDENT
            found.append((turn, number, score * _OF_ROLE[of]))
    return found


def _role(document: Document, start: int, end: int) -> int:
    """Whether a name in narration is a subject: it is not after a preposition, nor a possessive."""
    text, language = document.text, document.language
    if text[end - 2 : end] in {"'s", "’s"} or text[end : end + 2] in {"'s", "’s"}:
        return _PLAIN
    before = text[max(0, start - 14) : start].split()
    word = before[-1].lower() if before else ""
    if word in language.oblique:
        return _PLAIN
    if not word or not word[-1].isalpha() or (word in language.small_words):
        return _SUBJECT
    return _MAY_BE_SUBJECT


def _relatives(
    tagged: Offsets, near: list[tuple[int, int, float]], characters: Characters
) -> list[tuple[int, int]]:
    """The characters that tags mean by their place in a family: `her mother` near Elizabeth Bennet.

    Args:
        tagged: number of the character in the tag of each turn, or UNKNOWN.
        near: places that make somebody a candidate.
        characters: of the book.
    """
    families = characters.families()
    named = {*families.parents, *families.spouses}
    turns = [(turn, number) for turn, number in enumerate(tagged.tolist()) if number in named]
    by_turn: dict[int, set[int]] = {}
    for turn, number, _ in near if turns else ():
        by_turn.setdefault(turn, set()).add(number)
    found = []
    for turn, number in turns:
        around = range(turn - _FAMILY_NEAR, turn + _FAMILY_NEAR + 1)
        there = {one for other in around for one in by_turn.get(other, ())}
        found += [(turn, head) for head in sorted(families.meant(number, there))]
    return found


def _candidates(
    turns: _Turns, narrated: Named, spoken: Named, addressed: Mask
) -> list[tuple[int, int, float]]:
    """The turns at which names make somebody a candidate."""
    count = len(turns.starts)
    following = turns.starts.searchsorted(narrated.starts)
    close = following < count
    close[close] = turns.starts[following[close]] - narrated.starts[close] <= _SCENE
    near = [
        (turn, number, _NARRATED)
        for turn, number in zip(following[close].tolist(), narrated.numbers[close].tolist(), strict=True)
    ]
    turn = turns.ends.searchsorted(spoken.starts, side="right")
    weights = np.where(addressed, _VOCATIVE, _MENTIONED)
    near += zip(turn.tolist(), spoken.numbers.tolist(), weights.tolist(), strict=True)
    return near

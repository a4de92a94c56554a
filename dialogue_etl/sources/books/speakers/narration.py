"""The narration around speech, and what it says of the speaker: one row per stretch of speech."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.genders import vote
from dialogue_etl.sources.books.speakers.tags import Tag, tag_before, tag_behind

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.quotations import Quotations

GENDERS = ("", "m", "f", NARRATOR)
UNTOLD, BESIDE, TOLD = 0, 1, 2
"""How a stretch tells its speaker: not at all, by whom the sentence beside it is about, by a speech verb."""

_LEADS = 100  # characters at the end of a paragraph that lead to speech in the next one
_ENDS_SENTENCE = ".!?…\"”’'»›)]*_"
_SHORTEST = 3  # characters: less narration is marks and blanks


class Narration(NamedTuple):
    """The narration around each stretch of speech, inside its paragraph.

    Attributes:
        before: where it begins, before the stretch.
        behind: where it ends, behind the stretch.
        opens: whether the stretch is the first one of its paragraph.
    """

    before: Places
    behind: Places
    opens: Mask

    @classmethod
    def of(cls, book: BookText, found: Quotations) -> Narration:
        """The narration around the stretches of a book."""
        opens = found.first_of_paragraph()
        before, behind = book.paragraphs.where(found.paragraphs)
        inside = (~opens).nonzero()[0]
        before[inside] = found.spans.ends[inside - 1]
        behind[inside - 1] = found.spans.starts[inside]
        return cls(before, behind, opens)


class Told(NamedTuple):
    """The stretches of speech of a book with what the narrator says of their speakers.

    Attributes:
        book: its text.
        found: the stretches.
        around: the narration around each.
        cast: the people.
        how: UNTOLD, BESIDE or TOLD, for each.
        person: the number of whom is named beside each, or NOBODY.
        gender: what the naming tells of the gender, a place in GENDERS.
        resumes: 1 where the verb of the tag says that the one who spoke goes on, or 0.
    """

    book: BookText
    found: Quotations
    around: Narration
    cast: Cast
    how: Places
    person: Places
    gender: Places
    resumes: Places

    @classmethod
    def of(cls, book: BookText, found: Quotations, language: Language) -> Told:
        """What the narrator of a book says of the speakers."""
        around = Narration.of(book, found)
        places = _tagged(book, found, around, language)
        count = len(found.paragraphs)
        columns = (np.full(count, value, np.int64) for value in (UNTOLD, NOBODY, 0, 0))
        told = cls(book, found, around, Cast(), *columns)
        told._write(places, _people(places, told.cast))
        vote(told.cast, told.person, found.spans.starts, book.text, language)
        return told

    def _write(self, places: dict[Tag, list[int]], people: list[int | None]) -> None:
        """Write down what tags tell, where they stand; all at once, for most stand in one place."""
        rows = [
            (person, TOLD if tag.sure else BESIDE, GENDERS.index(tag.naming.gender), tag.resumes, some)
            for (tag, some), person in zip(places.items(), people, strict=True)
            if person is not None
        ]
        stretches = list(chain.from_iterable([row[-1] for row in rows]))
        times = [len(row[-1]) for row in rows]
        for number, column in enumerate((self.person, self.how, self.gender, self.resumes)):
            column[stretches] = np.repeat([row[number] for row in rows], times)


def _people(places: dict[Tag, list[int]], cast: Cast) -> list[int | None]:
    """The number of whom each tag names, who joins the cast; NOBODY of a pronoun, None of what is no name."""
    people: list[int | None] = []
    doubtful = []
    for number, (tag, some) in enumerate(places.items()):
        if not tag.naming.words:
            people.append(NOBODY)
        elif _is_doubtful(tag):
            people.append(None)
            doubtful.append((number, tag.naming, len(some)))
        else:
            people.append(cast.add(tag.naming, len(some)))
    for number, naming, times in doubtful:
        if cast.find(naming) != NOBODY:
            people[number] = cast.add(naming, times)
    return people


def _is_doubtful(tag: Tag) -> bool:
    """Whether what looks like a name may be none: a single capitalised word that begins a sentence."""
    naming = tag.naming
    if naming.is_noun or naming.gender == NARRATOR:
        return False
    return not tag.sure or (tag.starts_sentence and " " not in naming.form)


def _tagged(book: BookText, found: Quotations, around: Narration, language: Language) -> dict[Tag, list[int]]:
    """The tags of a book with the numbers of the stretches they belong to.

    A tag stands behind its stretch or before it, or ends the paragraph above. One with a verb of speech tells
    more than one without.
    """
    text = book.text
    tags: dict[Tag, list[int]] = {}
    above = _tags_above(book, found, around, language)
    ends, starts = found.spans.ends, found.spans.starts
    narrated = ((around.behind - ends > _SHORTEST) | (starts - around.before > _SHORTEST)).nonzero()[0]
    columns = (
        narrated,
        *(column[narrated] for column in (around.before, starts, ends, around.behind, around.opens)),
    )
    previous = -2
    for place, before, start, end, behind, opens in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        tag = tag_behind(text, end, behind, language) if behind - end > _SHORTEST else None
        if tag is not None and tag.sure:
            previous = place
        # What stands before it may be the tag of the stretch before.
        elif start - before > _SHORTEST and (opens or previous != place - 1):
            led = tag_before(text[before : start - 1], opens, language)
            if led is not None and (led.sure or tag is None):
                tag = led
        led = above.pop(place, None)
        if led is not None and (tag is None or not tag.sure):
            tag = led
        if tag is not None:
            tags.setdefault(tag, []).append(place)
    for place, tag in above.items():
        tags.setdefault(tag, []).append(place)
    return tags


def _tags_above(book: BookText, found: Quotations, around: Narration, language: Language) -> dict[int, Tag]:
    """The tags with which a paragraph of narration ends, by the stretch that opens the next one.

    She turned to him, and said, / “No.” Where a text has lost the mark, the verb leads to speech alone.
    """
    above = found.paragraphs - 1
    silent = np.ones(len(book.paragraphs.starts), np.bool_)
    silent[found.paragraphs] = False
    bare = around.opens & (found.spans.starts - around.before <= _SHORTEST) & (above >= 0) & silent[above]
    places = bare.nonzero()[0]
    starts, ends = book.paragraphs.starts[above[places]], book.paragraphs.ends[above[places]]
    columns = (places, np.maximum(starts, ends - _LEADS), ends)
    tags = {}
    for place, start, end in zip(*(column.tolist() for column in columns), strict=True):
        if book.text[end - 1] not in _ENDS_SENTENCE and (
            tag := tag_before(book.text[start:end], False, language)
        ):
            tags[place] = tag
    return tags

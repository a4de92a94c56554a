"""The characters of a book, by the names that the narrator uses, and their genders.

Two names belong to one character if they share a word and do not differ in gender: Elizabeth Bennet is
Elizabeth, Mr. Bennet is not Mrs. Bennet. A noun (the old man) is a character of its own; nouns are not
resolved to names.

If no title states the gender, pronouns after the name vote for it (Emma shut her eyes): most pronouns close
after a name refer to it (Hobbs 1978, Resolving pronoun references: the nearest noun phrase).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.table import UNKNOWN
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.speakers.tag_parser import Mention
    from dialogue_etl.text.points import Mask, Offsets

_FEWEST_VOTES, _MAJORITY = 4, 1.5  # pronouns that decide a gender: at least four, and three to two

_LEAVES_SPEECH = re.compile(r"[,.!?;…—–-]_?[^\w\s]|\n\n")  # “Good-bye, Emma,” he said.
_REFERS = 40  # characters after a name in which `she` and `her` refer to it
_MOST_VOTES = 24
_MOST_MENTIONS = 48
_FARTHEST = 50_000  # characters to search for mentions: a long chapter or two
_OFTEN = 2  # tags with a character; the gender of rarer ones is not searched


@dataclass
class _Character:
    """A character: the words of all its names, how often each name is used, evidence of its gender."""

    is_nominal: bool
    words: set[str] = field(default_factory=set)
    names: Counter[str] = field(default_factory=Counter)
    stated_gender: str = ""
    votes: Counter[str] = field(default_factory=Counter)
    count: int = 0

    @property
    def gender(self) -> str:
        if self.stated_gender or not self.votes:
            return self.stated_gender
        gender = "m" if self.votes["m"] >= self.votes["f"] else "f"
        most = self.votes[gender]
        return gender if most >= max(_FEWEST_VOTES, _MAJORITY * (self.votes.total() - most)) else ""


class Characters:
    """The characters of a book, numbered in the order of their first mention."""

    def __init__(self) -> None:
        self._all: list[_Character] = []
        self._by_word: dict[str, list[int]] = {}
        self._seen: dict[tuple[tuple[str, ...], str, bool], int] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, mention: Mention, times: int) -> int:
        """The number of the character of a mention that occurs so many times; a new one if it is unknown."""
        key = mention.words, mention.gender, mention.is_nominal
        number = self._seen.get(key, UNKNOWN)
        if number == UNKNOWN:
            number = self._seen[key] = self._resolve(mention)
        character = self._all[number]
        character.names[mention.form] += times
        character.count += times
        return number

    def _resolve(self, mention: Mention) -> int:
        """The number of the character of a mention of a new form; its words are added to that character."""
        number = self.find(mention)
        if number == UNKNOWN:
            number = len(self._all)
            self._all.append(_Character(mention.is_nominal))
        character = self._all[number]
        character.stated_gender = character.stated_gender or mention.gender
        for word in mention.words:
            if word not in character.words:
                character.words.add(word)
                self._by_word.setdefault(word, []).append(number)
        return number

    def find(self, mention: Mention) -> int:
        """The number of the character of a mention, or UNKNOWN.

        That is the one who shares most words with the mention; if several do, the one named most often. The
        first word of a full name must match: Elizabeth Bennet is not Jane Bennet.
        """
        best, score = UNKNOWN, (0, 0)
        for number in sorted({number for word in mention.words for number in self._by_word.get(word, ())}):
            character = self._all[number]
            stated, words = character.stated_gender, character.words
            clash = stated and mention.gender and stated != mention.gender
            if character.is_nominal != mention.is_nominal or clash:
                continue
            if len(mention.words) > 1 and mention.words[0] not in words and (stated or len(words) > 1):
                continue
            shared = len(words.intersection(mention.words)), character.count
            if shared > score:
                best, score = number, shared
        return best

    def by_word(self) -> dict[str, int]:
        """The words in names (not nouns), with the number of the first character with that word."""
        first: dict[str, int] = {}
        for word, numbers in self._by_word.items():
            named = [number for number in numbers if not self._all[number].is_nominal]
            if named:
                first[word] = named[0]
        return first

    def gender(self, number: int) -> str:
        """`m`, `f`, `1` (the narrator) or empty: as a title states it, or else as enough pronouns do."""
        return self._all[number].gender

    def genders(self) -> list[str]:
        """The genders of all characters, in order."""
        return [character.gender for character in self._all]

    def name(self, number: int) -> str:
        """The most frequent name of a character; of several, the first."""
        names = self._all[number].names
        return max(names, key=names.__getitem__)

    def are_nominal(self) -> Mask:
        """For each character whether it has no name; the last element is for UNKNOWN, and false."""
        return np.array([*(character.is_nominal for character in self._all), False], np.bool_)

    def vote_for_genders(self, numbers: Offsets, starts: Offsets, text: str, language: Language) -> None:
        """Count the pronouns after the name of each character without a title.

        A few dozen mentions of each name are looked at, beginning where the character first speaks.

        Args:
            numbers: of the character in the tag of each span of speech, or UNKNOWN.
            starts: offsets of the spans.
            text: of the book.
            language: provides `referring_words`; without them there are no votes.
        """
        if not language.referring_words:
            return
        pronouns = _pronouns(tuple(language.referring_words))
        unique, firsts = np.unique(numbers, return_index=True)
        for number, first in zip(unique.tolist(), firsts.tolist(), strict=True):
            if number == UNKNOWN:
                continue
            character = self._all[number]
            if character.is_nominal or character.gender or character.count < _OFTEN:
                continue
            last_word = self.name(number).split()[-1]
            for pronoun in _pronouns_behind(text, int(starts[first]), last_word, pronouns):
                character.votes[language.referring_words[pronoun.lower()]] += 1


def _pronouns_behind(text: str, start: int, name: str, pronouns: Pattern[str]) -> list[str]:
    """The pronouns that refer to mentions of a name, from an offset on."""
    found: list[str] = []
    limit = start + _FARTHEST
    place = text.find(name, start, limit)
    for _ in range(_MOST_MENTIONS):
        if place < 0 or len(found) == _MOST_VOTES:
            break
        end = place + len(name)
        pronoun = pronouns.search(text, end, end + _REFERS)
        if pronoun and not _LEAVES_SPEECH.search(text, end, pronoun.start()):
            found.append(pronoun[1])
        place = text.find(name, end, limit)
    return found


@cache
def _pronouns(words: tuple[str, ...]) -> Pattern[str]:
    """A pattern for words as they are written in texts; with IGNORECASE it would also match `ſhe`."""
    forms = {form for word in words for form in (word, word.capitalize(), word.upper())}
    initials = "".join(sorted({re.escape(form[0]) for form in forms}))
    # A pattern that begins with a set of letters is searched fast; the lookbehind then checks the word.
    return re.compile(rf"[{initials}](?<=(?=\b({any_of(forms)})\b).)")

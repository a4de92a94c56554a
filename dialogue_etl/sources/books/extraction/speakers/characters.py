"""The characters of a book, by the names the narrator gives them, and their genders.

Two names are of one character if they share a word and nothing tells them to be of two genders: Elizabeth
Bennet is Elizabeth, Mr. Bennet is not Mrs. Bennet. Who is only called by a noun (the old man) is a character
apart: which of the named ones it is, the alternation of speakers has to tell.

Where no title tells a gender, pronouns behind the name do (Emma shut her eyes): most pronouns close behind a
name stand for it (Hobbs 1978, Resolving pronoun references: the nearest noun phrase).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.table import NOBODY
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.speakers.tag_parser import Mention
    from dialogue_etl.text.points import Mask, Places

_FEWEST_VOTES, _MAJORITY = 4, 1.5  # of pronouns that tell a gender: four of them, three to two

_LEAVES_SPEECH = re.compile(r"[,.!?;…—–-]_?[^\w\s]|\n\n")  # “Good-bye, Emma,” he said.
_REFERS = 40  # characters behind a name in which `she` and `her` stand for it
_VOTES = 24
_LOOKS = 48
_FARTHEST = 50_000  # characters: a long chapter or two
_OFTEN = 2  # times somebody is named beside speech: of others no gender is looked for


@dataclass
class _Character:
    """One of them: the words of all names, how often each name is used, what tells the gender."""

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
    """The characters of a book, numbered as they turn up."""

    def __init__(self) -> None:
        self._all: list[_Character] = []
        self._by_word: dict[str, list[int]] = {}
        self._seen: dict[tuple[tuple[str, ...], str, bool], int] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, mention: Mention, times: int) -> int:
        """The number of the character so mentioned so many times, a new one or not."""
        key = mention.words, mention.gender, mention.is_nominal
        number = self._seen.get(key, NOBODY)
        if number == NOBODY:
            number = self._seen[key] = self._resolve(mention)
        character = self._all[number]
        character.names[mention.form] += times
        character.count += times
        return number

    def _resolve(self, mention: Mention) -> int:
        """Whom a mention of a new form is of; its words lead to that character from now on."""
        number = self.find(mention)
        if number == NOBODY:
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
        """The number of the character so mentioned, NOBODY if there is none.

        Of several who share a word with the mention the one who shares most of them, then the one named most
        often. A given name weighs more than a family name: Elizabeth Bennet is no Bennet of another one.
        """
        best, score = NOBODY, (0, 0)
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
        """The words that names hold, no nouns, with the number of the first character of such a name."""
        first: dict[str, int] = {}
        for word, numbers in self._by_word.items():
            named = [number for number in numbers if not self._all[number].is_nominal]
            if named:
                first[word] = named[0]
        return first

    def gender(self, number: int) -> str:
        """`m`, `f`, `1` (the narrator) or nothing: as a title states it, or as enough pronouns have it."""
        return self._all[number].gender

    def genders(self) -> list[str]:
        """Of all characters."""
        return [character.gender for character in self._all]

    def name(self, number: int) -> str:
        """What the narrator calls this character most often; of several the first one."""
        names = self._all[number].names
        return max(names, key=names.__getitem__)

    def are_nominal(self) -> Mask:
        """For all characters whether they have no name; the last place is that of NOBODY, who is no noun."""
        return np.array([*(character.is_nominal for character in self._all), False], np.bool_)

    def vote_for_genders(self, numbers: Places, starts: Places, text: str, language: Language) -> None:
        """Count for each character without a title the pronouns behind the name.

        Names are looked up from where the character first speaks, a few dozen mentions each.

        Args:
            numbers: of the character named beside each stretch of speech, or NOBODY.
            starts: where the stretches begin.
            text: of the book.
            language: its `referring_words`; without them there are no votes.
        """
        if not language.referring_words:
            return
        pronouns = _pronouns(tuple(language.referring_words))
        once, firsts = np.unique(numbers, return_index=True)
        for number, first in zip(once.tolist(), firsts.tolist(), strict=True):
            if number == NOBODY:
                continue
            character = self._all[number]
            if character.is_nominal or character.gender or character.count < _OFTEN:
                continue
            last_word = self.name(number).split()[-1]
            for pronoun in _pronouns_behind(text, int(starts[first]), last_word, pronouns):
                character.votes[language.referring_words[pronoun.lower()]] += 1


def _pronouns_behind(text: str, start: int, name: str, pronouns: Pattern[str]) -> list[str]:
    """The words that refer to somebody behind mentions of a name, from a place on."""
    found: list[str] = []
    limit = start + _FARTHEST
    place = text.find(name, start, limit)
    for _ in range(_LOOKS):
        if place < 0 or len(found) == _VOTES:
            break
        end = place + len(name)
        pronoun = pronouns.search(text, end, end + _REFERS)
        if pronoun and not _LEAVES_SPEECH.search(text, end, pronoun.start()):
            found.append(pronoun[1])
        place = text.find(name, end, limit)
    return found


@cache
def _pronouns(words: tuple[str, ...]) -> Pattern[str]:
    """The words as they stand in texts; regardless of case `ſhe` would be one of them."""
    forms = {form for word in words for form in (word, word.capitalize(), word.upper())}
    initials = "".join(sorted({re.escape(form[0]) for form in forms}))
    # A pattern that begins with a set of letters is searched fast: the rest is looked at behind one of them.
    return re.compile(rf"[{initials}](?<=(?=\b({any_of(forms)})\b).)")

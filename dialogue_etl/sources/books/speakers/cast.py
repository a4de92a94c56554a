"""The people of a book, by the names the narrator gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dialogue_etl.sources.books.speakers.naming import Naming
    from dialogue_etl.text.points import Mask

NOBODY = -1
_SURE, _MORE = 4, 1.5


class Cast:
    """People, numbered as they turn up.

    Two names are of one person if they share a word and nothing tells them to be of two genders:
    Elizabeth Bennet is Elizabeth, Mr. Bennet is not Mrs. Bennet. Who is only called by a noun (the old man)
    is a person apart: which of the named ones it is, the alternation of speakers has to tell.
    """

    def __init__(self) -> None:
        self._by_word: dict[str, list[int]] = {}
        self._words: list[set[str]] = []
        self._forms: list[dict[str, int]] = []
        self._count: list[int] = []
        self._stated: list[str] = []
        self._votes: list[dict[str, int]] = []
        self._is_noun: list[bool] = []
        self._seen: dict[tuple[tuple[str, ...], str, bool], int] = {}

    def __len__(self) -> int:
        return len(self._forms)

    def add(self, naming: Naming, times: int) -> int:
        """The number of the person so named so many times, a new one or not."""
        key = naming.words, naming.gender, naming.is_noun
        person = self._seen.get(key, NOBODY)
        if person == NOBODY:
            person = self.find(naming)
            if person == NOBODY:
                person = self._new(naming)
            self._seen[key] = person
            self._stated[person] = self._stated[person] or naming.gender
            for word in naming.words:
                if word not in self._words[person]:
                    self._words[person].add(word)
                    self._by_word.setdefault(word, []).append(person)
        forms = self._forms[person]
        forms[naming.form] = forms.get(naming.form, 0) + times
        self._count[person] += times
        return person

    def _new(self, naming: Naming) -> int:
        self._forms.append({})
        self._count.append(0)
        self._stated.append("")
        self._votes.append({})
        self._words.append(set())
        self._is_noun.append(naming.is_noun)
        return len(self._forms) - 1

    def find(self, naming: Naming) -> int:
        """The number of the person so named, NOBODY if there is none.

        Of several who share a word with the name the one who shares most of them, then the one named most
        often. A given name weighs more than a family name: Elizabeth Bennet is no Bennet of another one.
        """
        candidates = [
            person for word in naming.words if word in self._by_word for person in self._by_word[word]
        ]
        if not candidates:
            return NOBODY
        best, score = NOBODY, (0, 0)
        for person in sorted(set(candidates)):
            stated, words = self._stated[person], self._words[person]
            clash = stated and naming.gender and stated != naming.gender
            if self._is_noun[person] != naming.is_noun or clash:
                continue
            if len(naming.words) > 1 and naming.words[0] not in words and (stated or len(words) > 1):
                continue
            shared = len(words.intersection(naming.words)), self._count[person]
            if shared > score:
                best, score = person, shared
        return best

    def by_word(self) -> dict[str, int]:
        """The words that names hold, no nouns, with the number of the first person of such a name."""
        first: dict[str, int] = {}
        for word, persons in self._by_word.items():
            for person in persons:
                if not self._is_noun[person]:
                    first[word] = person
                    break
        return first

    def vote(self, person: int, gender: str) -> None:
        """Something near a name that tells its gender: her eyes, his hat."""
        votes = self._votes[person]
        votes[gender] = votes.get(gender, 0) + 1

    def times(self, person: int) -> int:
        """How often this person is named."""
        return self._count[person]

    def gender(self, person: int) -> str:
        """`m`, `f`, `1` or nothing: as a title states it, or as votes have it, four of them, three to two."""
        if self._stated[person]:
            return self._stated[person]
        votes = self._votes[person]
        if not votes:
            return ""
        gender = "m" if votes.get("m", 0) >= votes.get("f", 0) else "f"
        most = votes.get(gender, 0)
        return gender if most >= max(_SURE, _MORE * (sum(votes.values()) - most)) else ""

    def genders(self) -> list[str]:
        """Of all people."""
        return [self.gender(person) for person in range(len(self))]

    def name(self, person: int) -> str:
        """What the narrator calls this person most often; of several the first one."""
        forms = self._forms[person]
        return max(forms, key=forms.__getitem__)

    def is_noun(self, person: int) -> bool:
        """Whether this person has no name."""
        return self._is_noun[person]

    def nouns(self) -> Mask:
        """For all people whether they have no name; the last place is that of `NOBODY`, who is no noun."""
        return np.array([*self._is_noun, False], np.bool_)

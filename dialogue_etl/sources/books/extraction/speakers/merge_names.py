"""Merges names into characters by evidence.

A person is called by first name, surname, both, a nickname, or with a title. Names are merged and kept apart
by evidence: full names in the text (Jane Fairfax, so Jane, and Miss Fairfax), titles and their gender (Mrs.
Bennet is not Mr. Bennet, nor her daughter), and pronouns: those close after a name refer to it (Hobbs 1978,
Resolving pronoun references: the nearest noun phrase). Only names in speech tags, full names with one of
their words, and names with a title are people; other capitalised words are places and the like.

These are the steps of Vala et al. 2015 (Mr. Bennet, his coachman, and the Archbishop walk into a bar but only
one of them gets recognized), without lists of first names.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.speakers.character import Character, gender_of
from dialogue_etl.sources.books.extraction.speakers.names import Name
from dialogue_etl.sources.books.extraction.table import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.languages import Language

_SEEN_TWICE = 2
_OWN_SHARE = 0.1  # of the times that a title and surname are written: the full name is that person's
_WITH_TITLE = 0.5  # of the times that a full name is written: it has a title to tell two people apart
_CLEARLY = 5  # times as often as the other men of the family: then he is the one with a title and surname
_TITLE_SHARE = 0.7  # of the names with a title that are one person's: then the title alone is too


class NameMerger:
    """Merges the names of a book into characters.

    Args:
        language: its titles and nicknames are read.
        characters: the list to which characters are added.
        counts: how often each name is written.
        known: words of names in speech tags.
        known_titles: titles that speech tags use without a name (the Colonel).
        votes: pronouns that refer to names without a title, by the first word of the name.
        answers: how often two names are in the speech tags of neighbouring paragraphs.
    """

    def __init__(
        self,
        language: Language,
        characters: list[Character],
        counts: Counter[Name],
        *,
        known: set[str],
        known_titles: set[str],
        votes: Mapping[str, Counter[str]],
        answers: Mapping[frozenset[Name], int],
    ) -> None:
        self._language, self._all, self._counts = language, characters, counts
        self._known, self._known_titles, self._votes, self._answers = known, known_titles, votes, answers
        self._numbers: dict[Name, int] = {}
        self._full: dict[tuple[str, str], int] = {}
        self._times: Counter[tuple[str, str]] = Counter()
        self._of_first: dict[str, list[int]] = {}
        self._of_last: dict[str, list[int]] = {}
        self._by_surname: dict[tuple[str, str, str], int] = {}
        self._titled: dict[str, list[Name]] = {}

    def merged(self) -> dict[Name, int]:
        """The number of the character of each name."""
        by_count = sorted(self._counts, key=lambda name: (-self._counts[name], name))
        self._merge_full(by_count)
        for words in (2, 1):  # full names with a title first: they say whose a title and surname are
            self._merge_titled([name for name in by_count if name.title and min(len(name.words), 2) == words])
        self._merge_single([name for name in by_count if not name.title and len(name.words) == 1])
        self._merge_titles([name for name in by_count if not name.words and name.title in self._known_titles])
        self._merge_others([name for name in by_count if len(name.words) > 1])
        return self._numbers

    def heads(self) -> dict[tuple[str, str], int]:
        """The man and the woman whom a surname with a title means, by gender and surname: Mrs. Bennet."""
        married = self._language.married_titles
        return {
            (gender, last): number
            for (gender, title, last), number in self._by_surname.items()
            if gender == "m" or title in married
        }

    def _new(self, *, first: str = "", last: str = "", gender: str = "") -> int:
        gender = gender or gender_of(self._votes.get(first or last, Counter()))
        self._all.append(Character(first=first, last=last, gender=gender))
        return len(self._all) - 1

    def _merge_full(self, names: Sequence[Name]) -> None:
        """A character for each pair of first name and surname; those that differ by a nickname are one."""
        for name in names:
            if len(name.words) > 1 and self._known.intersection((name.words[0], name.words[-1])):
                self._times[name.words[0], name.words[-1]] += self._counts[name]
        for (first, last), times in sorted(self._times.items(), key=lambda item: (-item[1], item[0])):
            if times < _SEEN_TWICE:
                continue
            formal = ((long, last) for long in self._language.nicknames.get(first, ()))
            number = next((self._full[pair] for pair in formal if pair in self._full), UNKNOWN)
            if number == UNKNOWN:
                number = self._new(
                    first=first, last=last, gender=gender_of(self._votes.get(first, Counter()))
                )
            self._full[first, last] = number
            self._of_first.setdefault(first, []).append(number)
            self._of_last.setdefault(last, []).append(number)

    def _merge_titled(self, names: Sequence[Name]) -> None:
        """Give each name with a title to the full name it belongs to, or to a character of its own."""
        for name in names:
            gender, last = self._language.titles[name.title], name.words[-1]
            if len(name.words) == 1 and self._counts[name] < _SEEN_TWICE and last not in self._known:
                continue
            # A man is Mr., Sir and Colonel; a woman who is Mrs. is not Miss.
            key = gender, "" if gender == "m" else name.title, last
            number = self._of_titled(name, gender, key)
            if number == UNKNOWN or not self._fits(number, gender):
                number = self._new(last=last, gender=gender)
            self._all[number].gender = self._all[number].gender or gender
            if len(name.words) == 1:
                self._by_surname.setdefault(key, number)
            self._numbers[name] = number

    def _of_titled(self, name: Name, gender: str, key: tuple[str, str, str]) -> int:
        """The known character of a name with a title, or UNKNOWN."""
        last, married = name.words[-1], name.title in self._language.married_titles
        if len(name.words) > 1:
            number = self._full.get((name.words[0], last), UNKNOWN)
            is_husband = married and number != UNKNOWN and self._all[number].gender != "f"
            return UNKNOWN if is_husband else number  # Mrs. John Dashwood is not John
        if last in self._of_first and last not in self._of_last:  # Sir John, Lady Catherine
            fitting = self._fitting(self._of_first[last], gender)
            titled = [n for n in fitting if self._numbers.get(self._with(name.title, n)) == n]
            fitting = [n for n in fitting if self._times_of(n) >= _OWN_SHARE * self._counts[name]]
            return next(iter(titled or fitting), UNKNOWN)
        if key in self._by_surname:
            return self._by_surname[key]
        return UNKNOWN if married else self._of_family(name, gender)

    def _with(self, title: str, number: int) -> Name:
        return Name(title, (self._all[number].first, self._all[number].last))

    def _of_family(self, name: Name, gender: str) -> int:
        """The member of a family whom a title and the surname mean, or UNKNOWN."""
        family = [
            number
            for number in self._fitting(self._of_last.get(name.words[-1], ()), gender)
            if self._all[number].gender or self._times_of(number) >= _OWN_SHARE * self._counts[name]
            if not self._answers_itself(name, number)
        ]
        if gender == "m":
            family = [n for n in family if not self._told_apart(name.title, n)]
        family.sort(key=self._times_of, reverse=True)  # stable: the first of equals
        others = sum(map(self._times_of, family[1:]))
        if not family or (gender == "m" and others * _CLEARLY > self._times_of(family[0])):
            return UNKNOWN
        return family[0]

    def _told_apart(self, title: str, number: int) -> bool:
        """Whether a full name mostly has this title: Mr. John Harker, lest he be taken for Mr. Harker."""
        return self._counts[self._with(title, number)] > _WITH_TITLE * self._times_of(number)

    def _answers_itself(self, name: Name, number: int) -> bool:
        """Whether a title and surname answer, or are answered by, a character with that surname."""
        first = self._all[number].first
        names = Name("", (first,)), Name("", (first, name.words[-1])), self._with(name.title, number)
        return sum(self._answers[frozenset([name, other])] for other in names) >= _SEEN_TWICE

    def _times_of(self, number: int) -> int:
        character = self._all[number]
        return self._times[character.first, character.last]

    def _fits(self, number: int, gender: str) -> bool:
        known = self._all[number].gender
        return not (known and gender and known != gender)

    def _fitting(self, numbers: Sequence[int], gender: str) -> list[int]:
        return [number for number in dict.fromkeys(numbers) if self._fits(number, gender)]

    def _merge_single(self, names: Sequence[Name]) -> None:
        """Give single words to the full name or titled name they are of; others in tags are characters."""
        for name in self._numbers:
            self._titled.setdefault(name.words[-1], []).append(name)
        for name in names:
            word = name.words[0]
            number = self._of_word(word)
            if number == UNKNOWN and word in self._known:
                number = self._new(first=word)
            if number != UNKNOWN:
                self._numbers[name] = number

    def _of_word(self, word: str) -> int:
        """The character whom a single word means, or UNKNOWN."""
        first = self._of_first.get(word, [])
        titled = self._titled.get(word, ())
        men = [n for n in titled if self._language.titles[n.title] == "m" and len(n.words) == 1]
        if first and not (men and sum(self._counts[n] for n in men) > 2 * self._times_of(first[0])):
            return first[0]
        if men:
            return self._numbers[men[0]]
        if word in self._of_last:
            return max(self._of_last[word], key=self._times_of)
        for formal in self._language.nicknames.get(word, ()):
            number = self._numbers.get(Name("", (formal,)), UNKNOWN)
            if number == UNKNOWN:
                number = next(iter(self._of_first.get(formal, ())), UNKNOWN)
            if number != UNKNOWN and not self._mostly_titled(number):
                return number
        others = [n for n in titled if len(n.words) == 1]
        if others:
            return self._numbers[max(others, key=self._counts.__getitem__)]
        return self._numbers.get(Name("", (word.removesuffix("s"),)), UNKNOWN)  # Germanic genitives: Eriks

    def _mostly_titled(self, number: int) -> bool:
        """Whether a character is mostly called with a title: Lady Catherine is not also Kitty."""
        titled = sum(self._counts[n] for n, own in self._numbers.items() if own == number and n.title)
        return titled > self._times_of(number) + sum(
            self._counts[n] for n, own in self._numbers.items() if own == number and not n.title
        )

    def _merge_titles(self, names: Sequence[Name]) -> None:
        """A title alone (the Colonel) is that of the only character with it, else a character (the Queen)."""
        for name in names:
            bearers: Counter[int] = Counter()
            for titled, number in self._numbers.items():
                if titled.title == name.title:
                    bearers[number] += self._counts[titled]
            if bearers:
                number, times = bearers.most_common(1)[0]
                if times >= _TITLE_SHARE * bearers.total():
                    self._numbers[name] = number

    def _merge_others(self, names: Sequence[Name]) -> None:
        """Longer names: by first and last word, or by one of them."""
        for name in names:
            if name in self._numbers:
                continue
            first, last = name.words[0], name.words[-1]
            number = self._full.get((first, last), UNKNOWN)
            for word in (first, last):
                if number == UNKNOWN:
                    number = self._numbers.get(Name("", (word,)), UNKNOWN)
            if number != UNKNOWN and self._fits(number, self._language.titles.get(name.title, "")):
                self._numbers[name] = number

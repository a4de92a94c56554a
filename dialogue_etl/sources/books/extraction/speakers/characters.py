"""The characters of a book: which names are one person's, where they are named, and their gender.

A person is called by first name, surname, both, a nickname, or with a title. Names are merged and kept apart
by evidence: full names in the text (Jane Fairfax, so Jane, and Miss Fairfax), titles and their gender (Mrs.
Bennet is not Mr. Bennet, nor her daughter), and pronouns: those close after a name refer to it (Hobbs 1978,
Resolving pronoun references: the nearest noun phrase). Only names in speech tags, full names with one of
their words, and names with a title are people; other capitalised words are places and the like.

These are the steps of Vala et al. 2015 (Mr. Bennet, his coachman, and the Archbishop walk into a bar but only
one of them gets recognized), without lists of first names.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.speakers import names as written_names
from dialogue_etl.sources.books.extraction.speakers.names import Name, name_of, plain
from dialogue_etl.sources.books.extraction.table import UNKNOWN
from dialogue_etl.text.words import words_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.tag_parser import Mention
    from dialogue_etl.text.points import Mask, Offsets

_FEWEST_VOTES, _MAJORITY = 3, 1.5  # pronouns that decide a gender: at least three, and three to two
_MOST_VOTES = 100
_REFERS = 60  # characters after a name in which `she` and `her` refer to it
_LEAVES = re.compile(r"[.!?;…—–-]_?[^\w\s]|\n\n|[\"“”]")  # “Good-bye, Emma,” he said.
_SEEN_TWICE = 2
_FULL_NAME = 3  # times that a full name is written, to be the one shown
_OWN_SHARE = 0.1  # of the times that a title and surname are written: the full name is that person's
_TITLE_SHARE = 0.7  # of the names with a title that are one person's: then the title alone is too
_SAMPLE = 200_000  # characters in which words are searched that also occur in lower case
_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]{2,})*")
_BEFORE = re.compile(r"\b(?:the\s|d['’])\Z")  # the Mock Turtle, d'Artagnan


@dataclass
class Character:
    """A person: all names as they are written, and what is known about the gender.

    Attributes:
        is_nominal: whether there is no name, only a noun (the old man).
        forms: names and how often each is written.
        gender: `m`, `f`, `1` (the narrator), or empty: by title or noun, or else as enough pronouns say.
        first: first name of a full name, in lower case, or empty.
        last: surname, or empty.
    """

    is_nominal: bool = False
    forms: Counter[str] = field(default_factory=Counter)
    gender: str = ""
    first: str = ""
    last: str = ""


def _majority(votes: Counter[str]) -> str:
    gender = "m" if votes["m"] >= votes["f"] else "f"
    most = votes[gender]
    return gender if most >= max(_FEWEST_VOTES, _MAJORITY * (votes.total() - most)) else ""


class Named(NamedTuple):
    """Places in the text where characters are named, in order.

    Attributes:
        starts: offsets.
        ends: offsets, half open.
        numbers: of the characters.
    """

    starts: Offsets
    ends: Offsets
    numbers: Offsets


class Characters:
    """The characters of a book, numbered."""

    def __init__(self, document: Document, mentions: Mapping[Mention, int]) -> None:
        """Find the people of a book.

        Args:
            document: the book.
            mentions: in speech tags, all certainly of people, with the number of tags.
        """
        self._language = document.language
        self._all: list[Character] = []
        self._by_name: dict[Name, int] = {}
        self._nominals: dict[tuple[str, ...], int] = {}
        names = {mention: name_of(mention.form, self._language) for mention in mentions}
        known = {word for mention, name in names.items() if self._is_named(mention) for word in name.words}
        starts, sequences = written_names.sequences(document.text)
        parts = self._parts(document.text, sequences, known)
        counts: Counter[Name] = Counter()
        for sequence, times in Counter(sequences).items():
            for place in parts.get(sequence, ()):
                counts[place.name] += times
        for mention, name in names.items():
            if self._is_named(mention):
                counts[name] = max(counts[name], mentions[mention])
        votes = self._votes(document.text, starts, sequences, parts, known)
        titles = {name.title for name in names.values() if not name.words}
        self._by_name = _Merger(
            self._language, self._all, counts, known=known, known_titles=titles, votes=votes
        ).merged()
        for mention, times in mentions.items():
            self._add(mention, times)
        self.named = self._places(document.text, starts, sequences, parts)

    def __len__(self) -> int:
        return len(self._all)

    def _parts(
        self, text: str, sequences: Sequence[str], known: set[str]
    ) -> dict[str, list[written_names.Place]]:
        """The names in each sequence of capitalised words that has a title, or a word of a name in a tag."""
        lower = set(text[:_SAMPLE].split())
        people = known.union(self._language.titles)
        return {
            sequence: list(written_names.places(sequence, self._language, known, lower))
            for sequence in set(sequences)
            if not people.isdisjoint(_LETTERS.findall(sequence.lower()))
        }

    def _votes(
        self,
        text: str,
        starts: Sequence[int],
        sequences: Sequence[str],
        parts: Mapping[str, Sequence[written_names.Place]],
        known: set[str],
    ) -> dict[str, Counter[str]]:
        """Pronouns that refer to names without a title, by the first word of the name."""
        words = self._language.referring_words
        votes: dict[str, Counter[str]] = {}
        if not words:
            return votes
        pattern = _pronouns(self._language.tag)
        ends = [*starts, len(text)][1:]
        asked = {
            sequence: places[-1]
            for sequence, places in parts.items()
            if places and not places[-1].name.title and (known.intersection(places[-1].name.words))
        }
        for start, sequence, following in zip(starts, sequences, ends, strict=True):
            place = asked.get(sequence)
            if place is None:
                continue
            counted = votes.setdefault(place.name.words[0], Counter())
            if counted.total() < _MOST_VOTES:
                end = start + place.end
                found = pattern.search(text, end, min(end + _REFERS, following))
                if found and not _LEAVES.search(text, end, found.start()):
                    counted[words[found[1].lower()]] += 1
        return votes

    def _places(
        self,
        text: str,
        starts: Sequence[int],
        sequences: Sequence[str],
        parts: Mapping[str, Sequence[written_names.Place]],
    ) -> Named:
        """Where characters are named; counts the forms of their names."""
        known: dict[str, list[tuple[int, int, int]]] = {}
        for sequence, places in parts.items():
            numbered = [(place, self._by_name.get(place.name)) for place in places]
            known[sequence] = [(place.start, place.end, n) for place, n in numbered if n is not None]
        found = [
            (start + begin, start + end, number)
            for start, sequence in zip(starts, sequences, strict=True)
            for begin, end, number in known.get(sequence, ())
        ]
        forms: Counter[tuple[str, int]] = Counter()
        for start, end, number in found:
            article = _BEFORE.search(text, max(0, start - 4), start)
            forms[(article[0] if article else "") + text[start:end], number] += 1
        for (form, number), times in forms.items():
            plainly = " ".join(form.split())
            self._all[number].forms[plainly.removesuffix("'s").removesuffix("’s")] += times
        columns = np.array(found, np.int64).reshape(-1, 3).T
        return Named(*columns)

    def _add(self, mention: Mention, times: int) -> None:
        """Add a mention that occurs in so many tags to its character; to a new one if it is unknown."""
        number = self.find(mention)
        if number == UNKNOWN:
            number = len(self._all)
            named = self._is_named(mention)
            self._all.append(Character(not named and mention.gender != NARRATOR, gender=mention.gender))
            if named:
                self._by_name[name_of(mention.form, self._language)] = number
            else:
                self._nominals[mention.words] = number
        character = self._all[number]
        if not self._is_named(mention) or not character.forms:
            character.forms[mention.form] += times
        character.gender = character.gender or mention.gender

    def _is_named(self, mention: Mention) -> bool:
        """Whether a mention is a name: no pronoun, and no noun (der Türmer, though German has capitals)."""
        if mention.is_nominal or mention.gender == NARRATOR:
            return False
        first, *others = mention.form.lower().split()
        return not (self._language.capital_nouns and others and first in self._language.determiners)

    def find(self, mention: Mention) -> int:
        """The number of the character of a mention, or UNKNOWN."""
        if not self._is_named(mention):
            return self._nominals.get(mention.words, UNKNOWN)
        name = name_of(mention.form, self._language)
        if name in self._by_name:
            return self._by_name[name]
        for shorter in (Name("", name.words), Name(name.title, name.words[-1:]), Name("", name.words[-1:])):
            if shorter.words and shorter in self._by_name:
                return self._by_name[shorter]
        return UNKNOWN

    def genders(self) -> list[str]:
        """The genders of all characters, in order: `m`, `f`, `1` (the narrator) or empty."""
        return [character.gender for character in self._all]

    def name(self, number: int) -> str:
        """The name of a character: the full name if nobody else has that surname, else the most frequent.

        Members of a family are kept apart by the names that the book uses for them.
        """
        character = self._all[number]
        titles = self._language.titles
        forms = {
            form: times
            for form, times in character.forms.items()
            if titles.get(plain(form.split()[0]), NARRATOR) or " " not in form
        }
        forms = forms or character.forms
        best = max(forms, key=forms.__getitem__, default="")
        if character.first and character.last and self._alone[number]:
            full = {
                form: times
                for form, times in forms.items()
                if times >= _FULL_NAME and self._is_full(form, character)
            }
            best = max(full, key=full.__getitem__, default=best)
        return best

    def _is_full(self, form: str, character: Character) -> bool:
        words = form.removeprefix("the ").split()
        return len(words) > 1 and (plain(words[0]), plain(words[-1])) == (character.first, character.last)

    @property
    def _alone(self) -> list[bool]:
        """For each character whether nobody else has that surname."""
        surnames = Counter(character.last for character in self._all if character.last)
        return [surnames[character.last] == 1 for character in self._all]

    def names(self) -> list[str | None]:
        """The names of all characters, in order; None for a noun that may be no person.

        That is a noun without a gender in a single tag: most of them are things, or no nouns at all.
        """
        return [
            None
            if character.is_nominal and not character.gender and character.forms.total() < _SEEN_TWICE
            else self.name(number)
            for number, character in enumerate(self._all)
        ]

    def by_name(self) -> dict[str, Character]:
        """The characters by name; of two with the same name the first."""
        found: dict[str, Character] = {}
        for name, character in zip(self.names(), self._all, strict=True):
            if name is not None:
                found.setdefault(name, character)
        return found

    def are_nominal(self) -> Mask:
        """For each character whether it has no name; the last element is for UNKNOWN, and false."""
        return np.array([*(character.is_nominal for character in self._all), False], np.bool_)

    def narrator(self) -> int:
        """The number of the narrator who speaks (I said), or UNKNOWN."""
        return next((n for n, one in enumerate(self._all) if one.gender == NARRATOR), UNKNOWN)


class _Merger:
    """Merges names into characters."""

    def __init__(
        self,
        language: Language,
        characters: list[Character],
        counts: Counter[Name],
        *,
        known: set[str],
        known_titles: set[str],
        votes: Mapping[str, Counter[str]],
    ) -> None:
        self._language, self._all, self._counts = language, characters, counts
        self._known, self._known_titles, self._votes = known, known_titles, votes
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

    def _new(self, *, first: str = "", last: str = "", gender: str = "") -> int:
        gender = gender or _majority(self._votes.get(first or last, Counter()))
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
                    first=first, last=last, gender=_majority(self._votes.get(first, Counter()))
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
        ]
        if gender == "m":
            return family[0] if len(family) == 1 else UNKNOWN
        return max(family, key=self._times_of, default=UNKNOWN)

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
        """Whether a character is mostly called with a title: nobody calls Lady Catherine Kitty."""
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


@cache
def _pronouns(tag: str) -> Pattern[str]:
    return words_at(LANGUAGES[tag].referring_words)

"""The characters of a book: which names are one person's, where they are named, and their gender.

All names in the text are found (`names.py`) and merged into characters (`merge_names.py`). Pronouns close
after a name refer to it (Hobbs 1978, Resolving pronoun references: the nearest noun phrase) and give the
gender.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.speakers import names as written_names
from dialogue_etl.sources.books.extraction.speakers.character import Character
from dialogue_etl.sources.books.extraction.speakers.merge_names import NameMerger
from dialogue_etl.sources.books.extraction.speakers.names import Name, name_of, plain
from dialogue_etl.sources.books.extraction.table import UNKNOWN
from dialogue_etl.text.words import words_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from re import Pattern

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.mentions import Mention
    from dialogue_etl.text.points import Mask, Offsets

_MOST_VOTES = 100
_REFERS = 60  # characters after a name in which `she` and `her` refer to it
_LEAVES = re.compile(r"[.!?;…—–-]_?[^\w\s]|\n\n|[\"“”]")  # “Good-bye, Emma,” he said.
_SEEN_TWICE = 2
_FULL_NAME = 3  # times that a full name is written, to be the one shown
_SAMPLE = 200_000  # characters in which words are searched that also occur in lower case
_PHRASE = re.compile(r"\w+\s(\w+)(?:\s(\w+))?")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]{2,})*")
_ARTICLE = 5  # characters
_BEFORE = re.compile(r"\b(?:the\s|d['’])\Z")  # the Mock Turtle, d'Artagnan


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

    def where(self, chosen: Mask) -> Named:
        """Some of them."""
        return Named(*(column[chosen] for column in self))


class Families(NamedTuple):
    """Who belongs to which family.

    Attributes:
        parents: characters that are named as somebody's mother or father, by number, with their genders.
        spouses: those named as somebody's husband or wife.
        surnames: of all characters, in order; may be empty.
        heads: the man and the woman whom a surname with a title means, by gender and surname.
    """

    parents: Mapping[int, str]
    spouses: Mapping[int, str]
    surnames: Sequence[str]
    heads: Mapping[tuple[str, str], int]

    def meant(self, number: int, near: Iterable[int]) -> set[int]:
        """Whom such a name means, given who is near: her mother is the Mrs. Bennet of an Elizabeth Bennet."""
        heads = {*self.heads.values()}
        if number in self.parents:
            gender, of = self.parents[number], [one for one in near if one not in heads]
        elif number in self.spouses:
            gender = self.spouses[number]
            others = {head for (its, _), head in self.heads.items() if its != gender}
            of = [one for one in near if one in others]
        else:
            return set()
        surnames = {self.surnames[one] for one in of} - {""}
        return {self.heads[gender, name] for name in surnames if (gender, name) in self.heads}


class Characters:
    """The characters of a book, numbered."""

    def __init__(
        self,
        document: Document,
        mentions: Mapping[Mention, int],
        *,
        answers: Mapping[tuple[Mention, Mention], int] = MappingProxyType({}),
        narrator: str = "",
    ) -> None:
        """Find the people of a book.

        Args:
            document: the book.
            mentions: in speech tags, all certainly of people, with the number of tags.
            answers: how often two mentions are in the tags of neighbouring paragraphs.
            narrator: a word of the name of a narrator who speaks, or empty.
        """
        self._language = document.language
        self._all: list[Character] = []
        self._by_name: dict[Name, int] = {}
        self._nominals: dict[tuple[str, ...], int] = {}
        names = {mention: name_of(mention.form, self._language) for mention in mentions}
        known = {word for mention, name in names.items() if self._is_named(mention) for word in name.words}
        known |= {narrator} - {""}
        starts, sequences = written_names.sequences(document.text)
        parts = self._parts(document.text, sequences, known)
        counts: Counter[Name] = Counter()
        for sequence, times in Counter(sequences).items():
            for place in parts.get(sequence, ()):
                counts[place.name] += times
        for mention, name in names.items():
            if self._is_named(mention) or self._is_title(name, mention):
                counts[name] = max(counts[name], mentions[mention])
        votes = self._votes(document.text, starts, sequences, parts, known)
        titles = {name.title for name in names.values() if not name.words}
        merger = NameMerger(
            self._language,
            self._all,
            counts,
            known=known,
            known_titles=titles,
            votes=votes,
            answers=self._answers(answers),
        )
        self._by_name, self._heads = merger.merged(), merger.heads()
        self._narrator = self._by_name.get(Name("", (narrator,)), UNKNOWN)
        if self._narrator != UNKNOWN:
            self._all[self._narrator].gender = NARRATOR
        for mention, times in mentions.items():
            if mention.gender != NARRATOR or self._narrator == UNKNOWN:
                self._add(mention, times)
        self.named = self._places(document.text, starts, sequences, parts)

    def __len__(self) -> int:
        return len(self._all)

    def _answers(self, answers: Mapping[tuple[Mention, Mention], int]) -> Counter[frozenset[Name]]:
        """How often two names are in the tags of neighbouring paragraphs, in either order."""
        found: Counter[frozenset[Name]] = Counter()
        for pair, times in answers.items():
            found[frozenset(name_of(mention.form, self._language) for mention in pair)] += times
        return found

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
        """Where characters are named, or a sentence begins with their noun; counts the forms of names."""
        known: dict[str, list[tuple[int, int, int]]] = {}
        for sequence, places in parts.items():
            numbered = [(place, self._by_name.get(place.name)) for place in places]
            known[sequence] = [(place.start, place.end, n) for place, n in numbered if n is not None]
        found = [
            (start + begin, start + end, number)
            for start, sequence in zip(starts, sequences, strict=True)
            for begin, end, number in known.get(sequence, ())
        ]
        forms = Counter(
            (text[max(0, start - _ARTICLE) : start], text[start:end], number) for start, end, number in found
        )
        for (before, form, number), times in forms.items():
            article = _BEFORE.search(before)
            plainly = " ".join(f"{article[0] if article else ''}{form}".split())
            self._all[number].forms[plainly.removesuffix("'s").removesuffix("’s")] += times
        found = sorted([*found, *self._nouns(text, starts, sequences)])
        return Named(*np.array(found, np.int64).reshape(-1, 3).T)

    def _nouns(
        self, text: str, starts: Sequence[int], sequences: Sequence[str]
    ) -> Iterator[tuple[int, int, int]]:
        """Where nouns from tags are the first or second word after a determiner that begins a sentence.

        Nouns at other places are objects more often than people who speak.
        """
        nouns = {
            words[-1]: number for words, number in self._nominals.items() if self._all[number].is_nominal
        }
        determiners = self._language.determiners
        opening = {one for one in set(sequences) if one.split()[0].lower() in determiners}
        for start, sequence in zip(starts, sequences, strict=True):
            phrase = sequence in opening and _PHRASE.match(text, start)
            if not phrase:
                continue
            for word in (1, 2):
                number = nouns.get((phrase[word] or "").lower())
                if number is not None:
                    yield *phrase.span(word), number
                    break

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
        if character.is_nominal or mention.gender == NARRATOR or not character.forms:
            character.forms[mention.form] += times
        character.gender = character.gender or mention.gender

    def _is_named(self, mention: Mention) -> bool:
        """Whether a mention is a name: no pronoun, and no noun (der Türmer, though German has capitals)."""
        if mention.is_nominal or mention.gender == NARRATOR:
            return False
        first, *others = mention.form.lower().split()
        return not (self._language.capital_nouns and others and first in self._language.determiners)

    def _is_title(self, name: Name, mention: Mention) -> bool:
        """Whether a mention is only a title (the count), of anybody but somebody's relative (his uncle)."""
        return (
            mention.is_nominal
            and not name.words
            and bool(name.title)
            and mention.form.split()[0].lower() not in self._language.their_words
        )

    def find(self, mention: Mention) -> int:
        """The number of the character of a mention, or UNKNOWN."""
        if mention.gender == NARRATOR and self._narrator != UNKNOWN:
            return self._narrator
        name = name_of(mention.form, self._language)
        if not self._is_named(mention) and not (self._is_title(name, mention) and name in self._by_name):
            return self._nominals.get(mention.words, UNKNOWN)
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
        """The name of a character: the full name if the surname is unique, else the most frequent.

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
        if character.first and character.last and self._surnames[character.last] == 1:
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

    @cached_property
    def _surnames(self) -> Counter[str]:
        """How many characters have each surname."""
        return Counter(character.last for character in self._all)

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

    def are_relatives(self) -> Mask:
        """For each character whether it is mostly somebody's (her sister): the noun alone does not tell who.

        The last element is for UNKNOWN, and false.
        """
        theirs = self._language.their_words
        found = [
            one.is_nominal
            and 2 * sum(times for form, times in one.forms.items() if form.split()[0].lower() in theirs)
            > one.forms.total()
            for one in self._all
        ]
        return np.array([*found, False], np.bool_)

    def families(self) -> Families:
        """Who belongs to which family."""
        parents, spouses = self._language.parents, self._language.spouses
        nouns = {number: noun[-1] for noun, number in self._nominals.items() if noun[-1] in parents | spouses}
        return Families(
            {number: self._all[number].gender for number, noun in nouns.items() if noun in parents},
            {number: self._all[number].gender for number, noun in nouns.items() if noun in spouses},
            [character.last for character in self._all],
            self._heads,
        )

    def narrator(self) -> int:
        """The number of the narrator who speaks (I said), or UNKNOWN."""
        return next((n for n, one in enumerate(self._all) if one.gender == NARRATOR), UNKNOWN)


@cache
def _pronouns(tag: str) -> Pattern[str]:
    return words_at(LANGUAGES[tag].referring_words)

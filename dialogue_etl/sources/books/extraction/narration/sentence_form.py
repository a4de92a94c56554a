"""Tells a tag by the form of its sentence: a verb before its subject, in any tense, after a mark.

«– Kom då! ropade trädgårdsmästaren.»: after the end of a sentence, a word in lower case continues the
narrator's sentence if it is a verb in the tense of narration and its subject follows. After a comma the same
form may be speech (När jag kom, skrattade Anders), as may a compound tense anywhere (Ack! hade han kommit),
so that the verb must be one of saying: in the language file, of the stem of one of these, or one that the
book itself has in unambiguous places.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.narration.tags import (
    before_verb,
    ends_in,
    forms,
    in_both_cases,
    tag_patterns,
)
from dialogue_etl.text.letters import CAPITAL
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.narration.tags import TagPatterns
    from dialogue_etl.text.spans import Spans

_CLAUSE_END = re.compile(r"[.,;:!?…—–]|--")
_WORD = re.compile(r"[^\W\d_]+")
_MOST_WORDS = 8  # of a compound tense with its subject
_STEM = 4  # letters that forms of one verb share, at least
_ENDING = 5  # letters of an ending, at most
_FIRST_WORDS = 5  # after a dash, which hold the verb of narration
_SHORT_TAG = 2  # words; speech after such a tag may exclaim
_LONGEST_AND = 2  # letters of "and"; longer conjunctions do not begin narration
_EXCLAIMS = re.compile(r"[!?¡¿]")
_STOP = re.compile(r"[.!?…]")
_ENDS, _CRIES = frozenset(".!?…"), ("!...", "?...")


class SentenceForm(NamedTuple):
    """Patterns for the form of a tag in a language.

    Attributes:
        inverted: a verb, as its group, and the beginning of its subject.
        compound: an auxiliary.
        subject: the beginning of a subject.
        after: such a beginning after a blank, or one word later.
        third: a pronoun of the third person, or a name.
        past: a verb in the tense of narration.
        talk: a word of speech.
        gerund: a verb for what is done while speaking.
        place: the end of a sentence before a word in lower case, or a comma before an auxiliary.
        verbs: of saying.
        stems: beginnings of these.
        participles: their endings.
        prefix: of participles.
        with_words: prepositions before a manner of speaking.
        small_words, and_words, auxiliaries, titles: see `Language`.
        narrators: pronouns of the first person.
        gestures: parts of the body and the like, and possessives of the third person.
        others: words that are not verbs of saying in any book.
        inverts_tags, tag_dashes: see `Language`.
        others_endings: of verbs that show that their subject is not the narrator.
        own_endings: of verbs that show the narrator.
        parted: verbs of saying in two separable words (Danish blev hun ved), with the second one.
        tags: patterns of the language.
        own: verbs of saying of one book.
    """

    inverted: Pattern[str]
    compound: Pattern[str]
    subject: Pattern[str]
    after: Pattern[str]
    third: Pattern[str]
    past: Pattern[str]
    talk: Pattern[str]
    gerund: Pattern[str]
    place: Pattern[str]
    verbs: frozenset[str]
    stems: frozenset[str]
    participles: tuple[str, ...]
    prefix: str
    with_words: tuple[str, ...]
    small_words: frozenset[str]
    and_words: tuple[str, ...]
    auxiliaries: frozenset[str]
    titles: frozenset[str]
    narrators: frozenset[str]
    gestures: frozenset[str]
    others: frozenset[str]
    inverts_tags: bool
    tag_dashes: bool
    others_endings: tuple[str, ...]
    own_endings: tuple[str, ...]
    parted: Mapping[str, str]
    tags: TagPatterns
    own: frozenset[str] = frozenset()

    @classmethod
    def of(cls, language: Language) -> SentenceForm:
        """Build the patterns from the words of a language."""
        ends = language.subject_endings if language.tag_dashes else {}
        narrators = {word for word, gender in language.pronouns.items() if gender == NARRATOR}
        unclear = narrators | language.small_words if language.tag_dashes else narrators
        talk = any_of(in_both_cases(language.talk_words - unclear))
        enclitic = rf"(?:{any_of(language.object_pronouns)})?"  # levantóse
        titles = any_of(in_both_cases(language.titles))
        objects, subject = before_verb(language.object_pronouns), _subject(language)
        adverb = rf"(?:(?!{any_of(language.small_words | language.oblique)}\b)\w+\s+)??"
        helps = rf"{objects}{any_of(language.auxiliaries)}\s+(?!{any_of(narrators)}\b)"
        past = rf"(?:\w{{2,}}{any_of(language.past_endings)}|{any_of(language.past_verbs)})"
        third = rf"{any_of(set(language.pronouns) - narrators)}(?!\w)|{CAPITAL}"
        told = rf"{past}\s+{objects}(?:{third})" if language.inverts_tags else "(?!)"
        behind = objects if language.tag_dashes else ""  # бранила га је Јелена
        lower = rf"(?!{CAPITAL})[^\W\d_]"
        stems = {verb[: max(_STEM, len(verb) - 3)] for verb in language.speech_verbs if len(verb) > _STEM}
        return cls(
            inverted=re.compile(
                rf"{objects}(\w{{3,}}?)(?:-(?:t-)?{any_of(language.pronouns)}(?!\w)|\s+{behind}{adverb}{subject})"
            ),
            compound=re.compile(helps),
            subject=re.compile(subject),
            third=re.compile(rf"(?<!\w){any_of(set(language.pronouns) - narrators)}(?!\w)|\s{CAPITAL}"),
            after=re.compile(rf"\s+{adverb}{subject}"),
            past=re.compile(f"{past}{enclitic}"),
            talk=re.compile(rf"(?<!\w)(?!{titles}\.?\s+{CAPITAL}){talk}(?!\w)"),
            gerund=re.compile(rf"\w{{3,}}{any_of(language.gerunds)}"),
            # Begins with a set of marks, which is searched fastest.
            place=re.compile(
                rf"[!?….,](?:(?<![.,])[»”\"’')_]?[ \n](?={lower})|(?<=\.\.)[ \n](?={lower})"
                rf"|(?<=,)[ \n](?={helps}|{any_of(language.parted_verbs)}\s|{told}))"
            ),
            verbs=language.speech_verbs,
            stems=frozenset(stems),
            participles=language.participles,
            prefix=language.participle_prefix,
            with_words=language.with_words,
            small_words=language.small_words,
            and_words=language.and_words,
            auxiliaries=frozenset(language.auxiliaries),
            titles=frozenset(language.titles),
            narrators=frozenset(narrators),
            gestures=language.things.union(language.their_words),
            others=frozenset().union(
                *(language.small_words, language.talk_words, language.determiners),
                *(language.auxiliaries, language.titles if language.tag_dashes else ()),
            ),
            inverts_tags=language.inverts_tags,
            tag_dashes=language.tag_dashes,
            others_endings=tuple(end for end, shown in ends.items() if shown in {"m", "f"}),
            own_endings=tuple(end for end, shown in ends.items() if shown == NARRATOR),
            parted=language.parted_verbs,
            tags=tag_patterns(language.tag),
        )

    def says(self, verb: str) -> bool:
        """Whether a word is a form of a verb of saying."""
        if verb in self.verbs:
            return True
        stem = verb.removeprefix(self.prefix)
        longest = range(max(_STEM, len(stem) - _ENDING), len(stem) + 1)
        return any(stem[:length] in self.stems for length in longest)

    def tells_who_speaks(self, verb: str) -> bool:
        """Whether a word is a verb of saying, by its stem or in this book."""
        return verb in self.own or (verb not in self.others and self.says(verb))

    def _is_compound(self, text: str, start: int, end: int) -> bool:
        """Whether words are an auxiliary and a verb of saying, with its subject before or after that."""
        helps = self.compound.match(text, start + text[start].isspace(), end)
        if not helps:
            return False
        place = helps.end()
        before = self.subject.match(text, place, end)
        for word in islice(_WORD.finditer(text, place, end), _MOST_WORDS):
            if word[0].endswith(self.participles) and self.says(word[0]):
                return bool(before or self.after.match(text, word.end(), end))
        return False

    def places_of(self, text: str, speech: Spans) -> list[int]:
        """Offsets after a comma at which a verb that the book itself shows is found."""
        return ends_in(text, speech, re.compile(rf",[ \n](?={any_of(self.own)}\s)")) if self.own else []

    def tells(self, text: str, words: tuple[int, int], mark: str, *, closed: bool) -> bool:
        """Whether the words after a dash are the narrator's, or nothing follows the dash.

        They are if a verb of narration is the first word, or one of the next without words of speech. After
        the end of a sentence, or between a comma and the next dash, words in lower case need no known verb.

        Args:
            text: of the book.
            words: from the dash to the next dash or the end of the speech.
            mark: before the dash.
            closed: whether a dash follows the words.
        """
        found = [word[0] for word in islice(_WORD.finditer(text, *words), _FIRST_WORDS)]
        if not found:
            return True
        first, strong = found[0].lower(), mark in _ENDS or (mark == "," and closed)
        joins, told = (
            first in self.small_words,
            [word in self.own or self.past.fullmatch(word) for word in found],
        )
        by_form = self.tag_dashes and (
            self._precedes_subject(text, *words) or (mark in _ENDS and self.shows_another(text, *words))
        )
        if by_form or (found[0].islower() and told[0] and not joins):
            return True
        if self.gerund.fullmatch(first) or first in self.with_words:
            tells = strong or closed or len(found) < _FIRST_WORDS
            return tells and not self._is_spoken(text, *words)
        if self._is_spoken(text, *words) or (joins and len(first) > _LONGEST_AND):
            return False
        tells = self.says(first) or any(told) or self._is_compound(text, *words)
        if found[0].islower():
            return tells or strong
        return strong and (tells or self.gerund.fullmatch(found[-1]) is not None) and (closed or joins)

    def shows_another(self, text: str, start: int, end: int) -> bool:
        """Whether words with a capital and without words of speech have a verb that shows another person."""
        found = [word[0] for word in islice(_WORD.finditer(text, start, end), _MOST_WORDS)]
        if not found or not found[0][0].isupper() or self._is_spoken(text, start, end):
            return False
        for word in found:  # the first verb that shows its subject decides
            if len(word) >= _STEM and (word.islower() or word == found[0]):
                if word.endswith(self.others_endings):
                    return True
                if word.lower().endswith(self.own_endings):
                    return False
        return False

    def _precedes_subject(self, text: str, start: int, end: int) -> bool:
        """Whether words without a word of speech are a word in lower case and a name (- odvali Antonio)."""
        match = self.inverted.match(text, start + text[start : start + 1].isspace(), end)
        if not match or not match[1].islower() or match[1] in self.others:
            return False
        subject = match[0].split()[-1]
        is_other = subject not in self.narrators and subject not in self.small_words
        return is_other and not self._is_spoken(text, start, end)

    def inverts(self, text: str, place: int, end: int) -> bool:
        """Whether a verb of saying in the tense of narration precedes its subject at `place`."""
        place += text[place : place + 1].isspace()
        match = self.inverted.match(text, place, end)
        if not match or not self.past.fullmatch(match[1]) or self.talk.search(text, place, end):
            return False
        return match[1] in self.own or self.says(match[1])

    def acts(self, text: str, words: tuple[int, int], *, ended: bool) -> bool:
        """Whether the words after a dash tell without words of speech what somebody does.

        They are "and" with a verb in the tense of narration or, if a sentence has `ended` before the dash,
        another sentence, which may begin with a verb of saying.
        """
        place, end = words
        place += text[place : place + 1].isspace()
        acts = self._joins(text, place, end)
        if not acts and ended:
            first = _WORD.search(text, place, end)
            verb = first[0].lower() if first else ""
            acts = self.is_sentence(text, place, end) or bool(self.past.fullmatch(verb) and self.says(verb))
        return acts and not self._is_spoken(text, place, end)

    def is_sentence(self, text: str, start: int, end: int) -> bool:
        """Whether words begin with a sentence of narration about others, and have no word of speech."""
        if not self.tags.narration.match(text, start, end) or self._is_spoken(text, start, end):
            return False
        first = {word[0].lower() for word in islice(_WORD.finditer(text, start, end), _FIRST_WORDS)}
        return first.isdisjoint(self.auxiliaries) and first.isdisjoint(self.narrators)

    def refers(self, text: str, start: int, end: int) -> bool:
        """Whether words are narration that begins with "and" or a pronoun of the third person."""
        first = _WORD.search(text, start, end)
        word = first[0].lower() if first else ""
        refers = word in self.and_words or self.third.match(text, start, end) is not None
        return refers and (self.is_sentence(text, start, end) or self.shows_another(text, start, end))

    def is_tag(self, text: str, start: int, end: int) -> bool:
        """Whether the last words after a question or exclamation are a tag with a capital (Kérdé a pap.)."""
        verb = _WORD.match(text, start, end)
        if verb is None or "," in text[start:end]:
            return False
        says = verb[0].lower() in self.verbs and self.past.fullmatch(verb[0].lower())
        return bool(says) and not self._is_spoken(text, start, end)

    def is_gesture(self, text: str, start: int, end: int) -> bool:
        """Whether narration continues with "and", or names a part of the body or something of somebody's."""
        found = [word.lower() for word in _WORD.findall(text, start, end)]
        return found[0] in self.and_words or not self.gestures.isdisjoint(found)

    def _joins(self, text: str, start: int, end: int) -> bool:
        """Whether words are "and" with a verb in the tense of narration, or with a gerund."""
        found = [word[0].lower() for word in islice(_WORD.finditer(text, start, end), 3)]
        if len(found) < 2 or found[0] not in self.and_words or found[1] in self.small_words:
            return False
        if len(found) > 2 and self.refers_to(found[1]):
            return self.past.fullmatch(found[2]) is not None
        return (self.past.fullmatch(found[1]) or self.gerund.fullmatch(found[1])) is not None

    def introduces(self, text: str, start: int, end: int, *, last: bool) -> bool:
        """Whether a sentence before a colon says that somebody continues to speak (Puis il ajouta : …).

        Where the colon is the `last` sign of a paragraph, a verb of saying is enough.
        """
        if self.talk.search(text, start, end):
            return False
        last_clause = _WORD.findall(text, max(start, text.rfind(",", start, end)), end)
        past = [word for word in last_clause if self.past.fullmatch(word) or self.gerund.fullmatch(word)]
        if last and any(map(self.says, last_clause)):
            return True
        return bool(past) and (self.third.search(text, start, end) is not None or any(map(self.says, past)))

    def refers_to(self, word: str) -> bool:
        """Whether a word is a pronoun of the third person."""
        return self.third.fullmatch(word) is not None

    def _is_spoken(self, text: str, start: int, end: int) -> bool:
        """Whether there is a word of speech, a question or an exclamation."""
        return bool(self.talk.search(text, start, end) or _EXCLAIMS.search(text, start, end))

    def _told_at(self, text: str, start: int, end: int) -> bool:
        """Whether there is a verb in the tense of narration before its subject."""
        return any(
            self.past.fullmatch(word[0]) and self.after.match(text, word.end(), end)
            for word in islice(_WORD.finditer(text, start, end), _MOST_WORDS)
        )

    def _goes_on(self, text: str, start: int, end: int) -> bool:
        """Whether words in lower case begin with a verb of saying, or with "and" and a verb of narration."""
        if self._is_spoken(text, start, end):
            return False
        first = _WORD.match(text, start, end)
        verb = first[0] if first else ""
        if verb.endswith(self.own_endings) and self.says(verb):
            return True
        says = self.inverts_tags or verb in self.own or self.says(verb)
        return bool(says and self.past.fullmatch(verb)) or self._joins(text, start, end)

    def _says_in_two(self, text: str, start: int, end: int) -> bool:
        """Whether words begin with a verb of saying of which the second word follows."""
        verb, *others = text[start:end].split()
        return self.parted.get(verb) in others

    def end_of_subject(self, text: str, place: int, end: int) -> int:
        """Where the subject begins of a tag at `place`, or -1 if its sentence has another form.

        Args:
            text: of the book.
            place: after a mark and a blank.
            end: of the speech.
        """
        strong = text[place - 2] not in ",." or (self.tag_dashes and text[place - 5 : place - 1] in _CRIES)
        clause_end = _CLAUSE_END.search(text, place, end)
        until = clause_end.start() if clause_end else end
        if text[until : until + 1] in "!?" and until < end:
            return -1
        with_these_words = strong and text[place:until].partition(" ")[0] in self.with_words
        if self._is_compound(text, place, until) or (with_these_words and self._told_at(text, place, until)):
            return -1 if self.talk.search(text, place, until) else until
        if (strong and self._goes_on(text, place, until)) or self._says_in_two(text, place, until):
            return place + 1
        match = self.inverted.match(text, place, until)
        if not match or self.talk.search(text, match.start(1), until):
            return -1
        verb = match[1]
        if verb in self.own or (self.says(verb) if strong else verb in self.verbs):
            return match.end() if text[place - 2] != "." or self.past.fullmatch(verb) else -1
        stop = _STOP.search(text, until, end)
        exclaims = stop is not None and stop[0] in "!?"
        sure = self.inverts_tags or (strong and not exclaims)
        subject = match[0].split()[-1]
        short = text[until : until + 1] == "," and len(text[place:until].split()) <= _SHORT_TAG
        by_form = self.tag_dashes and strong and (short or not exclaims)
        by_form = by_form and subject not in self.others - self.titles
        told = verb not in self.others and (by_form or (sure and self.past.fullmatch(verb)))
        return match.end() if told and subject not in self.narrators else -1


@cache
def sentence_form(tag: str) -> SentenceForm:
    """The patterns of the language with this BCP-47 tag; compiled once."""
    return SentenceForm.of(LANGUAGES[tag])


def _subject(language: Language) -> str:
    """The beginning of a subject: a name, a pronoun, an article, or a noun with its article as an ending."""
    articles = "|".join(forms([*language.articles, *language.determiners, *language.titles]))
    definite = rf"|\w+{any_of(language.definite_endings)}(?!\w)" if language.definite_endings else ""
    if language.tag_dashes:
        definite += rf"|{any_of([*language.gender_words, *language.titles])}(?!\w)"
    return rf"(?:{CAPITAL}|{any_of(language.pronouns)}(?!\w)|{articles}{definite})"

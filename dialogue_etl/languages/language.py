"""What there is to know about a language to find dialogues in its books, and one look-up for its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

NARRATOR = "1"
"""What pronouns of the first person tell of the gender: that the narrator speaks."""


VERB, PRONOUN, DETERMINER, SMALL, TITLE, CAPITAL, ENDS_NOUN, RESUMES, BEHIND_NOUN, OBLIQUE = (
    1 << place for place in range(10)
)
"""Roles of a word, of which it may have several: a verb of speech, a pronoun, a determiner, a small word, a
title; a word with a capital; one before which a noun ends, be it a verb, a small word or an adverb; a verb
by which somebody goes on; one that stands behind a noun, but is none of its words; one that says that whoever
is named next, or is named by it, is no subject."""

JOINS_READ_AT = 0.75
"""The chance at which turns were joined whose joins people read (`joins_read`)."""
_MOST_KNOWN = 100_000


@dataclass(frozen=True)
class Quotes:
    """A pair of marks around speech. Pairs, not glyphs: U+201C opens in English and closes in German.

    Attributes:
        opening: the mark before speech, one character or the same one twice (,,x'').
        closing: the mark after it; may be the same.
        weight: what an opening mark counts towards the delimiter density. Where opening and closing
            mark are the same glyph each of the two counts, so such a pair has half the weight
            (gutenberg-dialog, languages/en.py).
    """

    opening: str
    closing: str
    weight: int = 1


@dataclass(frozen=True)
class Dash:
    """A dash at the beginning of a paragraph says that it is speech; further dashes part off narration.

    Attributes:
        weight: what each mark in such a paragraph counts towards the delimiter density.
    """

    weight: int = 2


Marks = Quotes | Dash


@dataclass(frozen=True)
class Language:
    """A language: its name, the marks its literature sets speech apart with, and the words around speech.

    All words are in lower case. What a language does not name, its rules do without.

    Attributes:
        tag: BCP-47 tag, the name of its file.
        name: in English, as Project Gutenberg's headers have it.
        marks: every way of marking speech; a book's own is the one that weighs most in it.
        elisions: words that begin or end with an apostrophe, written with ' ('tis, o', Dutch 's): it is no
            quotation mark there.
        speech_verbs: forms of verbs that stand beside speech to say who speaks: third and first person,
            present and past, as narrators use them (said, cried, asks).
        resuming_verbs: those of them by which the one who spoke goes on (continued, added).
        thought_verbs: forms of verbs of thinking, and words that say it is to oneself (se dijo, fra sé): what
            stands in the marks of speech beside one is a thought, and no speech. None where annotated novels
            take thoughts for speech.
        pronouns: of the third and first person with what they tell: `m`, `f`, or `1` for the narrator.
        titles: words before a name that tell the gender: `m`, `f`, or nothing (mr, miss, saint); those of
            professions as the novels at hand have them (dr).
        determiners: words before a noun that names somebody (the, his, another), and those that stand for a
            noun without telling who it is (the other, the latter).
        small_words: words a noun ends before (of, with, and), and others that begin a sentence and are no
            name (then, but).
        oblique: what no subject follows: prepositions, and articles in other cases (with, dem); a leading
            hyphen: an ending of nouns and names that are no subject (Hungarian -nak, Finnish -lle).
        gender_words: other words that tell the gender of whom they stand for, `m` or `f`: possessives and
            pronouns in other cases (his, her), nouns (woman, father).
        referring_words: those of them that stand for somebody just named (Emma turned her head), the forms of
            an object left out where they are others (him).
        adverb_endings: what adverbs end with that stand beside a speech verb (softly).
        behind_nouns: what stands behind the noun of a tag and is no part of it (dijo el joven riendo); a
            leading hyphen: an ending.
        capital_nouns: whether a noun has ended where a word in lower case follows one with a capital (sagte
            der Kaufmann ernst), because adjectives have none.
        things: nouns beside speech that are nobody: hand, eyes, pause, answer.
        heading_words: words a heading begins with (chapter, book, part).
        letter_openings: words a letter begins with (dear, my dear).
        letter_closings: words above the signature of a letter (yours, sincerely).
        writing_words: words that tell of something written, so that what is quoted after them is read, not
            said: nouns for what is written, verbs of writing and reading.
        comma_verbs: those of the speech verbs that also follow a mere comma inside speech («No sé, dijo
            Juan»): the past, where forms of the present also command (llama, grita). All, if none is named.
        object_pronouns: words that may stand between speech and its verb (le dijo, s'écria), an elided one
            with its apostrophe.
        articles: words a subject behind its verb begins with. Where they are named, a tag after a comma has
            to have a subject (dit-il, dit Jean, dit le comte).
        that_words: conjunctions after which a speech verb reports instead (que, że).
        companions: words a tag goes on with after a comma (avec, qui, et), or their endings, with a leading
            hyphen (-ant).
        talk_words: of the first and second person, and what else only talk has (je, votre, oui).
        address_words: of the second person, without those that narrators say to their readers: a paragraph
            behind talk after a dash that sets in with one goes on with it, though no mark says so.
        past_endings: of verbs in the tense of narration, third person.
        past_verbs: forms of that tense that its endings do not tell (was, went).
        subject_first: whether the subject of a tag may stand before its verb (he said).
        scene_openings: words of time and place a paragraph begins with where a new scene opens (the next
            morning, meanwhile, when he).
        gestures: what a narrator's remark inside speech begins with: participles of what is done or heard
            meanwhile (smiling, turning, aside, cheers).
        goes_on: the chance that who spoke goes on behind a paragraph of narration, where annotated novels of
            the language tell; else low, so that turns are joined by what is told of their speakers alone.
        joins_read: how many places were read where turns of two paragraphs are joined at a chance of
            `JOINS_READ_AT` or more, drawn by chance from all books at hand, and at how many of them two
            people speak, or nobody.
        manners: nouns that tell how something is said, behind a preposition (with a sigh, in a low voice).
        roles: what any word is to whoever reads the narrator, of verbs, pronouns and the like.
    """

    tag: str
    name: str
    marks: tuple[Marks, ...]
    elisions: frozenset[str] = frozenset()
    speech_verbs: frozenset[str] = frozenset()
    resuming_verbs: frozenset[str] = frozenset()
    thought_verbs: frozenset[str] = frozenset()
    pronouns: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    determiners: frozenset[str] = frozenset()
    small_words: frozenset[str] = frozenset()
    oblique: frozenset[str] = frozenset()
    gender_words: Mapping[str, str] = field(default_factory=dict)
    referring_words: Mapping[str, str] = field(default_factory=dict)
    adverb_endings: tuple[str, ...] = ()
    behind_nouns: tuple[str, ...] = ()
    capital_nouns: bool = False
    things: frozenset[str] = frozenset()
    heading_words: tuple[str, ...] = ()
    letter_openings: tuple[str, ...] = ()
    letter_closings: tuple[str, ...] = ()
    writing_words: frozenset[str] = frozenset()
    comma_verbs: frozenset[str] = frozenset()
    object_pronouns: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    that_words: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    talk_words: frozenset[str] = frozenset()
    address_words: frozenset[str] = frozenset()
    past_endings: tuple[str, ...] = ()
    past_verbs: frozenset[str] = frozenset()
    subject_first: bool = False
    scene_openings: tuple[str, ...] = ()
    gestures: frozenset[str] = frozenset()
    goes_on: float = 0.2
    joins_read: tuple[int, int] = (0, 0)
    manners: frozenset[str] = frozenset()
    roles: WordRoles = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", WordRoles(self))


class WordRoles(dict[str, int]):
    """The roles of words as they stand in a text, with the point of an abbreviation or sentence.

    What has been looked up is known. An apostrophe is one of a pronoun, determiner, small word or title,
    whichever its form.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._adverb_endings = language.adverb_endings
        behind = language.behind_nouns
        self._endings_behind = _endings(behind)
        self._oblique_endings = _endings(sorted(language.oblique))
        self.has_cases = bool(self._oblique_endings)
        self._named: dict[str, int] = {}
        for role, words in (
            (VERB | ENDS_NOUN, language.speech_verbs),
            (RESUMES, language.resuming_verbs),
            (PRONOUN, language.pronouns),
            (DETERMINER, language.determiners),
            (SMALL | ENDS_NOUN, language.small_words),
            (TITLE, language.titles),
            (BEHIND_NOUN, [word for word in behind if not word.startswith("-")]),
            (OBLIQUE, [word for word in language.oblique if not word.startswith("-")]),
        ):
            for word in words:
                self._named[word] = self._named.get(word, 0) | role

    def __missing__(self, word: str) -> int:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        if word.isalpha():
            roles = self._named.get(word.lower(), 0)
            if word.endswith(self._adverb_endings):
                roles |= ENDS_NOUN
        else:
            roles = self._of_other(word.rstrip("."))
        if word[0].isupper():
            roles |= CAPITAL
        elif word.rstrip(".").endswith(self._endings_behind):
            roles |= BEHIND_NOUN
        if word.rstrip(".").endswith(self._oblique_endings):
            roles |= OBLIQUE
        self[word] = roles
        return roles

    def _of_other(self, plain: str) -> int:
        """The roles of a word with marks in it."""
        low = plain.lower()
        roles = self._named.get(low, 0)
        if "’" in low:
            roles &= VERB | ENDS_NOUN | RESUMES
            roles |= self._named.get(low.replace("’", "'"), 0) & ~(VERB | ENDS_NOUN | RESUMES)
        if not low[:1].isalpha() or plain.endswith(self._adverb_endings):
            roles |= ENDS_NOUN
        return roles


def _endings(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word[1:] for word in words if word.startswith("-"))


def words(text: str) -> tuple[str, ...]:
    """The words of a text with white space between them, for the long lists of a language."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a text with white space between them, where their order says nothing."""
    return frozenset(text.split())


def genders(*, m: str = "", f: str = "", narrator: str = "", either: str = "") -> dict[str, str]:
    """Words with what each tells: the gender, that the narrator speaks, or nothing."""
    told = {"m": m, "f": f, NARRATOR: narrator, "": either}
    return {word: gender for gender, text in told.items() for word in text.split()}


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a text with `|` between them, for lists of more than single words."""
    return tuple(" ".join(phrase.split()) for phrase in text.split("|"))

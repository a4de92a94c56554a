"""The description of a language that is needed to find dialogues in its books, and the roles of its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

NARRATOR = "1"
"""Value of pronouns of the first person in place of a gender: the narrator speaks."""
SEVERAL = "several"
"""Value of endings of verbs in the plural in place of a gender."""


VERB, PRONOUN, DETERMINER, SMALL, TITLE, CAPITAL, ENDS_NOUN, RESUMES, BEHIND_NOUN, OBLIQUE = (
    1 << place for place in range(10)
)
"""Roles of a word, which may have several: a speech verb, a pronoun, a determiner, a small word, a title; a
capitalised word; a word that ends a noun phrase before it (a verb, a small word or an adverb); a verb that
says that a speaker continues; a word that may follow a noun phrase without being part of it; a word that
shows that the next name, or the word itself, is not a subject."""

JOINS_READ_AT = 0.65
"""The value of `join_chance` at which as many are joined as when people read them (`joins_read`)."""
NOT_READ = 0.2
"""The value of `goes_on` of languages in which it was not read how often the same speaker continues."""
_MOST_KNOWN = 100_000


@dataclass(frozen=True)
class Quotes:
    """A pair of quotation marks. Pairs, not glyphs: U+201C opens in English and closes in German.

    Attributes:
        opening: the mark before speech, one character or the same one twice (,,x'').
        closing: the mark after it; may be the same.
        weight: of an opening mark in the delimiter density. If both marks are the same character, both are
            counted, so such a pair has half the weight (gutenberg-dialog, languages/en.py).
    """

    opening: str
    closing: str
    weight: int = 1


@dataclass(frozen=True)
class Dash:
    """A dash at the beginning of a paragraph marks it as speech; further dashes enclose narration.

    Attributes:
        weight: of each dash of such a paragraph in the delimiter density.
    """

    weight: int = 2


Marks = Quotes | Dash


@dataclass(frozen=True)
class Language:
    """A language: its name, the marks of speech in its literature, and the words around speech.

    All words are in lower case. Rules whose words are not given do nothing.

    Attributes:
        tag: BCP-47 tag, the name of its file.
        name: in English, as in Project Gutenberg's headers.
        marks: all ways of marking speech; a book uses the one that has the most weight in it.
        elisions: words that begin or end with an apostrophe, written with ', which is then not a quotation
            mark ('tis, o', Dutch 's).
        speech_verbs: forms of verbs next to speech that say who speaks: third and first person, present and
            past, as narrators use them (said, cried, asks).
        asking_stems: what verbs of asking begin with (ask, inquir): speech before one is a question.
        resuming_verbs: those of them that say that the same person continues (continued, added).
        thought_verbs: forms of verbs of thinking, and words for talking to oneself (se dijo, fra sé): a
            quotation next to one is a thought, not speech.
        thoughts_are_speech: whether annotated novels of the language count such thoughts as speech; they are
            then kept, with a lower chance of being speech.
        unsaid: words and phrases before a verb of saying that show that nothing is spoken (would have, as if
            to, without).
        negations: words next to a verb of saying that tell the same (did not say, sagte nicht).
        saying: forms of verbs that only mean saying (say, said, implored), also infinitives and participles.
        looks: what speaks without words (eyes, a glance).
        present_verbs: frequent verbs in the present tense, which narration in speech marks (“She was tired of
            it.”) does not have. None if annotated novels of the language count such narration as speech.
        pronouns: of the third and first person, with their gender `m` or `f`, or `1` for the narrator.
        subject_endings: endings of verbs of saying that show their subject, which may then be left out: the
            gender `m` or `f`, `1` for the narrator, or `SEVERAL` (Slovene rekla, rečem, rekli).
        name_cases: endings of names that are not the subject (Slovene Vratislavu, Mini), if the book has the
            name itself.
        titles: words before a name, with their gender `m`, `f`, or none (mr, miss, saint); for professions
            the gender that is usual in novels (dr).
        married_titles: titles of a married woman before her husband's name (mrs, frau).
        nicknames: short forms of first names, with the full ones (lizzy: elizabeth).
        determiners: words before a noun for a person (the, his, another), and words in place of a noun that
            do not say who it is (the other, the latter).
        small_words: words that end a noun phrase (of, with, and), and others that begin a sentence and are
            not names (then, but).
        oblique: words that are not followed by a subject: prepositions, and articles in other cases (with,
            dem); with a leading hyphen, endings of nouns and names that are not subjects (Hungarian -nak,
            Finnish -lle).
        gender_words: other words with their gender `m` or `f`: possessives and pronouns in other cases (his,
            her), nouns (woman, father).
        parents: nouns for somebody's parents (mother, papa).
        spouses: nouns for somebody's husband or wife (wife, lady).
        referring_words: those of them that refer to somebody just named (Emma turned her head), without forms
            that are only objects (him).
        adverb_endings: endings of adverbs next to a speech verb (softly).
        behind_nouns: words after the noun phrase of a tag that are not part of it (dijo el joven riendo);
            with a leading hyphen, endings.
        capital_nouns: whether a noun phrase ends where a word in lower case follows a capitalised one (sagte
            der Kaufmann ernst), because nouns are capitalised and adjectives are not.
        things: nouns next to speech that are not persons: hand, eyes, pause, answer.
        heading_words: words at the beginning of headings (chapter, book, part).
        letter_openings: words at the beginning of letters (dear, my dear).
        letter_closings: words above the signature of a letter (yours, sincerely).
        writing_words: words about writing, after which a quotation is read, not spoken: nouns for written
            things, verbs of writing and reading.
        telling_words: words about telling, after which speech of several paragraphs is a tale: verbs of
            beginning and telling, nouns for tales.
        comma_verbs: those speech verbs that may also follow a comma inside speech («No sé, dijo Juan»): forms
            of the past if those of the present may be commands (llama, grita). None given: all.
        object_pronouns: words that may be between speech and its verb (le dijo, s'écria), elided ones with
            their apostrophe.
        articles: words at the beginning of a subject that follows its verb. If given, a tag after a comma
            must have a subject (dit-il, dit Jean, dit le comte).
        that_words: conjunctions after a speech verb that introduce reported speech (que, że).
        companions: words that continue a tag after a comma (avec, qui, et); with a leading hyphen, endings
            (-ant).
        talk_words: words of the first and second person, and others that only occur in speech (je, votre,
            oui).
        address_words: words of the second person, without those that narrators address to readers: a
            paragraph that begins with one after speech marked by a dash is also speech.
        past_endings: endings of verbs in the tense of narration, third person.
        past_verbs: forms of that tense without such an ending (was, went).
        written_past: those endings that occur in narration only, not in speech (il parut).
        parted_verbs: forms of that tense that mean saying only with a second word after their subject
            (Danish blev hun ved, lagde han til), with that word.
        auxiliaries: forms before the participle or infinitive of a tag in a compound tense or the
            conditional (had, would have), third person.
        participles: endings of these participles and infinitives.
        participle_prefix: of participles (German gefragt).
        definite_endings: endings of nouns with an article (Swedish trädgårdsmästaren).
        and_words: "and", with which the narrator's sentence continues after speech (og rejste sig), and
            others without a comma before them.
        because_words: conjunctions after the comma of a tag that go on with the narrator's sentence if a
            verb in the tense of narration follows (car, ty).
        gerunds: endings of verbs for what somebody does while speaking (levantándose, en se levant).
        gerunds_last: whether other words of their phrase come before them (Hungarian kardjára ütve).
        gerund_words: words before them (en se levant).
        their_words: possessives of the third person.
        with_words: prepositions before a manner of speaking (con, avec).
        question_mark: Greek has its own.
        tag_dashes: whether a dash after a mark and before a small letter begins narration, whatever its verb
            (— Да, — сказал он, — иди).
        dashes_replace_commas: whether the dashes around a tag replace the comma where speech goes on (– Tak –
            rzekł – ale nie).
        subject_first: whether the subject of a tag may precede its verb (he said).
        inverts_tags: whether any verb of the past before its subject, after a comma, is a tag, because no
            other clauses have this order.
        scene_openings: words of time and place at the beginning of a paragraph that opens a new scene (the
            next morning, meanwhile, when he).
        singing_words: words about singing; verse after them is not speech (sang, song).
        gestures: words at the beginning of a narrator's remark inside speech: participles of accompanying
            actions or sounds (smiling, turning, aside, cheers).
        goes_on: the probability that the same speaker continues after a paragraph of narration, measured on
            annotated novels of the language, or read; else a low value, so that only clues to the speakers
            join turns.
        speakers_measured: whether the confidence in speakers was measured on annotated novels.
        wrong_odds: by how much the odds of a wrong pair are greater than the certainties say, and the number
            of annotated novels that say so (`extraction/certainty.py`); without any, 1 and 0.
        joins_read: the number of joins of two paragraphs at `JOINS_READ_AT` that people read, a random sample
            of all available books, and the number of those that are wrong: two people speak, or no one.
        manners: nouns for a manner of speaking, after a preposition (with a sigh, in a low voice).
        roles: of any word: see `WordRoles`.
    """

    tag: str
    name: str
    marks: tuple[Marks, ...]
    elisions: frozenset[str] = frozenset()
    speech_verbs: frozenset[str] = frozenset()
    asking_stems: tuple[str, ...] = ()
    resuming_verbs: frozenset[str] = frozenset()
    thought_verbs: frozenset[str] = frozenset()
    thoughts_are_speech: bool = False
    unsaid: tuple[str, ...] = ()
    negations: frozenset[str] = frozenset()
    saying: frozenset[str] = frozenset()
    looks: frozenset[str] = frozenset()
    present_verbs: frozenset[str] = frozenset()
    pronouns: Mapping[str, str] = field(default_factory=dict)
    subject_endings: Mapping[str, str] = field(default_factory=dict)
    name_cases: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    married_titles: frozenset[str] = frozenset()
    nicknames: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    determiners: frozenset[str] = frozenset()
    small_words: frozenset[str] = frozenset()
    oblique: frozenset[str] = frozenset()
    gender_words: Mapping[str, str] = field(default_factory=dict)
    parents: frozenset[str] = frozenset()
    spouses: frozenset[str] = frozenset()
    referring_words: Mapping[str, str] = field(default_factory=dict)
    adverb_endings: tuple[str, ...] = ()
    behind_nouns: tuple[str, ...] = ()
    capital_nouns: bool = False
    things: frozenset[str] = frozenset()
    heading_words: tuple[str, ...] = ()
    letter_openings: tuple[str, ...] = ()
    letter_closings: tuple[str, ...] = ()
    writing_words: frozenset[str] = frozenset()
    telling_words: frozenset[str] = frozenset()
    comma_verbs: frozenset[str] = frozenset()
    object_pronouns: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    that_words: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    talk_words: frozenset[str] = frozenset()
    address_words: frozenset[str] = frozenset()
    past_endings: tuple[str, ...] = ()
    past_verbs: frozenset[str] = frozenset()
    written_past: tuple[str, ...] = ()
    parted_verbs: Mapping[str, str] = field(default_factory=dict)
    auxiliaries: tuple[str, ...] = ()
    participles: tuple[str, ...] = ()
    participle_prefix: str = ""
    definite_endings: tuple[str, ...] = ()
    and_words: tuple[str, ...] = ()
    because_words: tuple[str, ...] = ()
    gerunds: tuple[str, ...] = ()
    gerunds_last: bool = False
    gerund_words: tuple[str, ...] = ()
    their_words: tuple[str, ...] = ()
    with_words: tuple[str, ...] = ()
    question_mark: str = "?"
    tag_dashes: bool = False
    dashes_replace_commas: bool = False
    subject_first: bool = False
    inverts_tags: bool = False
    scene_openings: tuple[str, ...] = ()
    singing_words: frozenset[str] = frozenset()
    gestures: frozenset[str] = frozenset()
    goes_on: float = NOT_READ
    speakers_measured: bool = False
    wrong_odds: tuple[float, int] = (1.0, 0)
    joins_read: tuple[int, int] = (0, 0)
    manners: frozenset[str] = frozenset()
    roles: WordRoles = field(init=False, repr=False, compare=False)

    @property
    def narrator(self) -> str:
        """The first pronoun of the narrator; empty if none is given."""
        return next((word for word, gender in self.pronouns.items() if gender == NARRATOR), "")

    @property
    def ends_in_doubt(self) -> bool:
        """Whether a dialogue ends where it is doubtful that another speaker answers.

        True of languages without annotated speakers in which people read how often the same one continues.
        """
        return self.goes_on != NOT_READ and not self.speakers_measured

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", WordRoles(self))


class WordRoles(dict[str, int]):
    """The roles of words as written in a text, with the full stop of an abbreviation or sentence; a cache.

    In pronouns, determiners, small words and titles both forms of the apostrophe are equal.
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
        """The roles of a word with characters other than letters."""
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
    """The words of a text, for long lists."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The set of words of a text."""
    return frozenset(text.split())


def genders(
    *, m: str = "", f: str = "", narrator: str = "", either: str = "", several: str = ""
) -> dict[str, str]:
    """Words with their gender: `m`, `f`, `NARRATOR`, none, or `SEVERAL`."""
    by_gender = {"m": m, "f": f, NARRATOR: narrator, "": either, SEVERAL: several}
    return {word: gender for gender, text in by_gender.items() for word in text.split()}


def nicknames(**full: str) -> dict[str, tuple[str, ...]]:
    """Short forms of first names with their full forms, of which there may be several."""
    found: dict[str, tuple[str, ...]] = {}
    for name, text in full.items():
        for short in text.split():
            found[short] = (*found.get(short, ()), name)
    return found


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a text that are separated by `|`."""
    return tuple(" ".join(phrase.split()) for phrase in text.split("|"))

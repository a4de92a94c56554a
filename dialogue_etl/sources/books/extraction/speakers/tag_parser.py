"""Speech tags, the narrator's words beside speech that say who speaks, and mentions of characters in them.

`said Mr. Bennet`, `the old man replied`, `she whispered`, before, between or after what is said (Elson &
McKeown 2010, section 5, their syntactic categories). Where there is no verb of speech, whoever the sentence
beside it is about speaks, most likely (“No.” Emma smiled).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import NARRATOR
from dialogue_etl.languages.language import (
    BEHIND_NOUN,
    CAPITAL,
    DETERMINER,
    ENDS_NOUN,
    OBLIQUE,
    PRONOUN,
    RESUMES,
    SMALL,
    TITLE,
    VERB,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language

_LETTERS = r"[^\W\d_]++"
_MARKS = ",;:!?—–…(-"
_WORDS = re.compile(rf"(?:{_LETTERS}|(?<!\w)['’]{_LETTERS})(?:['’\-]{_LETTERS})*+\.?|[{_MARKS}]")
MAY_MENTION = PRONOUN | DETERMINER | SMALL | CAPITAL | TITLE
"""Roles of words with which a mention may begin."""
_MOST_WORDS = 4
_ABBREVIATION = 5  # letters of one in lower case, with its point: srta.
_PARTICLE = 3  # letters of a word between title and name: von, de
_SHORTEST = 4  # letters of a word that is more than one: j'ai

_WORD = r"['’]?[^\W\d_][\w'’.-]*"
_HEAD = re.compile(rf"[\W_]*({_WORD}(?:\s+{_WORD}){{0,6}})")  # seven words, in which a tag is looked for
_BEFORE = 100  # characters of narration before speech
_OPENING = 30  # characters of a paragraph that tell whom its first sentence is about
_BETWEEN = 3  # words between subject and verb: Elizabeth very coldly replied
_INTRODUCES = ",:-—–"
_TOKENS_BACK = 12  # tokens before speech among which its verb stands
_SENTENCE = re.compile(r"(\w*)[.!?…:;»”\"]\s+(?=\S)")
"""The end of a sentence, and its last word."""


class Mention(NamedTuple):
    """How somebody is mentioned.

    Attributes:
        words: what tells this character from others, in lower case; none for a pronoun.
        gender: `m`, `f`, `1` for the narrator, or nothing.
        form: the words as they stand in the text.
        is_nominal: whether it is a noun with a determiner (the old man) or a pronoun, no name.
        after: the number of the token behind it.
    """

    words: tuple[str, ...]
    gender: str
    form: str
    is_nominal: bool
    after: int


def tokens(narration: str, language: Language) -> list[str]:
    """Words, with the point of an abbreviation or sentence, and marks.

    A verb stands apart from the pronouns around it: s'écria-t-il is écria, il.
    """
    words = narration.split()
    if "".join(words).isalpha():
        return words
    split: list[str] = []
    for word in words:
        if word.isalpha():
            split.append(word)
            continue
        plain = word.rstrip(_MARKS)
        if plain.removesuffix(".").isalpha():
            split.append(plain)
            split += word[len(plain) :]
        elif all(map(str.isalpha, plain.split("-"))):
            split += _apart(plain, language)
            split += word[len(plain) :]
        else:
            for token in _WORDS.findall(word):
                split += _apart(token, language)
    return split


def _apart(token: str, language: Language) -> tuple[str, ...]:
    """A word with hyphens or apostrophes, as its verb and pronoun if it is that."""
    if len(token) < _SHORTEST or token.isalpha():
        return (token,)
    first, *others = token.split("-")
    verb = first.replace("’", "'").rsplit("'", 1)[-1] if not first.isalpha() else first
    if verb.lower() not in language.speech_verbs:
        return (token,)
    if not others:
        return (verb,)
    return (verb, others[-1]) if others[-1].lower() in language.pronouns else (token,)


def mention_at(sentence: Sequence[str], place: int, language: Language) -> Mention | None:
    """The mention that begins with the token at `place` of a sentence, if there is one.

    Who is named behind a preposition, or in another case than a subject's, does not speak.
    """
    roles = language.roles[sentence[place]] if place < len(sentence) else 0
    if not roles & MAY_MENTION:
        return None
    before = language.roles[sentence[place - 1]] if place else 0
    if before & (TITLE | CAPITAL | DETERMINER | OBLIQUE):
        before = _role_before(sentence, place, language)
    if (roles | before) & OBLIQUE:
        return None
    if roles & PRONOUN:
        plain = sentence[place].rstrip(".")
        low = plain.lower().replace("’", "'")
        gender = language.pronouns[low]
        narrator = gender == NARRATOR
        return Mention((low,) if narrator else (), gender, plain, not narrator, place + 1)
    if roles & DETERMINER:
        noun = _noun(sentence, place, language)
        # The object of a participle is no person, most often: dijo apagando la luz. Case endings tell it.
        acts = before & (BEHIND_NOUN | ENDS_NOUN) == BEHIND_NOUN and not language.roles.has_cases
        return None if noun and acts and noun.is_nominal and not noun.gender else noun
    if roles & (SMALL | CAPITAL) != CAPITAL and not _is_capital(sentence, place + 1):
        return None
    return _name(sentence, place + 1 if roles & SMALL else place, language)  # Then Ellen


def _role_before(sentence: Sequence[str], place: int, language: Language) -> int:
    """The roles of the word before a mention, titles and names that belong to it passed over.

    Turning to | Mr. | John | Harker: each of these words might begin one. So does the title in `a la señora`,
    and where nouns have capitals the noun in `auf die Stirn`.
    """
    roles = language.roles
    for before in range(place - 1, max(-1, place - _MOST_WORDS), -1):
        word, behind = sentence[before], sentence[before + 1]
        if _ends_sentence(word):
            return 0
        role = roles[word]
        belongs = role & (TITLE | CAPITAL) or (
            role & DETERMINER and (language.capital_nouns if behind[0].isupper() else roles[behind] & TITLE)
        )
        if not belongs or role & (OBLIQUE | VERB):
            return role
    return 0


def _ends_sentence(word: str) -> bool:
    """Whether a word in lower case has a point that is none of an abbreviation: their father. Mrs. Bennet."""
    return word[-1] == "." and len(word) > _ABBREVIATION and word[0].islower()


def _closes_sentence(token: str, language: Language) -> bool:
    """Whether a sentence ends with it: no title, no initial (J.)."""
    is_initial = len(token) == len("J.")
    return token[-1] in ".!?…" and not is_initial and token.rstrip(".").lower() not in language.titles


def _is_capital(sentence: Sequence[str], place: int) -> bool:
    return place < len(sentence) and sentence[place][0].isupper()


def _noun(sentence: Sequence[str], place: int, language: Language) -> Mention | None:
    """A determiner with up to three words behind it; the last one tells who it is."""
    words = [sentence[place]]
    roles, ends, was_capital = language.roles, ENDS_NOUN, 0
    for token in sentence[place + 1 : place + _MOST_WORDS]:
        role = roles[token]
        if role & ends or was_capital > role & CAPITAL:
            break
        ends = ENDS_NOUN | BEHIND_NOUN
        was_capital = role & CAPITAL if language.capital_nouns else 0
        words.append(token)
        if token[-1] == ".":
            plain = token.rstrip(".")
            if len(plain) > 1 and plain.lower() not in language.titles:
                break
    form, after = " ".join(words).rstrip("."), place + len(words)
    named = form.lower().split()
    last = named[-1]
    if len(words) == 1 or last.endswith(("'s", "’s")) or roles[last] & OBLIQUE:
        return None
    if not language.things.isdisjoint(named):
        return None
    if last in language.determiners:
        return Mention((), "", form, True, after)
    gender = language.gender_words.get(last) or language.titles.get(last, "")
    return Mention((last,), gender, form, words[-1].islower(), after)


def _name(sentence: Sequence[str], place: int, language: Language) -> Mention | None:
    """Words that begin with a capital, titles before them."""
    words: list[str] = []
    gender = ""
    core: list[str] = []
    titles = language.titles
    for number, token in enumerate(sentence[place : place + _MOST_WORDS], place + 1):
        # Frau von Briest, M. de Villefort
        particle = len(token) <= _PARTICLE and token.islower()
        if particle and words and not core and _is_capital(sentence, number):
            words.append(token)
            continue
        # Titles may be small: don Quijote, monsieur Dupont. Most names end before a small word.
        small = not token[0].isupper()
        if small and (core or _ends_sentence(token) or token.rstrip(".").lower() not in titles):
            break
        plain = token.rstrip(".")
        low = plain.lower()
        if words and low in language.pronouns:
            break
        words.append(token)
        title = titles.get(low)
        if title is None:
            core.append(low.removesuffix("'s").removesuffix("’s"))
            if token != plain and len(plain) > 1:
                break
        else:
            gender = gender or title  # Frau Doktor Ruß
    if not words or (language.capital_nouns and not language.things.isdisjoint(core)):
        return None
    form = " ".join(words).rstrip(".")
    if not core:
        core = [form.split()[-1].lower()]
    return Mention(tuple(core), gender, form, False, place + len(words))


class Tag(NamedTuple):
    """Who speaks, as the narrator says it.

    Attributes:
        mention: of the speaker.
        by_verb: whether a verb of speech says it, not only the neighbourhood.
        starts_sentence: whether the name opens a sentence, where a capital says nothing.
        resumes: whether the verb says that the one who spoke goes on.
        is_far: whether more than a word stands between mention and verb: it may be an object or a place.
    """

    mention: Mention
    by_verb: bool
    starts_sentence: bool
    resumes: bool = False
    is_far: bool = False


def tag_behind(text: str, start: int, end: int, language: Language) -> Tag | None:
    """The tag that the narration behind speech, from `start` to `end`, begins with."""
    head = _HEAD.match(text, start, end)
    if head is None:
        return None
    sentence = tokens(head[1], language)
    opening, roles = sentence[0], language.roles
    role = roles[opening]
    if role & VERB:
        mention = mention_at(sentence, 1, language)
        if mention is None and len(sentence) > 2 and sentence[1].islower():
            mention = mention_at(sentence, 2, language)  # said quickly Emma, dit alors Emma
        return _tag(mention, role & RESUMES != 0)
    mention = mention_at(sentence, 0, language) if role & MAY_MENTION else None
    if mention is None:
        return None
    after, is_capital = mention.after, role & CAPITAL != 0
    starts = is_capital and mention.form.startswith(opening.rstrip("."))
    for token in sentence[after : after + _BETWEEN]:
        if (role := roles[token]) & VERB:
            return Tag(mention, True, starts, role & RESUMES != 0)
    if is_capital and after < len(sentence) and sentence[after][:1].islower():
        return Tag(mention, False, True)
    return None


def tag_before(narration: str, opens_paragraph: bool, language: Language) -> Tag | None:
    """The tag that narration before speech ends with, or whom it is about.

    Args:
        narration: between the speech and the one before it, or the beginning of the paragraph.
        opens_paragraph: whether it begins with the paragraph.
        language: of the book.
    """
    plain = narration.rstrip()
    if not plain:
        return None
    verbs = language.speech_verbs
    if plain[-1] in _INTRODUCES or plain[plain.rfind(" ") + 1 :].lower() in verbs:
        sentence = tokens(plain[-_BEFORE:], language)
        for back, word in enumerate(map(str.lower, sentence[: -_TOKENS_BACK - 1 : -1]), 1):
            if word in verbs:
                tag = _around_verb(sentence, len(sentence) - back, language)
                return tag if tag and tag.mention.form else _at_beginning(plain, tag, language) or tag
    if opens_paragraph and (mention := mention_at(tokens(plain[:_OPENING], language), 0, language)):
        return Tag(mention, False, True)
    return None


def _around_verb(sentence: Sequence[str], verb: int, language: Language) -> Tag | None:
    """Who is named before a verb of speech, or behind it.

    Whoever stands next to the verb, before it or else behind it (Auf der Treppe, die knarrte, sagte Fink), or
    else first: he looked at Ellen and said.
    """
    first: Tag | None = None
    roles = language.roles
    resumes = roles[sentence[verb]] & RESUMES != 0
    opens = verb <= 2 * _BETWEEN
    for place in range(max(0, verb - 2 * _BETWEEN), verb):
        token = sentence[place]
        if _closes_sentence(token, language):
            first, opens = None, True  # asked Ellen. Agnes turned to her and said
            continue
        starts, opens = opens, False
        if not roles[token] & MAY_MENTION:
            continue
        mention = mention_at(sentence, place, language)
        if mention and mention.after <= verb:
            tag = Tag(mention, True, starts and mention.form.startswith(token), resumes)
            between = sentence[mention.after : verb]
            if len(between) <= 1 and not language.small_words.intersection(between):
                return tag
            first = first or tag._replace(is_far=True)
    behind = mention_at(sentence, verb + 1, language)
    return first if first and behind is None else _tag(behind, resumes)


def _at_beginning(narration: str, tag: Tag | None, language: Language) -> Tag | None:
    """A tag by the subject that its sentence begins with: Emma laughed, looked up at last and said."""
    ends = (end for end in _SENTENCE.finditer(narration) if end[1].lower() not in language.titles)
    start = max((end.end() for end in ends), default=0)
    mention = mention_at(tokens(narration[start : start + _OPENING], language), 0, language)
    if mention is None or not narration[start].isupper():
        return None
    return Tag(mention, True, True, tag is not None, is_far=True)


def _tag(mention: Mention | None, resumes: bool) -> Tag | None:
    """A tag by a verb of speech: one that resumes needs no subject (—prosiguió—)."""
    if mention is None and not resumes:
        return None
    return Tag(mention or Mention((), "", "", True, 0), True, False, resumes)

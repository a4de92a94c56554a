"""Mentions of characters in narration: a name, a noun phrase or a pronoun."""

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
_MOST_WORDS = 4  # of a mention
_ABBREVIATION = 5  # longest abbreviation in lower case, with its full stop: srta.
_PARTICLE = 3  # letters of a word between title and name: von, de
_SHORTEST = 4  # characters of a token that consists of two words: j'ai


class Mention(NamedTuple):
    """A mention of a character: a name, a noun phrase or a pronoun.

    Attributes:
        words: that identify the character, in lower case; none for a pronoun.
        gender: `m`, `f`, `1` for the narrator, or empty.
        form: the words as written in the text.
        is_nominal: whether it is a noun with a determiner (the old man) or a pronoun, not a name.
        after: the number of the next token.
    """

    words: tuple[str, ...]
    gender: str
    form: str
    is_nominal: bool
    after: int


def tokens(narration: str, language: Language) -> list[str]:
    """Split text into words, with the full stop of an abbreviation or sentence, and punctuation marks.

    A speech verb and the pronouns around it are separate tokens: s'écria-t-il is écria, il.
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
    """Split a speech verb with hyphens or apostrophes into verb and pronoun; other words stay whole."""
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
    """The mention that begins with the token at `place` of a sentence, or None.

    Mentions after a preposition, or in a case other than the subject's, are not returned: they do not speak.
    """
    roles = language.roles[sentence[place]] if place < len(sentence) else 0
    if not roles & MAY_MENTION:
        return None
    before = language.roles[sentence[place - 1]] if place else 0
    if before & (TITLE | CAPITAL | DETERMINER | OBLIQUE):
        before = _role_before(sentence, place, language)
    if (roles | before) & OBLIQUE:
        return None
    if roles & SMALL and place + 1 < len(sentence) and language.roles[sentence[place + 1]] & PRONOUN:
        place, roles = place + 1, PRONOUN  # Then he
    if roles & PRONOUN:
        return _pronoun(sentence[place].rstrip("."), place + 1, language)
    if roles & DETERMINER:
        noun = _noun(sentence, place, language)
        # The object of a participle is rarely a person: dijo apagando la luz. Case endings show objects.
        acts = before & (BEHIND_NOUN | ENDS_NOUN) == BEHIND_NOUN and not language.roles.has_cases
        return None if noun and acts and noun.is_nominal and not noun.gender else noun
    if roles & (SMALL | CAPITAL) != CAPITAL and not _is_capital(sentence, place + 1):
        return None
    return _name(sentence, place + 1 if roles & SMALL else place, language)  # Then Ellen


def _pronoun(form: str, after: int, language: Language) -> Mention:
    low = form.lower().replace("’", "'")
    gender = language.pronouns[low]
    if gender == NARRATOR:
        return narrator_mention(form if low == language.narrator else language.narrator, after)
    return Mention((), gender, form, True, after)


def narrator_mention(form: str, after: int) -> Mention:
    """The narrator who speaks as `form` (I), up to the token `after`."""
    return Mention((form.lower(),), NARRATOR, form, False, after)


def _role_before(sentence: Sequence[str], place: int, language: Language) -> int:
    """The roles of the word before a mention, skipping titles and names that are part of it.

    In `Turning to Mr. John Harker`, any of the last three words might begin a mention, and `to` is before all
    of them. A determiner is skipped before a title (a la señora) and, in languages that capitalise nouns,
    before a noun (auf die Stirn).
    """
    roles = language.roles
    for before in range(place - 1, max(-1, place - _MOST_WORDS), -1):
        word, following = sentence[before], sentence[before + 1]
        if _ends_sentence(word):
            return 0
        role = roles[word]
        belongs = role & (TITLE | CAPITAL) or (
            role & DETERMINER
            and (language.capital_nouns if following[0].isupper() else roles[following] & TITLE)
        )
        if not belongs or role & (OBLIQUE | VERB):
            return role
    return 0


def _ends_sentence(word: str) -> bool:
    """Whether a lower-case word ends with a full stop that does not abbreviate: their father. Mrs. Bennet."""
    return word[-1] == "." and len(word) > _ABBREVIATION and word[0].islower()


def closes_sentence(token: str, language: Language) -> bool:
    """Whether a token ends a sentence: it is not a title or an initial (J.)."""
    is_initial = len(token) == len("J.")
    return token[-1] in ".!?…" and not is_initial and token.rstrip(".").lower() not in language.titles


def _is_capital(sentence: Sequence[str], place: int) -> bool:
    return place < len(sentence) and sentence[place][0].isupper()


def _noun(sentence: Sequence[str], place: int, language: Language) -> Mention | None:
    """A determiner with up to three words after it; the last of them identifies the person."""
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
    """Capitalised words, with titles before them."""
    words: list[str] = []
    gender = ""
    core: list[str] = []
    titles = language.titles
    for number, token in enumerate(sentence[place : place + _MOST_WORDS], place + 1):
        # Particles: Frau von Briest, M. de Villefort.
        particle = len(token) <= _PARTICLE and token.islower()
        if particle and words and not core and _is_capital(sentence, number):
            words.append(token)
            continue
        # A name ends before a word in lower case, unless that is a title: don Quijote, monsieur Dupont.
        lower = not token[0].isupper()
        if lower and (core or _ends_sentence(token) or token.rstrip(".").lower() not in titles):
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

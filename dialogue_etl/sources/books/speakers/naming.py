"""Words that name somebody: Mr. Bennet, the old man, she."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import NARRATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language

_LETTERS = r"[^\W\d_]++"
_WORDS = re.compile(rf"(?:{_LETTERS}|(?<!\w)['’]{_LETTERS})(?:['’\-]{_LETTERS})*+\.?|[,;:!?—–…(-]")
_MOST_WORDS = 4
_SHORTEST = 3  # letters of a word that is more than one: j'ai


class Naming(NamedTuple):
    """How somebody is named.

    Attributes:
        words: what tells this person from others, in lower case; none for a pronoun.
        gender: `m`, `f`, `1` for the narrator, or nothing.
        form: the words as they stand in the text.
        is_noun: whether it is a noun with a determiner (the old man) or a pronoun, no name.
        after: the number of the token behind it.
    """

    words: tuple[str, ...]
    gender: str
    form: str
    is_noun: bool
    after: int


def tokens(narration: str, language: Language) -> list[str]:
    """Words, with the point of an abbreviation or sentence, and marks.

    A verb stands apart from the pronouns around it: s'écria-t-il is écria, il.
    """
    # Most narration behind speech is words and blanks alone.
    if narration.replace(" ", "").isalpha():
        return narration.split()
    all_tokens: list[str] = _WORDS.findall(narration)
    if "'" not in narration and "’" not in narration and "-" not in narration:
        return all_tokens
    found: list[str] = []
    for token in all_tokens:
        if len(token) > _SHORTEST and ("-" in token or "'" in token or "’" in token):
            found += _apart(token, language)
        else:
            found.append(token)
    return found


def _apart(token: str, language: Language) -> list[str]:
    """A word with hyphens or apostrophes, as its verb and pronoun if it is that."""
    first, *others = token.split("-")
    verb = first.replace("’", "'").rsplit("'", 1)[-1]
    if verb.lower() not in language.speech_verbs:
        return [token]
    if not others:
        return [verb]
    return [verb, others[-1]] if others[-1].lower() in language.pronouns else [token]


def naming_at(found: Sequence[str], place: int, language: Language) -> Naming | None:
    """Who is named by the tokens from `place` on."""
    if place >= len(found):
        return None
    first = found[place]
    low = first.rstrip(".").lower().replace("’", "'")
    if (gender := language.pronouns.get(low)) is not None:
        narrator = gender == NARRATOR
        return Naming((low,) if narrator else (), gender, first.rstrip("."), not narrator, place + 1)
    if low in language.determiners:
        return _noun(found, place, language)
    if low in language.small_words:
        return _name(found, place + 1, language) if _is_capital(found, place + 1) else None  # Then Ellen
    if first[0].isupper() or (low in language.titles and _is_capital(found, place + 1)):
        return _name(found, place, language)
    return None


def _is_capital(found: Sequence[str], place: int) -> bool:
    return place < len(found) and found[place][0].isupper()


def _noun(found: Sequence[str], place: int, language: Language) -> Naming | None:
    """A determiner with up to three words behind it; the last one tells who it is."""
    words = [found[place]]
    for token in found[place + 1 : place + _MOST_WORDS]:
        plain = token.rstrip(".")
        low = plain.lower()
        if not low[:1].isalpha() or low in language.speech_verbs or low in language.small_words:
            break
        if language.adverb_endings and plain.endswith(language.adverb_endings):
            break
        words.append(plain)
        if token != plain and low not in language.titles:
            break
    if len(words) == 1 or words[-1].endswith(("'s", "’s")):
        return None
    last = words[-1].lower()
    if last in language.determiners:
        return Naming((), "", " ".join(words), True, place + len(words))
    gender = language.gender_words.get(last, language.titles.get(last, ""))
    return Naming((last,), gender, " ".join(words), words[-1].islower(), place + len(words))


def _name(found: Sequence[str], place: int, language: Language) -> Naming | None:
    """Words that begin with a capital, titles before them."""
    words: list[str] = []
    gender = ""
    core: list[str] = []
    for token in found[place : place + _MOST_WORDS]:
        plain = token.rstrip(".")
        low = plain.lower()
        # Titles may be small: don Quijote, monsieur Dupont.
        if not plain or not (token[0].isupper() or (low in language.titles and not core)):
            break
        if words and low in language.pronouns:
            break
        words.append(token)
        title = language.titles.get(low)
        if title is None:
            core.append(low.removesuffix("'s").removesuffix("’s"))
            if token != plain and len(plain) > 1:
                break
        else:
            gender = title or gender
    if not words:
        return None
    form = " ".join(words).rstrip(".")
    if not core:
        core = [form.split()[-1].lower()]
    return Naming(tuple(core), gender, form, False, place + len(words))

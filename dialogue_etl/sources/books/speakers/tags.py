"""Tags: the narrator's words beside speech that say who speaks.

`said Mr. Bennet`, `the old man replied`, `she whispered`, before, between or after what is said (Elson &
McKeown 2010, section 5, their syntactic categories). Where there is no verb of speech, whoever the sentence
beside it is about speaks, most likely (“No.” Emma smiled).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.sources.books.speakers.naming import Naming, naming_at, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language

_FEW, _MORE = 3, 7  # words a tag is looked for in: a few do mostly
_WORD = r"['’]?[^\W\d_][\w'’.-]*"
_FEW_WORDS, _MORE_WORDS = (
    re.compile(rf"[\W_]*({_WORD}(?:\s+{_WORD}){{0,{words - 1}}})") for words in (_FEW, _MORE)
)
_BEFORE = 100  # characters of narration before speech
_OPENING = 30  # characters of a paragraph that tell whom its first sentence is about
_BETWEEN = 3  # words between subject and verb: Elizabeth very coldly replied
_INTRODUCES = ",:-—–"
_BACK = 12  # tokens before speech among which its verb stands
_MOST_KNOWN = 100_000


class Tag(NamedTuple):
    """Who speaks, as the narrator says it.

    Attributes:
        naming: of the speaker.
        sure: whether a verb of speech says it, not only the neighbourhood.
        starts_sentence: whether the name opens a sentence, where a capital says nothing.
    """

    naming: Naming
    sure: bool
    starts_sentence: bool


class TagReader:
    """Reads tags of a language; what it has read it knows, for the same few words come back all the time."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._known: dict[str, Tag | None] = {}

    @classmethod
    def of(cls, language: Language) -> TagReader:
        """The reader of a language, with what it knows from other books."""
        reader = _READERS.get(language.tag)
        if reader is None or reader._language is not language:
            reader = _READERS[language.tag] = cls(language)
        return reader

    def behind(self, text: str, start: int, end: int) -> Tag | None:
        """The tag that the narration behind speech, from `start` to `end`, begins with."""
        found = _FEW_WORDS.match(text, start, end)
        if found is None:
            return None
        head = found[1]
        # Asked for each stretch of speech: what is known must not cost a call.
        tag = self._known[head] if head in self._known else self._read(head)
        stop = found.end()
        if stop < end and (tag is None or not tag.sure or tag.naming.after >= _FEW) and text[stop].isspace():
            found = _MORE_WORDS.match(text, start, end)
            tag = self._read(found[1]) if found else None
        return tag

    def _read(self, head: str) -> Tag | None:
        if head not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[head] = tag_behind(head, self._language)
        return self._known[head]

    def before(self, narration: str, *, opens_paragraph: bool) -> Tag | None:
        """The tag that narration before speech ends with, or whom it is about."""
        return tag_before(narration, opens_paragraph, self._language)


_READERS: dict[str, TagReader] = {}


def tag_behind(narration: str, language: Language) -> Tag | None:
    """The tag that narration behind speech begins with."""
    found = tokens(narration, language)
    if not found:
        return None
    opening = found[0]
    verbs = language.speech_verbs
    if opening.rstrip(".").lower() in verbs:
        naming = naming_at(found, 1, language)
        if naming is None and len(found) > 2 and found[1].islower():
            naming = naming_at(found, 2, language)  # said quickly Emma, dit alors Emma
        return Tag(naming, True, False) if naming else None
    naming = naming_at(found, 0, language)
    if naming is None:
        return None
    starts = opening[0].isupper() and naming.form.startswith(opening.rstrip("."))
    for token in found[naming.after : naming.after + _BETWEEN]:
        if token.rstrip(".").lower() in verbs:
            return Tag(naming, True, starts)
    follows = found[naming.after] if naming.after < len(found) else ""
    if opening[0].isupper() and follows[:1].islower():
        return Tag(naming, False, True)
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
    last = plain[plain.rfind(" ") + 1 :].lower()
    if plain[-1] in _INTRODUCES or last in language.speech_verbs:
        found = tokens(plain[-_BEFORE:], language)
        for place in range(len(found) - 1, max(-1, len(found) - 1 - _BACK), -1):
            if found[place].lower() in language.speech_verbs:
                return _around_verb(found, place, language)
    if opens_paragraph and (naming := naming_at(tokens(plain[:_OPENING], language), 0, language)):
        return Tag(naming, False, True)
    return None


def _around_verb(found: Sequence[str], verb: int, language: Language) -> Tag | None:
    """Who is named before a verb of speech, or behind it.

    Whoever stands next to the verb, or else first: he looked at Ellen and said.
    """
    first: Tag | None = None
    for place in range(max(0, verb - 2 * _BETWEEN), verb):
        naming = naming_at(found, place, language)
        if naming and naming.after <= verb:
            tag = Tag(naming, True, place == 0 and naming.form.startswith(found[0]))
            between = found[naming.after : verb]
            if len(between) <= 1 and not language.small_words.intersection(between):
                return tag
            first = first or tag
    if first:
        return first
    naming = naming_at(found, verb + 1, language)
    return Tag(naming, True, False) if naming else None

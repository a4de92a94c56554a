"""Tags: the narrator's words beside speech that say who speaks.

`said Mr. Bennet`, `the old man replied`, `she whispered`, before, between or after what is said (Elson &
McKeown 2010, section 5, their syntactic categories). Where there is no verb of speech, whoever the sentence
beside it is about speaks, most likely (“No.” Emma smiled).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages.word_roles import CAPITAL, RESUMES, VERB
from dialogue_etl.sources.books.speakers.naming import NAMES, Naming, naming_at, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language

_WORD = r"['’]?[^\W\d_][\w'’.-]*"
_HEAD = re.compile(rf"[\W_]*({_WORD}(?:\s+{_WORD}){{0,6}})")  # seven words, in which a tag is looked for
_BEFORE = 100  # characters of narration before speech
_OPENING = 30  # characters of a paragraph that tell whom its first sentence is about
_BETWEEN = 3  # words between subject and verb: Elizabeth very coldly replied
_INTRODUCES = ",:-—–"
_BACK = 12  # tokens before speech among which its verb stands


class Tag(NamedTuple):
    """Who speaks, as the narrator says it.

    Attributes:
        naming: of the speaker.
        sure: whether a verb of speech says it, not only the neighbourhood.
        starts_sentence: whether the name opens a sentence, where a capital says nothing.
        resumes: whether the verb says that the one who spoke goes on.
    """

    naming: Naming
    sure: bool
    starts_sentence: bool
    resumes: bool = False


def tag_behind(text: str, start: int, end: int, language: Language) -> Tag | None:
    """The tag that the narration behind speech, from `start` to `end`, begins with."""
    head = _HEAD.match(text, start, end)
    if head is None:
        return None
    found = tokens(head[1], language)
    opening, roles = found[0], language.roles
    role = roles[opening]
    if role & VERB:
        naming = naming_at(found, 1, language)
        if naming is None and len(found) > 2 and found[1].islower():
            naming = naming_at(found, 2, language)  # said quickly Emma, dit alors Emma
        return Tag(naming, True, False, role & RESUMES != 0) if naming else None
    naming = naming_at(found, 0, language) if role & NAMES else None
    if naming is None:
        return None
    after, is_capital = naming.after, role & CAPITAL != 0
    starts = is_capital and naming.form.startswith(opening.rstrip("."))
    for token in found[after : after + _BETWEEN]:
        if (role := roles[token]) & VERB:
            return Tag(naming, True, starts, role & RESUMES != 0)
    if is_capital and after < len(found) and found[after][:1].islower():
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
    verbs = language.speech_verbs
    if plain[-1] in _INTRODUCES or plain[plain.rfind(" ") + 1 :].lower() in verbs:
        found = tokens(plain[-_BEFORE:], language)
        for back, word in enumerate(map(str.lower, found[: -_BACK - 1 : -1]), 1):
            if word in verbs:
                return _around_verb(found, len(found) - back, language)
    if opens_paragraph and (naming := naming_at(tokens(plain[:_OPENING], language), 0, language)):
        return Tag(naming, False, True)
    return None


def _around_verb(found: Sequence[str], verb: int, language: Language) -> Tag | None:
    """Who is named before a verb of speech, or behind it.

    Whoever stands next to the verb, or else first: he looked at Ellen and said.
    """
    first: Tag | None = None
    roles = language.roles
    resumes = roles[found[verb]] & RESUMES != 0
    for place in range(max(0, verb - 2 * _BETWEEN), verb):
        if not roles[found[place]] & NAMES:
            continue
        naming = naming_at(found, place, language)
        if naming and naming.after <= verb:
            tag = Tag(naming, True, place == 0 and naming.form.startswith(found[0]), resumes)
            between = found[naming.after : verb]
            if len(between) <= 1 and not language.small_words.intersection(between):
                return tag
            first = first or tag
    if first:
        return first
    naming = naming_at(found, verb + 1, language)
    return Tag(naming, True, False, resumes) if naming else None

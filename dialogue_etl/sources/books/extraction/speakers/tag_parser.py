"""Speech tags: the narrator's words beside speech that say who speaks.

`said Mr. Bennet`, `the old man replied`, `she whispered`, before, between or after what is said (Elson &
McKeown 2010, section 5, their syntactic categories). Where there is no verb of speech, whoever the sentence
beside it is about speaks, most likely (“No.” Emma smiled).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages.word_roles import CAPITAL, RESUMES, VERB
from dialogue_etl.sources.books.extraction.speakers.mention_parser import (
    MAY_MENTION,
    Mention,
    mention_at,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language

_WORD = r"['’]?[^\W\d_][\w'’.-]*"
_HEAD = re.compile(rf"[\W_]*({_WORD}(?:\s+{_WORD}){{0,6}})")  # seven words, in which a tag is looked for
_BEFORE = 100  # characters of narration before speech
_OPENING = 30  # characters of a paragraph that tell whom its first sentence is about
_BETWEEN = 3  # words between subject and verb: Elizabeth very coldly replied
_INTRODUCES = ",:-—–"
_TOKENS_BACK = 12  # tokens before speech among which its verb stands


class Tag(NamedTuple):
    """Who speaks, as the narrator says it.

    Attributes:
        mention: of the speaker.
        by_verb: whether a verb of speech says it, not only the neighbourhood.
        starts_sentence: whether the name opens a sentence, where a capital says nothing.
        resumes: whether the verb says that the one who spoke goes on.
    """

    mention: Mention
    by_verb: bool
    starts_sentence: bool
    resumes: bool = False


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
        return Tag(mention, True, False, role & RESUMES != 0) if mention else None
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
                return _around_verb(sentence, len(sentence) - back, language)
    if opens_paragraph and (mention := mention_at(tokens(plain[:_OPENING], language), 0, language)):
        return Tag(mention, False, True)
    return None


def _around_verb(sentence: Sequence[str], verb: int, language: Language) -> Tag | None:
    """Who is named before a verb of speech, or behind it.

    Whoever stands next to the verb, or else first: he looked at Ellen and said.
    """
    first: Tag | None = None
    roles = language.roles
    resumes = roles[sentence[verb]] & RESUMES != 0
    for place in range(max(0, verb - 2 * _BETWEEN), verb):
        if not roles[sentence[place]] & MAY_MENTION:
            continue
        mention = mention_at(sentence, place, language)
        if mention and mention.after <= verb:
            tag = Tag(mention, True, place == 0 and mention.form.startswith(sentence[0]), resumes)
            between = sentence[mention.after : verb]
            if len(between) <= 1 and not language.small_words.intersection(between):
                return tag
            first = first or tag
    if first:
        return first
    mention = mention_at(sentence, verb + 1, language)
    return Tag(mention, True, False, resumes) if mention else None

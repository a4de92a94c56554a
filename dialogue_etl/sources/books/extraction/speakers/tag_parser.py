"""Parses speech tags, the narrator's words next to speech that say who speaks.

`said Mr. Bennet`, `the old man replied`, `she whispered`, before, between or after speech (Elson & McKeown
2010, section 5, their syntactic categories). Without a speech verb, the subject of the sentence next to the
speech is the likely speaker (“No.” Emma smiled).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import NARRATOR
from dialogue_etl.languages.language import (
    CAPITAL,
    DETERMINER,
    OBLIQUE,
    PRONOUN,
    RESUMES,
    SEVERAL,
    SMALL,
    VERB,
)
from dialogue_etl.sources.books.extraction.speakers.mentions import (
    MAY_MENTION,
    Mention,
    closes_sentence,
    mention_at,
    narrator_mention,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.languages import Language

_LEAST = 4  # characters, whose ending shows that it is a verb, or a gender
_VOWELS = frozenset("aeiouyáéíóúýěůаеиіїоуыэюяє")
_WORD = r"['’]?[^\W\d_][\w'’.-]*"
_HEAD = re.compile(rf"[\W_]*({_WORD}(?:\s+{_WORD}){{0,6}})")  # the seven words in which a tag is searched
_BEFORE = 100  # characters before speech in which a tag is searched
_OPENING = 30  # characters of a sentence in which its subject is searched
_BETWEEN = 3  # words between subject and verb: Elizabeth very coldly replied
_INTRODUCES = ",:-—–"
_TOKENS_BACK = 12  # tokens before speech in which its verb is searched
_SENTENCE = re.compile(r"(\w*)[.!?…:;»”\"]\s+(?=\S)")
"""The end of a sentence, with its last word."""


class Tag(NamedTuple):
    """A speech tag.

    Attributes:
        mention: of the speaker.
        by_verb: whether it has a speech verb; otherwise the mention is only the subject of the sentence.
        starts_sentence: whether the mention begins a sentence, so that its capital does not show a name.
        resumes: whether the verb says that the same speaker continues.
        is_far: whether more than a word is between mention and verb: it may be an object or a place.
    """

    mention: Mention
    by_verb: bool
    starts_sentence: bool
    resumes: bool = False
    is_far: bool = False


def tag_behind(text: str, start: int, end: int, language: Language) -> Tag | None:
    """The tag at the beginning of the narration after speech, from `start` to `end`, or None."""
    head = _HEAD.match(text, start, end)
    if head is None:
        return None
    sentence = tokens(head[1], language)
    opening, roles = sentence[0], language.roles
    verb = _first_verb(sentence, language)
    if verb >= 0:
        return _of_verb(sentence, verb, _mention_after(sentence, verb, language), language)
    role = roles[opening]
    mention = mention_at(sentence, 0, language) if role & MAY_MENTION else None
    if mention is None:
        unknown_verb = language.subject_endings and opening.islower() and not role & SMALL
        mention = _mention_after(sentence, 0, language) if unknown_verb else None
        return Tag(mention, False, False) if mention and mention.words else None
    after, is_capital = mention.after, role & CAPITAL != 0
    starts = is_capital and mention.form.startswith(opening.rstrip("."))
    for token in sentence[after : after + _BETWEEN]:
        if (role := roles[token]) & VERB:
            return Tag(mention, True, starts, role & RESUMES != 0)
    if is_capital and after < len(sentence) and sentence[after][:1].islower():
        return Tag(mention, False, True)
    return None


def _first_verb(sentence: Sequence[str], language: Language) -> int:
    """The place of the verb that begins a tag, else -1.

    It is the first word, or after objects (le dijo) and one more word (je tiho rekla). A word whose ending
    shows a person as its subject is a verb, known or not.
    """
    objects, after_object = language.object_pronouns, False
    for place, token in enumerate(sentence[: _BETWEEN + 1]):
        may_be_verb = len(token) >= _LEAST and token.islower()
        if language.roles[token] & VERB or (may_be_verb and _subject_shown(token, language) in {"m", "f"}):
            return place
        if token not in objects and not after_object:
            break
        after_object = token in objects
    return -1


def _mention_after(sentence: Sequence[str], verb: int, language: Language) -> Mention | None:
    """The mention after a verb, or one word later: said quickly Emma, dit alors Emma."""
    if sentence[verb].endswith("."):
        return None
    mention = mention_at(sentence, verb + 1, language)
    if mention is None and verb + 2 < len(sentence) and sentence[verb + 1].islower():
        mention = mention_at(sentence, verb + 2, language)
    return mention or _bare_noun(sentence, verb, language)


def _bare_noun(sentence: Sequence[str], verb: int, language: Language) -> Mention | None:
    """A noun that is the subject without a determiner, one or two words after a verb of its gender.

    Slovene rekla babica, Czech odpověděl klidně sedlák.
    """
    shown = _subject_shown(sentence[verb], language)
    for place, token in enumerate(sentence[verb + 1 : verb + 3], verb + 2):
        word = token.rstrip(".")
        known = language.titles.get(word) or language.gender_words.get(word)
        agrees = len(word) >= _LEAST and {"m": word[-1] not in _VOWELS, "f": word[-1] in "aа"}.get(shown)
        if not word.islower() or language.roles[word] & (SMALL | OBLIQUE | VERB | DETERMINER | PRONOUN):
            return None
        if (known and len(word) > len("ὁ")) or agrees:
            return Mention((word,), known or shown, word, True, place)
        if token != word:
            return None
    return None


def tag_before(narration: str, opens_paragraph: bool, language: Language) -> Tag | None:
    """The tag at the end of the narration before speech, else the subject of that narration, or None.

    Args:
        narration: from the speech before, or from the beginning of the paragraph.
        opens_paragraph: whether it begins with the paragraph; otherwise its subject is not searched.
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
                goes_on = tag is not None and tag.resumes and tag.mention.gender  # pokračoval
                if (
                    tag is None
                    or not (goes_on or tag.mention.form)
                    or (tag.is_far and _is_thing(tag.mention))
                ):
                    return _at_beginning(plain, tag, language) or tag
                return tag
    if opens_paragraph and (mention := mention_at(tokens(plain[:_OPENING], language), 0, language)):
        return Tag(mention, False, True)
    return None


def _is_thing(mention: Mention) -> bool:
    """Whether a mention is a noun without a gender, likely a thing: laid his hand on Ellen's arm and said."""
    return mention.is_nominal and bool(mention.words) and not mention.gender


def _around_verb(sentence: Sequence[str], verb: int, language: Language) -> Tag | None:
    """The tag of a speech verb, with the mention before or after it.

    The mention next to the verb, before it or else after it (Auf der Treppe, die knarrte, sagte Fink), or
    else the first one of the sentence: he looked at Ellen and said.
    """
    first: Tag | None = None
    roles = language.roles
    resumes = roles[sentence[verb]] & RESUMES != 0
    opens = verb <= 2 * _BETWEEN
    for place in range(max(0, verb - 2 * _BETWEEN), verb):
        token = sentence[place]
        if closes_sentence(token, language):
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
    mention_after = mention_at(sentence, verb + 1, language)
    return first if first and mention_after is None else _of_verb(sentence, verb, mention_after, language)


def _at_beginning(narration: str, tag: Tag | None, language: Language) -> Tag | None:
    """The tag with the subject that begins its sentence: Emma laughed, looked up at last and said."""
    ends = (end for end in _SENTENCE.finditer(narration) if end[1].lower() not in language.titles)
    start = max((end.end() for end in ends), default=0)
    mention = mention_at(tokens(narration[start : start + _OPENING], language), 0, language)
    if mention is None or not narration[start].isupper():
        return None
    return Tag(mention, True, True, tag is not None and tag.resumes, is_far=True)


def _of_verb(sentence: Sequence[str], verb: int, mention: Mention | None, language: Language) -> Tag | None:
    """The tag of the speech verb at a place.

    A verb of continuing needs no subject (—prosiguió—), nor one whose ending shows it (dejal, rečem).
    """
    resumes = language.roles[sentence[verb]] & RESUMES != 0
    shown = _subject_shown(sentence[verb], language)
    if shown == SEVERAL:
        return None
    if shown == NARRATOR:
        mention = narrator_mention(language.narrator, 0)
    elif mention is None and (resumes or (shown and _ends_clause(sentence, verb + 1, language))):
        mention = Mention((), shown, "", True, 0)
    return Tag(mention, True, False, resumes) if mention else None


def _subject_shown(verb: str, language: Language) -> str:
    """What the ending of a verb shows of its subject: a value of `subject_endings`, or empty."""
    if not language.subject_endings:
        return ""
    low = verb.rstrip(".").lower()
    found = [ending for ending in language.subject_endings if low.endswith(ending)]
    return language.subject_endings[max(found, key=len)] if found else ""


def _ends_clause(sentence: Sequence[str], place: int, language: Language) -> bool:
    """Whether no subject can follow: the clause ends at a place, or goes on with a small word."""
    ended = place >= len(sentence) or sentence[place - 1].endswith(".")
    return ended or bool(language.roles[sentence[place]] & (SMALL | OBLIQUE))

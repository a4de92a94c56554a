"""Tags inside speech as regular expressions for a language, and where speech goes on behind one."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Pattern

    from dialogue_etl.languages import Language

BEFORE_TAG = ",.;:!?…»”\"’'_)"
"""What may stand before a tag that no dash marks, with a blank behind it."""

_CAPITAL = "[A-ZÀ-ÖØ-ÞŁŚŻŹĆŐŰ]"
_ENCLITIC = r"(?:-?(?:me|nos|te|vos)\b|-lh[aeo]s?\b|(?:gli|les?|se)\b)?(?!\w|-se\b)"

# Either begins with a mark: a set of characters is found soonest.
_BOUNDARY = re.compile(
    r"[,;:.!?…](?:(?<=[,;:])\s++|(?<=[.!?…])(?<![.!?…].)[.!?…]*+[»”\"]?+\s++(?=\W{0,9}+[^\W\d_]))"
)
_SENTENCE_END = re.compile(r"[.!?…]")
_NEW_SENTENCE = re.compile(rf"[.!?…]++[»”]?\s+(?=[¡¿«_]*{_CAPITAL})")
_EXCLAIMS = re.compile(r"[!?¡¿]")
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:[A-ZÁ]|D[nrª]|[Ee]xc|Fr|Hr|M[Mr]|Mgr|Mlle|Mme|Mrs|[Ss]n?r|Sra|Srta|St|[UV]ds?)\Z"
)


class TagPatterns(NamedTuple):
    """What tags look like in a language.

    Attributes:
        tag: a tag that no dash marks, from its first word.
        place: a mark and a blank before such a tag.
        after_dash: a tag behind a dash.
        verb: a verb of speech behind a dash, or the next word but one.
        companion: what a tag goes on with after a comma.
        talk: a word, or a mark, that only talk has.
        spoken: that, or a verb of speech behind a dash.
        narration: the beginning of a sentence of narration.
        tells: a verb in the tense of narration.
    """

    tag: Pattern[str]
    place: Pattern[str]
    after_dash: Pattern[str]
    verb: Pattern[str]
    companion: Pattern[str]
    talk: Pattern[str]
    spoken: Pattern[str]
    narration: Pattern[str]
    tells: Pattern[str]

    @classmethod
    def of(cls, language: Language) -> TagPatterns:
        """The expressions for the words of a language; what it does not name is done without."""
        objects = _before_verb(language.object_pronouns)
        reports = rf"(?!,?\s+{any_of(language.that_words)}\b)" if language.that_words else ""
        comma_verbs = language.comma_verbs or language.speech_verbs
        behind_dash = rf"[\s,;:.!]*(?:\w+\s+){{0,3}}?{objects}{any_of(language.speech_verbs)}{_ENCLITIC}"
        verb = rf"\s*(?:\w+\s+)?{objects}{any_of(language.speech_verbs)}{_ENCLITIC}"
        talk = rf"[!?¡¿]|\b{any_of(_in_both_cases(language.talk_words))}\b"
        tag = rf"{objects}{any_of(comma_verbs)}{_ENCLITIC}{reports}{_subject(language)}"
        if language.subject_first:
            tag = rf"(?:{tag}|{_with_subject_first(language)})"
        return cls(
            tag=re.compile(tag),
            place=re.compile(rf"[{BEFORE_TAG}][ \n](?={tag})"),
            after_dash=re.compile(behind_dash),
            verb=re.compile(verb),
            companion=re.compile(_companions(language.companions)),
            talk=re.compile(talk),
            spoken=re.compile(rf"{talk}|[-–—―]{verb}"),
            narration=_narration(language),
            tells=re.compile(rf"\w\w{any_of(language.past_endings)}\b|\b{any_of(language.past_verbs)}\b"),
        )


@cache
def tag_patterns(tag: str) -> TagPatterns:
    """What tags look like in the language with a BCP-47 tag; compiled once."""
    return TagPatterns.of(LANGUAGES[tag])


def tag_places(text: str, patterns: TagPatterns) -> list[int]:
    """Where a tag that no dash marks begins: behind a mark and a blank."""
    return [found.end() for found in patterns.place.finditer(text)]


def end_of_tag(text: str, start: int, dash: tuple[int, int], patterns: TagPatterns) -> int:
    """Where speech goes on after a tag that no dash began.

    At the next dash; before it, at a sentence that is not narration, or behind a comma at words that are
    neither the narrator's nor go with him.

    Args:
        text: of the book.
        start: where the tag's first words end.
        dash: where the next dash begins and ends, or twice the end of the stretch.
        patterns: of the language.
    """
    end, behind = dash
    goes_on = False
    found = _BOUNDARY.search(text, start, end)
    while found:
        at, place = found.span()
        mark = text[at]
        following = _BOUNDARY.search(text, place, end)
        if mark == "." and _ABBREVIATION.search(text[max(0, at - 5) : at]):
            found = following
            continue
        if place >= end:
            return behind
        if mark in ".!?…":
            stop = _SENTENCE_END.search(text, place, end)
            until = stop.end() if stop else end
        else:
            until = following.start() if following else end
        if patterns.talk.search(text, place, until):
            return place
        if mark != ",":
            goes_on = patterns.narration.match(text, place, end) is not None
        else:
            goes_on = goes_on or patterns.companion.match(text, place, end) is not None
        if not goes_on:
            return place
        found = following
    return behind


def end_of_sentence(text: str, start: int, end: int, patterns: TagPatterns) -> int:
    """Where speech goes on after a tag behind a dash that no further one ends: at the end of the stretch.

    Before it, behind the first sentence if the second one asks or cries, and tells nothing.
    """
    for stop in _NEW_SENTENCE.finditer(text, start, end):
        if not _ABBREVIATION.search(text[max(0, stop.start() - 5) : stop.start()]):
            following = _NEW_SENTENCE.search(text, stop.end(), end)
            said = stop.end(), following.end() if following else end
            talks = _EXCLAIMS.search(text, *said) and not patterns.tells.search(text, *said)
            return said[0] if talks else end
    return end


def _in_both_cases(words: Iterable[str]) -> list[str]:
    return [form for word in words for form in (word, word.capitalize())]


def _forms(words: Iterable[str]) -> list[str]:
    """Words as expressions, the white space behind them included; elided ones have none."""
    return [
        re.escape(word[:-1]) + "['’]" if word.endswith("'") else re.escape(word) + r"\s+"
        for word in sorted(words, key=lambda word: (-len(word), word))
    ]


def _before_verb(object_pronouns: Iterable[str]) -> str:
    forms = _forms(object_pronouns)
    return rf"(?:{'|'.join(forms)}){{0,2}}" if forms else ""


def _companions(words: Iterable[str]) -> str:
    whole = any_of(word for word in words if not word.startswith("-"))
    endings = any_of(word[1:] for word in words if word.startswith("-"))
    return rf"(?:{whole}|(?:(?:ne|se)\s+|[ns]['’])?\w+{endings})\b"


def _subject(language: Language) -> str:
    """What has to follow the verb of a tag after a comma, where articles are named: a subject."""
    if not language.articles:
        return ""
    behind_hyphen = rf"-(?:t-)?{any_of([*language.pronouns, 'on', 'ils', 'elles', 'nous'])}\b"
    # Adverbs, and who is spoken to or how, may stand before it: dit en riant la belle-mère.
    manner = r"(?:\w+ment|donc|alors|enfin|(?:à|avec|en|sans)\s+(?:s[ao]n?\s+)?\w+)"
    noun = rf"\s+(?:{manner}\s+){{0,2}}(?:{'|'.join(_forms(language.articles))})"
    # Where pronouns follow a hyphen (dit-il), only those that hold one themselves (celui-ci) stand alone.
    pronouns = [word for word in language.pronouns if "-" in word] or language.pronouns
    demonstrative = rf"\s+{any_of(pronouns)}(?!\w)"
    return rf"(?={behind_hyphen}|{noun}|{demonstrative}|\s+(?:[\w’']+\s+){{0,3}}{_CAPITAL})"


def _with_subject_first(language: Language) -> str:
    """A tag whose subject stands before the verb (Stephen said quietly): nothing is said that it reports."""
    subject = (
        rf"(?:{any_of(language.pronouns)}|(?:{_CAPITAL}[\w’'.-]*\s+){{0,2}}{_CAPITAL}[\w’'-]*"
        rf"|{any_of(_in_both_cases(language.articles))}(?:\s+[\w’'-]+){{1,3}}?)"
    )
    manner = rf"(?:\w+{any_of(language.adverb_endings)}|{any_of(language.small_words)})\b"
    behind = rf"(?=[.,:;!?…]|\s+{manner}|\s*\Z)"
    return rf"{subject}\s+{any_of(language.speech_verbs)}(?!\w){behind}"


def _narration(language: Language) -> Pattern[str]:
    """A subject, or an and, and a verb in the tense of narration (E continuou, Y pasó al oratorio)."""
    if not language.past_endings:
        return re.compile(r"(?!)")
    subject = (
        rf"(?:{any_of(_in_both_cases(language.pronouns))}|{_CAPITAL}\w+"
        rf"|{any_of(_in_both_cases(language.articles))}\s+\w+)"
    )
    objects = _before_verb([*language.object_pronouns, "ne", "n'", "les", "le", "la", "no", "não", "non"])
    verb = rf"(?:\w{{2,}}{any_of(language.past_endings)}|{any_of(language.past_verbs)})"
    return re.compile(rf"(?:(?:\w+\s+)?{subject}\s+|(?:E|Et|Y)\s+){objects}{verb}\b")


def sets_dashes(language: Language) -> bool:
    """Whether dashes may mark speech in a language."""
    return any(isinstance(marks, Dash) for marks in language.marks)

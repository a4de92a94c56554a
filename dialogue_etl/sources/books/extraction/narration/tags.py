"""Regular expressions for tags inside speech in a language, and where speech continues after a tag."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import LANGUAGES, NARRATOR, Dash
from dialogue_etl.text.letters import CAPITAL, SMALL
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.text.spans import Spans

BEFORE_TAG = ",.;:!?…»”\"’'_)"
"""Marks that may come before a tag without a dash; a blank follows them."""

_ENCLITIC = r"(?:-?(?:me|nos|te|vos)\b|-lh[aeo]s?\b|(?:gli|les?|se)\b)?(?!\w|-se\b)"

# Begins with a set of marks, which is searched fastest.
_BOUNDARY = re.compile(
    r"[,;:.!?…](?:(?<=[,;:])\s++|(?<=[.!?…])(?<![.!?…].)[.!?…]*+[»”\"]?+\s++(?=\W{0,9}+[^\W\d_]))"
)
# A mark, a dash and a small letter, up to the end of a sentence without ! or ?; or a dash with
# a blank before it and none after: — Да, — сказал он. —Bien —dijo Juan—.
_BY_FORM = (
    rf"(?:(?<=[,.!?…»”\"][ \n][-–—])\s*|(?<=[,.!?…»”\"][–—])\s*|(?<=[ \n]--)\s*|(?<=\w[ \n][–—]))"
    rf"(?={SMALL}[^!?¡¿–—]*(?:[.…–—]|\Z))"
)
_SENTENCE_END = re.compile(r"[.!?…]")
_NEW_SENTENCE = re.compile(rf"[.!?…]++[»”]?\s+(?=[¡¿«_]*{CAPITAL})")
_EXCLAIMS = re.compile(r"[!?¡¿]")
_ABBREVIATION = re.compile(
    rf"(?<!\w)(?:{CAPITAL}|[dgг]|D[nrª]|dl|[Ee]xc|Fr|Hr|M[Mr]|Mgr|Mlle|Mme|Mrs|[Ss]n?r|Sra|Srta|St|[UV]ds?)\Z"
)


class TagPatterns(NamedTuple):
    """Patterns for tags and narration in a language.

    Attributes:
        tag: a tag without a dash, from its first word on.
        place: a mark and a blank before such a tag.
        after_dash: a tag after a dash, in some languages by its form alone.
        verb: a speech verb just after a dash, or one word later.
        companion: words with which a tag continues after a comma.
        acts: a verb for what is done while speaking.
        reason: a conjunction with which it may continue.
        theirs: a possessive of the third person that is not the first word.
        talk: a word or mark that only occurs in speech.
        spoken: `talk`, or a speech verb after a dash.
        narration: the beginning of a sentence of narration.
        written: such a beginning in a tense of writing alone, if the language has one.
        tells: a verb in the tense of narration.
        told: such a verb, or an auxiliary.
    """

    tag: Pattern[str]
    place: Pattern[str]
    after_dash: Pattern[str]
    verb: Pattern[str]
    companion: Pattern[str]
    acts: Pattern[str]
    reason: Pattern[str]
    theirs: Pattern[str]
    talk: Pattern[str]
    spoken: Pattern[str]
    narration: Pattern[str]
    written: Pattern[str] | None
    tells: Pattern[str]
    told: Pattern[str]

    @classmethod
    def of(cls, language: Language) -> TagPatterns:
        """Build the patterns from the words of a language; lists it does not have are left out."""
        objects = before_verb(language.object_pronouns)
        reports = rf"(?!,?\s+{any_of(language.that_words)}\b)" if language.that_words else ""
        comma_verbs = language.comma_verbs or language.speech_verbs
        behind_dash = rf"[\s,;:.!]*(?:\w+\s+){{0,3}}?{objects}{any_of(language.speech_verbs)}{_ENCLITIC}"
        if language.tag_dashes:
            behind_dash = rf"{_BY_FORM}|{behind_dash}"
        verb = rf"\s*(?:\w+\s+)?{objects}{any_of(language.speech_verbs)}{_ENCLITIC}"
        talk = rf"[!?¡¿]|\b{any_of(in_both_cases(language.talk_words))}\b"
        tag = rf"{objects}{any_of(comma_verbs)}{_ENCLITIC}{reports}{_subject(language)}"
        tells = rf"\w\w{any_of(language.past_endings)}\b|\b{any_of(language.past_verbs)}\b"
        if language.subject_first:
            tag = rf"(?:{tag}|{_with_subject_first(language)})"
        return cls(
            tag=re.compile(tag),
            place=re.compile(rf"[{BEFORE_TAG}][ \n](?={tag})"),
            after_dash=re.compile(behind_dash),
            verb=re.compile(verb),
            companion=re.compile(_companions(language.companions)),
            acts=re.compile(_acts(language)),
            reason=re.compile(rf"{any_of(language.because_words)}(?!\w)"),
            theirs=re.compile(rf"\s{any_of(language.their_words)}(?!\w)"),
            talk=re.compile(talk),
            spoken=re.compile(rf"{talk}|[-–—]{verb}"),
            narration=_narration(language, language.past_endings, language.past_verbs),
            written=_narration(language, language.written_past, ()) if language.written_past else None,
            tells=re.compile(tells),
            told=re.compile(rf"{tells}|\b{any_of(language.auxiliaries)}\b"),
        )


@cache
def tag_patterns(tag: str) -> TagPatterns:
    """The patterns of the language with this BCP-47 tag; compiled once."""
    return TagPatterns.of(LANGUAGES[tag])


def ends_in(text: str, spans: Spans, pattern: Pattern[str]) -> list[int]:
    """The offsets at which matches of a pattern end in some spans of a text."""
    find = pattern.finditer
    return [found.end() for start, end in spans.pairs() for found in find(text, start, end)]


def end_of_tag(text: str, tag: tuple[int, int], dash: tuple[int, int], patterns: TagPatterns) -> int:
    """Where speech continues after a tag without a dash.

    That is after the next dash or, before it, at a sentence that is not narration, or after a comma at words
    that do not continue the tag.

    Args:
        text: of the book.
        tag: its first words.
        dash: begin and end of the next dash; without one, both are the end of the span.
        patterns: of the language.
    """
    first, start = tag
    end, after = dash
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
            return after
        if mark in ".!?…":
            stop = _SENTENCE_END.search(text, place, end)
            until = stop.end() if stop else end
        else:
            until = following.start() if following else end
        if mark == "," and patterns.acts.match(text, place, end):
            goes_on, found = True, following
            continue
        if patterns.talk.search(text, place, until):
            return place
        if mark != ",":
            goes_on = patterns.narration.match(text, place, end) is not None
        else:
            goes_on = (
                goes_on
                or patterns.companion.match(text, place, end) is not None
                or _is_told(text, (place, until), patterns, after_end=text[first - 2] in "!?…")
            )
        if not goes_on:
            return place
        found = following
    return after


def _is_told(text: str, words: tuple[int, int], patterns: TagPatterns, *, after_end: bool) -> bool:
    """Whether the words after the comma of a tag, up to the next mark, go on with it.

    They do if they give a reason in the tense of narration (car il avait peur) or, where a sentence of speech
    ends before the tag, if they name something of a third person (lika nyfiken som hans granne).
    """
    if patterns.reason.match(text, *words):
        return patterns.told.search(text, *words) is not None
    return after_end and any(found.search(text, *words) for found in (patterns.theirs, patterns.tells))


def end_of_sentence(text: str, start: int, end: int, patterns: TagPatterns) -> int:
    """Where speech continues after a tag that begins with a dash and has no second dash.

    That is after its first sentence if the second one is a question or exclamation without a verb of
    narration; else at the end of the span.
    """
    for stop in _NEW_SENTENCE.finditer(text, start, end):
        if not _ABBREVIATION.search(text[max(0, stop.start() - 5) : stop.start()]):
            following = _NEW_SENTENCE.search(text, stop.end(), end)
            second = stop.end(), following.end() if following else end
            is_speech = _EXCLAIMS.search(text, *second) and not patterns.tells.search(text, *second)
            return second[0] if is_speech else end
    return end


def in_both_cases(words: Iterable[str]) -> list[str]:
    """Words as given, and with a capital."""
    return [form for word in words for form in {word, word.capitalize()}]


def forms(words: Iterable[str]) -> list[str]:
    """Words as regular expressions with the white space after them; elided words have none."""
    return [
        re.escape(word[:-1]) + "['’]" if word.endswith("'") else re.escape(word) + r"\s+"
        for word in sorted(words, key=lambda word: (-len(word), word))
    ]


def before_verb(object_pronouns: Iterable[str]) -> str:
    """A regular expression for at most two object pronouns before a verb."""
    words = list(object_pronouns)
    whole = any_of(word for word in words if not word.endswith("'"))
    elided = any_of(word[:-1] for word in words if word.endswith("'"))
    return rf"(?:{whole}\s+|{elided}['’]){{0,2}}" if words else ""


def _acts(language: Language) -> str:
    """A verb for what somebody does while speaking; in some languages after certain words (en riant)."""
    before = rf"(?:{any_of(language.gerund_words)}\s+)+(?:s['’])?" if language.gerund_words else ""
    others = r"(?:\w+\s+){0,3}?" if language.gerunds_last else ""
    return rf"{before}{others}\w{{2,}}{any_of(language.gerunds)}(?!\w)"


def _companions(words: Iterable[str]) -> str:
    whole = any_of(word for word in words if not word.startswith("-"))
    endings = any_of(word[1:] for word in words if word.startswith("-"))
    return rf"(?:{whole}|(?:(?:ne|se)\s+|[ns]['’])?\w+{endings})\b"


def _subject(language: Language) -> str:
    """The subject that must follow the verb of a tag after a comma, in languages that list articles."""
    if not language.articles:
        return ""
    behind_hyphen = rf"-(?:(?:t-)?{any_of([*language.pronouns, 'ils', 'elles', 'nous'])}|t-on)\b"
    # Adverbs and phrases of manner or addressee may come before it: dit en riant la belle-mère.
    manner = r"(?:\w+ment|donc|alors|enfin|(?:à|avec|en|sans)\s+(?:s[ao]n?\s+)?\w+)"
    noun = rf"\s+(?:{manner}\s+){{0,2}}(?:{'|'.join(forms(language.articles))})"
    # In languages with pronouns after a hyphen (dit-il), only pronouns like celui-ci are alone.
    pronouns = [word for word in language.pronouns if "-" in word] or language.pronouns
    demonstrative = rf"\s+(?:{manner}\s+)?{any_of(pronouns)}(?!\w)"
    return rf"(?={behind_hyphen}|{noun}|{demonstrative}|\s+(?:[\w’']+\s+){{0,3}}{CAPITAL})"


def _with_subject_first(language: Language) -> str:
    """A tag with its subject before the verb (Stephen said quietly), and without reported speech after it."""
    subject = (
        rf"(?:{any_of(language.pronouns)}|(?:{CAPITAL}[\w’'.-]*\s+){{0,2}}{CAPITAL}[\w’'-]*"
        rf"|{any_of(in_both_cases(language.articles))}(?:\s+[\w’'-]+){{1,3}}?)"
    )
    manner = rf"(?:\w+{any_of(language.adverb_endings)}|{any_of(language.small_words)})\b"
    after = rf"(?=[.,:;!?…]|\s+{manner}|\s*\Z)"
    return rf"{subject}\s+{any_of(language.speech_verbs)}(?!\w){after}"


def _narration(language: Language, endings: Iterable[str], verbs: Iterable[str]) -> Pattern[str]:
    """A subject, or "and", with a verb in the tense of narration (E continuou, Y pasó al oratorio)."""
    if not endings:
        return re.compile(r"(?!)")
    articles = "|".join(forms(in_both_cases(language.articles or language.their_words))) or "(?!)"
    others = any_of(word for word, gender in language.pronouns.items() if gender != NARRATOR)
    subject = (
        rf"(?:{any_of(in_both_cases(language.pronouns))}|{CAPITAL}\w+"
        rf"|(?:{articles})\w+)"
    )
    objects = before_verb([*language.object_pronouns, "ne", "n'", "les", "le", "la", "no", "não", "non"])
    verb = rf"(?:\w{{2,}}{any_of(endings)}|{any_of(verbs)})"
    return re.compile(
        rf"(?:(?:\w+\s+)?{subject}\s+|(?:E|Et|Y)\s+){objects}{verb}\b|\w+\s+{verb}\s+{others}(?!\w)"
    )


def sets_dashes(language: Language) -> bool:
    """Whether dashes may mark speech in a language."""
    return any(isinstance(marks, Dash) for marks in language.marks)

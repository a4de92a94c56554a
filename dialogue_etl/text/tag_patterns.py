"""Where the narrator's words begin and end inside a speech, as regular expressions for a language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.text.word_patterns import any_of, initial_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Pattern

BEFORE_TAG = ",.;:!?…»”\"’'_)"
"""What may stand before a tag that no dash marks, with a blank behind it."""

_CAPITAL = "[A-ZÀ-ÖØ-ÞŁŚŻŹĆŐŰ]"
_ENCLITIC = r"(?:-?(?:me|nos|te|vos)\b|-lh[aeo]s?\b|(?:gli|les?|se)\b)?(?!\w|-se\b)"
_AFTER_WORD = " \n,.;:!?-–—―"


class TagWords(NamedTuple):
    """The words of a language around speech, in lower case; what is empty is done without.

    Attributes:
        verbs: speech verbs.
        comma_verbs: those that also follow a comma; all if empty.
        pronouns: of the third and first person.
        object_pronouns: what may stand before the verb.
        articles: what a subject begins with; where named, a tag after a comma has to have a subject.
        that_words: after which a verb reports.
        companions: words a tag goes on with after a comma (with, who, and); a leading hyphen: an ending.
        talk_words: of the first and second person.
        past_endings: of the narrator's verbs.
    """

    verbs: frozenset[str]
    comma_verbs: frozenset[str]
    pronouns: tuple[str, ...]
    object_pronouns: tuple[str, ...]
    articles: tuple[str, ...]
    that_words: tuple[str, ...]
    companions: tuple[str, ...]
    talk_words: frozenset[str]
    past_endings: tuple[str, ...]


class TagPatterns(NamedTuple):
    """What tags look like in a language.

    Attributes:
        tag: a tag that no dash marks, from its first word.
        first_letters: the first three letters of such a tag.
        after_dash: a tag behind a dash.
        companion: what a tag goes on with after a comma.
        talk: the first letter of a word, or a mark, that only talk has.
        narration: the beginning of a sentence of narration.
    """

    tag: Pattern[str]
    first_letters: frozenset[str]
    after_dash: Pattern[str]
    companion: Pattern[str]
    talk: Pattern[str]
    narration: Pattern[str]

    @classmethod
    def of(cls, words: TagWords) -> TagPatterns:
        """The expressions for the words of a language."""
        objects = _before_verb(words.object_pronouns)
        reports = rf"(?!,?\s+{any_of(words.that_words)}\b)" if words.that_words else ""
        comma_verbs = words.comma_verbs or words.verbs
        return cls(
            tag=re.compile(rf"{objects}{any_of(comma_verbs)}{_ENCLITIC}{reports}{_subject(words)}"),
            first_letters=_first_letters(comma_verbs, words.object_pronouns),
            after_dash=re.compile(rf"[\s,;:.!]*(?:\w+\s+){{0,3}}?{objects}{any_of(words.verbs)}{_ENCLITIC}"),
            companion=re.compile(_companions(words.companions)),
            talk=re.compile(initial_of(_in_both_cases(words.talk_words), signs="!?¡¿")),
            narration=_narration(words),
        )


def _first_letters(verbs: Iterable[str], object_pronouns: Iterable[str]) -> frozenset[str]:
    """The first three letters of each way a tag may begin."""
    initials = {verb[0] for verb in verbs}
    begun = set()
    for word in {*verbs, *object_pronouns}:
        if len(word) >= 3:
            begun.add(word[:3])
        elif word.endswith("'") or len(word) == 1:
            between = "'’" if word.endswith("'") else " \n"
            begun |= {word[0] + sign + letter for sign in between for letter in initials}
        else:
            begun |= {word + after for after in _AFTER_WORD}
    return frozenset(begun)


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
    return rf"(?:{whole}|\w+{endings})\b"


def _subject(words: TagWords) -> str:
    """What has to follow the verb of a tag after a comma, where articles are named: a subject."""
    if not words.articles:
        return ""
    behind_hyphen = rf"-(?:t-)?{any_of([*words.pronouns, 'on', 'ils', 'elles', 'nous'])}\b"
    noun = rf"\s+(?:\w+ment\s+)?(?:{'|'.join(_forms(words.articles))})"
    demonstrative = rf"\s+{any_of(word for word in words.pronouns if '-' in word)}(?!\w)"
    return rf"(?={behind_hyphen}|{noun}|{demonstrative}|\s+(?:[\w’']+\s+){{0,3}}{_CAPITAL})"


def _narration(words: TagWords) -> Pattern[str]:
    """A subject and a verb in the tense of narration."""
    if not words.past_endings:
        return re.compile(r"(?!)")
    subject = (
        rf"(?:{any_of(_in_both_cases(words.pronouns))}|{_CAPITAL}\w+"
        rf"|{any_of(_in_both_cases(words.articles))}\s+\w+)"
    )
    objects = _before_verb([*words.object_pronouns, "ne", "n'", "les", "le", "la", "no", "não", "non"])
    return re.compile(rf"(?:\w+\s+)?{subject}\s+{objects}\w{{2,}}{any_of(words.past_endings)}\b")

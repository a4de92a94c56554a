"""The probability that a quotation is speech: by the words around it, its own words, its place and its marks.

A logistic regression with few terms. Its rounded coefficients were measured on the tuning half of annotated
texts in six languages (benchmarks/extraction/halves.py), each corpus weighted with the square root of its
number of quotations; that of `unsaid` on the English ones, since annotators of German count what is not said
as direct representation (Brunner et al. 2020). Fitted without the book, it separates quotations that are not
speech from others with an AUC of 0.81 on English novels of 1788 to 1828 (aculich/novel-scenification) and of
0.61 on novels with annotated speakers (Vishnubhotla, Hammond & Hirst 2022), where most such quotations are
speech that annotators overlooked. Of quotations below 0.5 there, 10 of 10 and 29 of 41 are not speech.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.non_speech.surroundings import WORD, Surroundings
from dialogue_etl.text.points import is_alphanumeric, is_lower, one_of
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    import numpy.typing as npt

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask, Offsets

    Floats = npt.NDArray[np.float64]
    Term = npt.NDArray[Any] | float

_AROUND = 70  # characters of narration before a quotation that are looked at
_TAG = 50  # characters after a quotation in which its tag is looked at
_HEAD = 200  # characters of a quotation whose words are looked at
_NEAR = 6  # words before a quotation in which a verb of saying introduces it
_SHORTEST = 8  # words of narration in marks, at least
_LONG_VERB = 4  # letters before the ending of a verb in the past, at least
_BESIDE = 300  # characters to the next quotation; farther away, quotations are less often speech
_DECIMALS = 3
_INTRODUCES, _ENDS_SPEECH = ",:;—–-", ".!?…,—–-"


class Terms(NamedTuple):
    """The terms of the regression, or their coefficients; of a quotation each is 0 or 1 but the last.

    Attributes:
        unsaid: a phrase or negation with a verb of saying is next to it (She would have added, “…”), or such
            a verb with eyes or the like as its subject (Her eyes implored him, “…”).
        thought: a verb of thinking is next to it.
        narrated: it reads as narration (She hesitated. “He had certainly walked too far.” She asked, “if he
            might stay.”): it follows narration, has a verb in the past tense, and neither one in the present
            tense nor words of the first or second person.
        introduced: narration with a comma, colon or dash introduces it, without a verb of saying.
        flowing: it follows a word of the narration.
        after_quoted: the quotation before it in its paragraph is not speech.
        unended: it does not end with punctuation that ends speech.
        tagged: a tag seems to follow.
        dashed: a dash marks it, not quotation marks.
        alone: natural logarithm of the distance to the nearest quotation in units of `_BESIDE`, at least 0.
    """

    unsaid: Term
    thought: Term
    narrated: Term
    introduced: Term
    flowing: Term
    after_quoted: Term
    unended: Term
    tagged: Term
    dashed: Term
    alone: Term


_INTERCEPT = 3.8
_COEFFICIENTS = Terms(
    unsaid=-5.0,
    thought=-2.0,
    narrated=-4.5,
    introduced=-1.0,
    flowing=-2.5,
    after_quoted=-1.5,
    unended=-0.8,
    tagged=0.4,
    dashed=1.3,
    alone=-1.0,
)
"""Log odds."""


def chance_of_speech(document: Document, table: SpeechTable) -> Floats:
    """For each quotation the probability that it is speech, if no rule says that it is not.

    Args:
        document: the book.
        table: all quotations, with their `reason`.
    """
    logit = np.full(len(table), _INTERCEPT)
    for term, coefficient in zip(terms(document, table), _COEFFICIENTS, strict=True):
        logit += coefficient * term
    chance: Floats = (1 / (1 + np.exp(-logit))).round(_DECIMALS)
    return chance


def terms(document: Document, table: SpeechTable) -> Terms:
    """The terms of all quotations of a book."""
    points, (starts, ends) = document.points, table.spans
    around = Surroundings(document.book, table)
    after = around.after()
    lead = np.where(around.narrated, points[np.maximum(around.before, 0)], ord("."))
    introduced = (around.narrated & one_of(lead, _INTRODUCES)) | around.introduced_above(_INTRODUCES)
    tagged = (points[ends - 1] == ord(",")) | is_lower(after) | (after == ord(","))
    words = _by_words(document, table, around, introduced, tagged)
    quoted = np.append(False, table.column("reason") > 0)[: len(table)]
    gaps = np.full(len(table) + 1, len(document.text))
    gaps[1:-1] = starts[1:] - ends[:-1]
    return Terms(
        unsaid=words.unsaid,
        thought=words.thought,
        narrated=words.narrated,
        introduced=introduced & ~words.says,
        flowing=around.narrated & is_alphanumeric(lead),
        after_quoted=~table.first_of_paragraph() & quoted,
        unended=~one_of(points[ends - 1], _ENDS_SPEECH),
        tagged=tagged,
        dashed=table.column("after_dash"),
        alone=np.log(np.maximum(np.minimum(gaps[1:], gaps[:-1]) / _BESIDE, 1)),
    )


class _ByWords(NamedTuple):
    """What the words in and around each quotation tell; see `Terms`.

    Attributes:
        says: a verb of saying is before it.
    """

    says: Mask
    unsaid: Mask
    thought: Mask
    narrated: Mask


def _by_words(
    document: Document, table: SpeechTable, around: Surroundings, introduced: Mask, tagged: Mask
) -> _ByWords:
    starts, ends = table.spans
    found = _ByWords(*np.zeros((4, len(table)), np.bool_))
    if not document.language.saying:
        return found
    words, is_introduced = _Words(document.text, document.language.tag), introduced.tolist()
    untagged = around.narrated & (is_lower(document.points[starts]) | ~tagged)
    untagged &= bool(document.language.present_verbs)
    is_untagged = untagged.tolist()
    for row, sentence, is_new in around.sentences(introduced | untagged, _AROUND):
        if is_introduced[row]:
            found.says[row], found.unsaid[row], found.thought[row] = words.before(sentence)
        if is_new and is_untagged[row]:
            found.narrated[row] = words.are_narration(int(starts[row]), int(ends[row]))
    limits = np.minimum(np.append(starts[1:], len(document.text)), ends + _TAG)[: len(table)]
    for row, tag in words.tags(tagged, ends, limits):
        unsaid, thought = words.after(tag)
        found.unsaid[row] |= unsaid
        found.thought[row] |= thought
    return found


class _Words:
    """The words in and around quotations.

    Args:
        text: of the book.
        tag: of its language.
    """

    def __init__(self, text: str, tag: str) -> None:
        self._text, self._language, self._patterns = text, LANGUAGES[tag], _patterns(tag)

    def before(self, sentence: str) -> tuple[bool, bool, bool]:
        """Whether the sentence before a quotation, in lower case, says it, does not say it, or thinks it."""
        patterns, words = (
            self._patterns,
            sentence.replace(",", " ").replace(":", " ").rstrip(_INTRODUCES).split(),
        )
        says = not patterns.say.isdisjoint(words[-_NEAR:])
        if patterns.triggers.isdisjoint(words):
            return says, False, False
        return says, bool(patterns.before.search(sentence)), bool(patterns.thinks.search(sentence))

    def tags(self, tagged: Mask, starts: Offsets, ends: Offsets) -> Iterator[tuple[int, str]]:
        """The tags of some quotations, in lower case, that have a trigger; with the number of each."""
        rows = tagged.nonzero()[0]
        text, has_none = self._text, self._patterns.triggers.isdisjoint
        for row, start, end in zip(rows.tolist(), starts[rows].tolist(), ends[rows].tolist(), strict=True):
            tag = text[start:end].lower()
            if not has_none(tag.split()):
                yield row, tag

    def after(self, tag: str) -> tuple[bool, bool]:
        """Whether a tag after a quotation, in lower case, tells the one or the other."""
        return bool(self._patterns.after.match(tag)), bool(self._patterns.thought.match(tag))

    def are_narration(self, start: int, end: int) -> bool:
        """Whether a quotation has a verb in the past tense, and does not match `speaks`."""
        language, speaks = self._language, self._patterns.speaks
        text = self._text[start : min(end, start + _HEAD)].lower()
        if speaks.search(text):
            return False
        words = WORD.findall(text)
        if len(words) < _SHORTEST:
            return False
        past = language.past_endings
        return not language.past_verbs.isdisjoint(words) or any(
            word.endswith(past) for word in words if len(word) > _LONG_VERB
        )


class _Patterns(NamedTuple):
    """What tells in a language that a quotation is not speech; for text in lower case.

    Attributes:
        before: for the sentence before it: it is not said.
        after: for the text after it: the same.
        thinks: for the sentence before it: it is thought.
        thought: for the text after it: the same.
        triggers: words of which one is in each match of these patterns.
        say: verbs of saying.
        speaks: words of the first and second person, and verbs in the present tense.
    """

    before: Pattern[str]
    after: Pattern[str]
    thinks: Pattern[str]
    thought: Pattern[str]
    triggers: frozenset[str]
    say: frozenset[str]
    speaks: Pattern[str]


@cache
def _patterns(tag: str) -> _Patterns:
    language: Language = LANGUAGES[tag]
    say, any_verb = any_of(language.saying), any_of(language.speech_verbs | language.saying)
    phrase = any_of(language.unsaid).replace(r"\ ", r"\s+")
    never, looks = any_of(language.negations), any_of(language.looks)
    owner = rf"\b{any_of(language.determiners | set(language.articles))}\s+"
    unreal = rf"\b{phrase}\s+(?:\w+\s+){{0,2}}?{any_verb}\b"
    negated = rf"\b{never}\s+{say}\b|\b{say}\s+(?:\w+\s+){{0,2}}?{never}\b"
    gaze = rf"(?:\w+\s+)??{looks}"
    gazes = rf"{owner}{gaze}\s+(?:\w+\s+)??{say}\b|\b{say}\s+{owner}{gaze}\b"
    clause = r"(?:\A|[,;:—–-]|\b\w{1,3}\s)\W*"
    muses = any_of(language.thought_verbs).replace(r"\ ", r"\s+")
    first = frozenset(word for word, gender in language.pronouns.items() if gender == NARRATOR)
    triggers = {*language.unsaid, *language.thought_verbs, *language.negations, *language.looks}
    return _Patterns(
        before=re.compile(
            rf"(?:{unreal}|{negated}|{clause}(?:{gazes}|{gaze}\s+{say}\b))(?:[\s-]+\w+){{0,3}}\W*\Z"
        ),
        after=re.compile(rf"\W*(?:\w+\s+){{0,2}}?(?:{unreal}|{negated}|{gazes})"),
        thinks=re.compile(rf"\b{muses}(?:[\s-]+\w+){{0,3}}\W*\Z"),
        thought=re.compile(rf"\W*(?:\w+\s+){{0,3}}?{muses}\b"),
        triggers=frozenset(phrase.split()[0] for phrase in triggers)
        | {look + "." for look in language.looks},
        say=language.speech_verbs | language.saying,
        speaks=re.compile(rf"\b{any_of(language.talk_words | language.present_verbs | first)}\b"),
    )

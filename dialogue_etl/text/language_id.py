"""Language identification: is a text written in the language it is labelled with, and if not, in which?

ELD (the package `eldc`) identifies 60 languages by their n-grams; its model is in the package, nothing is
downloaded. It adds up the same float32 values in the same order on any machine, so the most likely language
is the same everywhere; scores are rounded to hundredths before they are compared. docs/language.md has what
was measured, and the alternatives.

ELD reads the first 1,000 bytes of a text. So of a document passages are identified (`of_document`), and of a
dialogue its utterances joined (`other_than`).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

_KNOWN = """
am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms
nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh
"""
TAGS = frozenset(_KNOWN.split())
"""The languages that are known, as BCP-47 tags."""

MARGIN = 0.05
"""By how much another language must score above the stated one, of 1."""
LETTERS = 20
"""Fewer letters are not judged: names and interjections look like any language. docs/language.md has the
shares of wrong verdicts by length."""
MAX_SHARE = 0.5
"""A document with a greater share of passages in other languages is in another language. Of 196 rightly
labelled texts in 22 languages none has more than 0.07 (Beowulf beside a translation)."""

_UNKNOWN = "und"
_PASSAGES, _PASSAGE = 40, 1_000  # characters of each: what ELD reads of ASCII
_CHARACTERS = 1_000
_SCORES = 20  # the most that ELD returns
_SURE = (
    0.6  # a score that lists of names and runs of letters seldom reach; dialogues of 40 letters nearly always
)
_TELLING = 200  # characters of a passage that scores less than that in any language: it is in an unknown one
_LETTERS_OF_OTHER_SCRIPT = 4  # not for Latin script, in which every language has names and abbreviations
_WORDS = 3  # distinct ones: laughter does not count
_PLACEHOLDER = re.compile(r"<[A-Z]+[0-9]*>")  # <EMAIL>, <NAME1>
_WITHOUT_BLANKS = frozenset({"ja", "lo", "th", "zh"})
# Languages whose texts count as a label's own: they cannot be distinguished in writing (Danish and Norwegian
# before 1907; Croatian, Bosnian, and Serbian in Latin script), or the stated one is not known, but read as
# these.
_OWN = {
    **dict.fromkeys(("da", "no", "nb", "nn"), frozenset({"da", "no"})),
    **dict.fromkeys(("hr", "sr", "bs", "sh", "cnr"), frozenset({"hr", "sr"})),
    **dict.fromkeys(("yue", "wuu", "nan", "hak", "cmn", "lzh"), frozenset({"zh"})),
    "af": frozenset({"nl"}),
    "gl": frozenset({"es", "pt"}),
    "id": frozenset({"ms"}),
    "fil": frozenset({"tl"}),
}
_OF_OWN_SCRIPT = "am bn el gu he hy ja ka kn ko lo ml or pa ta te th zh"
_SCRIPTS = {
    **dict.fromkeys(("be", "bg", "ru", "sr", "uk"), "Cyrillic"),
    **dict.fromkeys(("ar", "fa", "ku", "ur"), "Arabic"),
    **dict.fromkeys(("hi", "mr"), "Devanagari"),
    **{tag: tag for tag in _OF_OWN_SCRIPT.split()},
}
"""Of languages that are not written in Latin script alone."""


class Other(NamedTuple):
    """Another language than the stated one.

    Attributes:
        language: the most likely one, one of `TAGS`; empty if it is not one of them.
        lead: by how much it scores above the stated one, 0 to 1, in hundredths.
    """

    language: str
    lead: float


class Written(NamedTuple):
    """In which languages the passages of a document are.

    Attributes:
        other: share of passages in other languages than the stated one, 0 to 1, in hundredths.
        language: that of the most passages, one of `TAGS`; empty if it is not one of them.
    """

    other: float
    language: str


@cache
def own(tag: str) -> frozenset[str]:
    """The languages that count as the one that a BCP-47 tag names; none if it can't be identified."""
    base = tag.split("-", maxsplit=1)[0].lower()
    return _OWN.get(base) or frozenset({base} & TAGS)


def is_own(tag: str, text: str) -> bool:
    """Whether the stated language is the most likely one; a fast test that `other_than` agrees with."""
    return _identifier().detect(_beginning(text)) in own(tag)


def other_than(tag: str, text: str, margin: float = MARGIN, letters: int = LETTERS) -> Other | None:
    """The language of a short text if it is another one than stated; None if not, or if it is not certain.

    Args:
        tag: BCP-47 tag that the text is labelled with.
        text: an utterance, or those of a dialogue, joined.
        margin: by how much another language must score above the stated one.
        letters: that are needed, unless the other language is in another script.
    """
    languages = own(tag)
    text = _beginning(text)
    if not languages or _identifier().detect(text) in languages:  # four times as fast as with scores
        return None
    found = _identifier().detect_details(text)
    language = str(found.language)
    scores = {one: round(score, 2) for one, score in found.scores.items()}
    best = scores.get(language, 1.0)
    lead = round(best - max(scores.get(one, 0.0) for one in languages), 2)
    if lead < margin or best < _SURE or not _is_enough(text, language, languages, letters):
        return None
    return Other("" if language == _UNKNOWN else language, lead)


def _is_enough(text: str, language: str, languages: frozenset[str], letters: int) -> bool:
    """Whether there is enough of a text to say that it is in this language, and not in these."""
    alphabetic = [*filter(str.isalpha, text)]
    number, latin = len(alphabetic), sum(map(str.isascii, alphabetic))
    script = _SCRIPTS.get(language)
    if script and script not in {_SCRIPTS.get(one) for one in languages}:
        return number - latin >= max(latin, min(letters, _LETTERS_OF_OTHER_SCRIPT))
    if language == _UNKNOWN:  # in a script of which no language is known, or a run of letters
        return number >= letters and not latin
    return number >= letters and (language in _WITHOUT_BLANKS or len(set(text.lower().split())) >= _WORDS)


def of_document(tag: str, text: str) -> Written | None:
    """The languages of a document, by passages spread evenly over it.

    Returns:
        None if the stated language can't be identified, or every passage is too short.
    """
    languages = own(tag)
    found = _languages(text, languages) if languages else Counter[str]()
    if not found:
        return None
    others = sum(number for language, number in found.items() if language not in languages)
    return Written(round(others / found.total(), 2), _most(found))


def guessed(text: str) -> str:
    """The language of the most passages of a document, one of `TAGS`; empty if it is not one of them."""
    found = _languages(text, frozenset())
    return _most(found) if found else ""


def _languages(text: str, languages: frozenset[str]) -> Counter[str]:
    """How many passages spread over a text are in which language; these languages need less evidence."""
    step = max(_PASSAGE, len(text) // _PASSAGES)
    starts = range(0, len(text), step)[:_PASSAGES]
    return Counter(filter(None, (_language(text[start : start + _PASSAGE], languages) for start in starts)))


def _most(found: Counter[str]) -> str:
    most = max(found, key=lambda language: (found[language], language))
    return "" if most == _UNKNOWN else most


def _language(passage: str, languages: frozenset[str]) -> str:
    """The most likely language of a passage; empty if it is too short to tell."""
    found = _identifier().detect_details(_beginning(passage))
    if found.language in languages:
        return str(found.language)
    if sum(map(str.isalpha, passage)) < LETTERS:
        return ""
    if round(max(found.scores.values(), default=0.0), 2) >= _SURE:
        return str(found.language)
    return _UNKNOWN if len(passage) >= _TELLING else ""


def _beginning(text: str) -> str:
    """What is read of a text, without placeholders; ELD ends at a null, and refuses lone surrogates."""
    beginning = text[:_CHARACTERS].replace("\0", " ")
    if "<" in beginning:
        beginning = _PLACEHOLDER.sub(" ", beginning)
    return beginning if beginning.isascii() else beginning.encode("utf-8", "replace").decode()


@cache
def _identifier() -> Any:
    # Imported here: a stage that identifies nothing need not load the model.
    import eldc  # noqa: PLC0415

    eldc.init()
    identifier = eldc.instance()
    identifier.set_scores(_SCORES)
    return identifier

"""Joins the sentences of paragraphs in texts that have each sentence as a paragraph, as corpora do.

There a tag is a paragraph of its own (— Молчи! / — крикнул старик.). What is between speech after a dash and
its tag is spoken by the same speaker, and so are the sentences with words of speech after it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.narration.tags import tag_patterns
from dialogue_etl.text.letters import CAPITAL, SMALL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.languages import Language

_FEWEST, _SHARE = 20, 0.05  # tags that are paragraphs, and their share of the paragraphs after a dash
_SENTENCES = 12  # of one speech before its tag, at most
_UNDECIDED = 4  # sentences from one with words of speech to the next, at most
_BREAK = re.compile(r"\n\s*\n")
_DOTS = re.compile(rf"\n\n\.\. ?(?=[–—-]|{CAPITAL})")  # a sentence was cut before them: «Молчи! / .. — Да»
_OPENING = re.compile(rf"(?:\A|\n\n)[–—-]+\s*(?:({SMALL}\w*(?:\s+\w+){{0,2}})|\w)")
_SPEECH = re.compile(rf"^[–—-]+\s*{CAPITAL}(?:(?![–—-]\s*{SMALL}).)*", re.MULTILINE)  # up to a tag
_ANSWER = re.compile(rf"(?<=[!?….]) — (?={CAPITAL})")  # no sentence was found to end: «— Куда? — Домой»
_DASH = re.compile(r"[–—-]+\s*")
_TAG = re.compile(rf"[–—-]\s+({SMALL}\w*(?:\s+\w+){{0,2}})([^–—]*\Z)?")


def with_whole_paragraphs(text: str, language: Language) -> str:
    """The text with blanks between the sentences of a paragraph, and equal offsets.

    The text itself if it has paragraphs.
    """
    if not language.tag_dashes or not language.speech_verbs:
        return text
    opened = [found[1] for found in _OPENING.finditer(text)]
    tags = sum(_says(words, language) for words in opened if words)
    if tags < max(_FEWEST, _SHARE * len(opened)):
        return text
    text = _DOTS.sub(lambda found: " " * (len(found[0]) - 2) + "\n\n", text)
    text = _SPEECH.sub(lambda found: _ANSWER.sub("\n\n—", found[0]), text)
    parts = _BREAK.split(text)
    breaks = [found[0] for found in _BREAK.finditer(text)]
    for number in _joined(parts, language):
        breaks[number - 1] = " " * len(breaks[number - 1])
        if dash := _DASH.match(parts[number]):  # one blank before it, as printed
            rest = parts[number][dash.end() :]
            shifted = f"{breaks[number - 1][1:]}{dash[0]}"
            breaks[number - 1] = " "
            parts[number] = f"{dash[0].strip()}{' ' * (len(shifted) - len(dash[0].strip()))}{rest}"
    return "".join(part for pair in zip(parts, [*breaks, ""], strict=True) for part in pair)


def _says(words: str, language: Language) -> bool:
    return not language.speech_verbs.isdisjoint(words.split())


def _joined(parts: list[str], language: Language) -> Iterable[int]:
    """The numbers of the sentences that belong to the paragraph of the sentence before."""
    talk = tag_patterns(language.tag).talk
    joined: list[int] = []
    opened = last = -1  # the sentence that opened the speech, and the last that is known to be of it
    for number, part in enumerate(parts):
        opens = _DASH.match(part) is not None
        if not opens and opened < 0:
            continue
        tags = [tag for tag in _TAG.finditer(part) if _says(tag[1], language)]
        alone = opens and bool(_TAG.match(part)) and not talk.search(part)
        tagged = alone or (bool(tags) and not opens)
        if opens and not tagged:
            opened = last = number
        near = number - opened <= _SENTENCES if tagged else number - last <= _UNDECIDED
        if opened >= 0 and near and (tagged or talk.search(part) or part[:1].islower()):
            joined += range(last + 1, number + 1)
            last = number
        if last == number and (alone or (tags and tags[-1][2] is not None)):
            opened = -1  # narration ends it
    return joined

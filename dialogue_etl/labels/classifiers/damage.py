"""Synthetic noise made from clean answers, as training data in the absence of annotations.

Of the kinds that the paper's classifier detects (Wang et al. 2020, section 3.2): (1) the response is not
fluent or has serious typos, (2) it is incomplete. Each answer has its own seed.
"""

import random
import re

from dialogue_etl.text.segmentation import tokens, writes_blanks

_LETTERS_PER_TYPO = 8
_SWAPPED = 0.5
_BLANKS = re.compile(r"(\s+)")


def garbled(text: str, letters: str, draw: int) -> str:
    """A text with a typo in one of eight characters: neighbours swapped, or a character replaced.

    Args:
        text: clean.
        letters: replacements to draw from, in proportion to their use.
        draw: seed.
    """
    dice = random.Random(draw)  # noqa: S311 - no secret
    signs = list(text)
    for _ in range(max(1, len(signs) // _LETTERS_PER_TYPO)):
        place = dice.randrange(len(signs))
        if dice.random() < _SWAPPED and place + 1 < len(signs):
            signs[place], signs[place + 1] = signs[place + 1], signs[place]
        else:
            signs[place] = dice.choice(letters)
    return "".join(signs)


def cut_short(text: str, language: str, draw: int) -> str:
    """The first words of a text, without at least its last one; the text where it has one word."""
    words = _BLANKS.split(text.strip()) if writes_blanks(language) else tokens(text)
    places = [place for place, word in enumerate(words) if not word.isspace()]
    if len(places) < 2:
        return text
    last = random.Random(draw).choice(places[:-1])  # noqa: S311 - no secret
    return "".join(words[: last + 1])

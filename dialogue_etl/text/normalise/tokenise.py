"""Blanks between tokens, by each language's own rules; without the blanks the text is as before.

spaCy's rule-based tokenisers: written per language, without a model, and they keep every character. Of the
others looked at, sacremoses parts every apostrophe in most languages (ha ' n) and syntok drops characters
(don't becomes do not).
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from functools import lru_cache
from itertools import accumulate, count, pairwise
from typing import TYPE_CHECKING

from dialogue_etl.text.normalise.apostrophes import Apostrophes, clitics

if TYPE_CHECKING:
    from spacy.language import Language

_DASHES = re.compile(r"((?<!\d)[‒–—―⸺⸻]+|[‒–—―⸺⸻]+(?!\d))")
"""A dash parts words, with or without blanks; between figures it is a range and stays: 1914–18."""
_KEPT = 1 << 17
"""How many chunks are remembered, some 40 MB: in running text nearly all recur."""
_ZONE = 10_000
"""Chunks after which spaCy's vocabulary is let go; each time costs as much as a chunk."""
_ANY = "xx"
"""spaCy's rules for languages it has none of its own for."""


class Tokeniser:
    """Parts the tokens of a language's utterances.

    Each chunk between blanks is looked at alone, with its apostrophes made alike: spaCy's rules know some
    glyphs in some languages only.
    """

    def __init__(self, language: str) -> None:
        self._rules = _rules(language)
        self._apostrophes = Apostrophes(language)
        self._parted = lru_cache(_KEPT)(self._part)
        self._zone = ExitStack()
        self._read = count()

    def __call__(self, text: str) -> str:
        """The text with a blank between tokens.

        Args:
            text: with single blanks, in NFC.
        """
        alike = self._apostrophes.alike(text)
        return " ".join(map(self._parted, text.split(" "), alike.split(" ")))

    def _part(self, chunk: str, alike: str) -> str:
        if alike.isalpha() and alike not in self._rules.tokenizer.rules:
            return chunk  # of letters alone only exceptions are parted, as cannot is
        self._forget()
        pieces = filter(None, _DASHES.split(alike))
        lengths = [len(token) for piece in pieces for token in self._rules.tokenizer(piece)]
        ends = accumulate(lengths, initial=0)
        return " ".join(chunk[start:end] for start, end in pairwise(ends))

    def _forget(self) -> None:
        """Now and then let spaCy's vocabulary go: it would grow with all there is to read."""
        if next(self._read) % _ZONE == 0:
            self._zone.close()
            self._zone.enter_context(self._rules.memory_zone())


@lru_cache(maxsize=1)  # languages come one after the other, and what one remembers takes room
def tokeniser(language: str) -> Tokeniser:
    """The tokeniser of a language: in one process the same for every shard, with all it remembers."""
    return Tokeniser(language)


def _rules(language: str) -> Language:
    """The rules of a language, with its clitics, and with hyphenated words whole.

    Some of spaCy's languages part good-bye and some do not; as a hyphen with blanks it could be a dash.
    """
    import spacy  # noqa: PLC0415 - takes a second: only where somebody asks for tokens
    from spacy.util import compile_infix_regex  # noqa: PLC0415

    try:
        rules = spacy.blank(language)
    except ImportError:
        rules = spacy.blank(_ANY)
    infixes = [infix for infix in rules.Defaults.infixes or () if not re.search(infix, "a-a")]
    tokenizer = rules.tokenizer
    tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    for clitic in (f"'{word}" for word in clitics(language)):
        for form in (clitic, clitic.title(), clitic.upper()):
            tokenizer.add_special_case(form, [{"ORTH": form}])
    return rules

"""The words of narration right behind one speech and right before the next one.

Always the same number of them, whatever lies between: the length of the narration must not tell.
"""

from __future__ import annotations

import re

WORDS = 12
"""Words taken on each side."""
_CHARACTERS = 300  # among which they are looked for
_TOKENS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[.!?;]|\n\s*\n")
_BEHIND, _BEFORE, _OPENS = "<", ">", "^"


def edge_words(narration: str) -> list[str] | None:
    """The distinct words of both ends of the narration, in order; None if it has too few for two ends.

    `<` stands before a word behind the first speech, `>` before one ahead of the next, `^` before one that
    begins a paragraph. Words with a capital inside a sentence are left out: they are names.
    """
    if len(narration) <= 2 * _CHARACTERS:
        told = _words(narration)
        if len(told) < 2 * WORDS:
            return None
        behind, before = told[:WORDS], told[-WORDS:]
    else:
        # The first one of the second piece may be half a word.
        behind, before = (
            _words(narration[:_CHARACTERS])[:WORDS],
            _words(narration[-_CHARACTERS:])[1:][-WORDS:],
        )
    words = {_BEHIND + word for word in behind if word} | {_BEFORE + word for word in before if word}
    return sorted(words)


def _words(narration: str) -> list[str]:
    """Words in lower case, nothing in the place of names."""
    found = []
    paragraph = sentence = False
    for token in _TOKENS.findall(narration):
        if not token[0].isalpha():
            paragraph = paragraph or token.isspace()
            sentence = True
            continue
        if paragraph:
            found.append(_OPENS + token.lower())
        else:
            found.append(token.lower() if sentence or token.islower() else "")
        paragraph = sentence = False
    return found

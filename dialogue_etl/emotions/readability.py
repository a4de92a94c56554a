"""Which dialogues people read with ease: EDOS, appendix A.

score = f + 0.04 d, with f = sum of the frequencies of the tokens / (87 + number of tokens), and d the share
of distinct words, in per cent. The paper does not say what a frequency is: here it is how often a token is
said of a hundred tokens, which makes f as large as the other term.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ALPHA = 87
DISTINCT = 0.04


def frequencies(dialogues: Iterable[Sequence[str]]) -> dict[str, float]:
    """How often each token is said, of a hundred.

    Args:
        dialogues: their tokens.
    """
    counts: Counter[str] = Counter()
    for tokens in dialogues:
        counts.update(tokens)
    total = counts.total()
    return {token: 100 * number / total for token, number in counts.items()}


def readability(tokens: Sequence[str], often: Mapping[str, float]) -> float:
    """The score of a dialogue: higher is easier; 0 for one without tokens.

    Args:
        tokens: of all its turns.
        often: of each token, as `frequencies` has it; others are never said.
    """
    if not tokens:
        return 0.0
    familiar = sum(often.get(token, 0.0) for token in tokens) / (ALPHA + len(tokens))
    return familiar + DISTINCT * 100 * len(set(tokens)) / len(tokens)

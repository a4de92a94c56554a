"""Readability of a dialogue: common words and variety (EDOS, section 3.2).

    f = sum of the frequencies of its tokens / (α + number of tokens)        score = f + 0.04 d

d is the percentage of distinct words, so 0.04 d is between 0 and 4. The paper does not say whether frequency
is a count or a share; only percentages are on a comparable scale: `the`, about 5 % of all tokens, is 5. α
keeps short dialogues from being ranked by a single word.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

ALPHA = 87.0
DISTINCT_WEIGHT = 0.04
_TOKEN = re.compile(r"\w+|[^\w\s]")


def tokens(turns: Iterable[str]) -> list[str]:
    """Lower-cased words and punctuation of a dialogue."""
    return [token for turn in turns for token in _TOKEN.findall(turn.casefold())]


def frequencies(dialogues: Iterable[Iterable[str]]) -> dict[str, float]:
    """Token → its share of all tokens, in per cent."""
    counts = Counter(token for turns in dialogues for token in tokens(turns))
    total = counts.total()
    return {token: 100 * count / total for token, count in counts.items()}


def readability(words: Sequence[str], frequency: Mapping[str, float]) -> float:
    """The score of a dialogue, higher for easier ones; 0 if it is empty.

    Args:
        words: its tokens.
        frequency: of each token, in per cent; 0 for unknown ones.
    """
    if not words:
        return 0.0
    common = sum(frequency.get(token, 0.0) for token in words) / (ALPHA + len(words))
    return common + DISTINCT_WEIGHT * 100 * len(set(words)) / len(words)

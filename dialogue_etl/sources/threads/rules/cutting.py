"""Makes utterance rules of regular expressions.

A text may be a line of 50 MB of one character: no pattern may look further than a bounded number of
characters for what it does not find, and a cheap test comes before each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.rule import Noise, UtteranceRule

if TYPE_CHECKING:
    import re
    from collections.abc import Callable


def cutter(
    pattern: re.Pattern[str], *needles: str, put: str | Callable[[re.Match[str]], str] = ""
) -> UtteranceRule:
    """A rule that cuts out what a pattern finds.

    Args:
        pattern: of the noise.
        needles: of which one is in every text that holds such noise.
        put: stands in place of the noise.
    """

    def rule(text: str) -> Noise | None:
        for needle in needles:  # not `any`: every text comes by here, and a generator takes longer
            if needle in text:
                break
        else:
            return None
        found = pattern.search(text)
        return Noise(found.group(), pattern.sub(put, text)) if found else None

    return rule


def inert(_text: str) -> Noise | None:
    """The rule that finds nothing: what is made of rules for one language in all others."""
    return None

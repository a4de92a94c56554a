"""Words that refer to what was said before, where they begin an utterance.

Pronouns of the third person, demonstratives, conjunctions and bare answers: what begins with them points
outside itself (Halliday & Hasan 1976, Cohesion in English: reference, conjunction, ellipsis). A weak sign.
"""

from __future__ import annotations

import re

_OPENERS = {
    "en": (
        "he she it they him her them his its their this that these those and but so because or also too then "
        "however still instead yes yeah yep no nope nah ok okay same agreed exactly true right indeed"
    ),
    "zh": (
        "他 她 它 他们 她们 它们 这 那 此 其 这个 那个 这样 那样 这么 那么 "
        "也 还 还有 但 但是 可是 不过 然而 而且 而 所以 因为 "
        "因此 于是 然后 那就 就 却 或者 是的 是啊 "
        "对 对啊 对的 嗯 不是 没有 没错 同意 同感 同求 为什么 怎么了 谁"
    ),
}


def opener(language: str) -> re.Pattern[str] | None:
    """Matches at the start of an utterance that refers back; None for a language without a list.

    Args:
        language: BCP-47 tag; its region and script do not matter.
    """
    base = language.partition("-")[0]
    if base not in _OPENERS:
        return None
    words = "|".join(sorted(_OPENERS[base].split(), key=len, reverse=True))
    end = "" if base == "zh" else r"\b"
    return re.compile(rf"\W{{0,9}}(?:{words}){end}", re.IGNORECASE)

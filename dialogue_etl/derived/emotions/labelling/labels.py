"""The 41 labels of EDOS: 32 emotions of EmpatheticDialogues, 8 response intents, and neutral.

Numbers are those of the published files (Welivita & Pu 2020, A Taxonomy of Empathetic Response Intents).
Their `labels.txt` wrongly has 38, the number of questioning, for neutral: the sentences themselves have 40.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from dialogue_etl.errors import DialogueEtlError

Group = Literal["emotion", "intent", "neutral"]

_EMOTIONS = (
    "afraid angry annoyed anticipating anxious apprehensive ashamed caring confident content devastated "
    "disappointed disgusted embarrassed excited faithful furious grateful guilty hopeful impressed jealous "
    "joyful lonely nostalgic prepared proud sad sentimental surprised terrified trusting"
)
_INTENTS = "agreeing acknowledging encouraging consoling sympathizing suggesting questioning wishing"
EMOTIONS = tuple(_EMOTIONS.split())
INTENTS = tuple(_INTENTS.split())
NEUTRAL = "neutral"
LABELS = (*EMOTIONS, *INTENTS, NEUTRAL)
"""In the order of their numbers, 0 to 40."""
_NUMBERS = {label: number for number, label in enumerate(LABELS)}
_MARK = re.compile(r"\s*\((?:other|manual)\)\s*$", re.IGNORECASE)


class LabelError(DialogueEtlError):
    """A label is not one of the 41, or a file of labels is ambiguous; the message says where."""


def group(label: str) -> Group:
    """What kind of label it is."""
    return "neutral" if label == NEUTRAL else "emotion" if _NUMBERS[label] < len(EMOTIONS) else "intent"


def number(label: str) -> int:
    """The number of a label in any case, with or without "(Other)" after it.

    Raises:
        LabelError: it is not one of the 41.
    """
    found = find_number(label)
    if found is None:
        raise LabelError(f"{label!r}: none of the {len(LABELS)} labels ({', '.join(LABELS)})")
    return found


def find_number(label: str) -> int | None:
    """The same; None for any other text, as annotators may write anything."""
    return _NUMBERS.get(_MARK.sub("", label).strip().casefold())


def read_map(lines: Iterable[str], where: str = "labels.txt") -> Mapping[int, str]:
    """The labels of a file of `name,number` lines, checked to be one to one.

    Args:
        lines: of the file; empty ones are ignored.
        where: name of the file in messages.

    Raises:
        LabelError: a number or label occurs twice, a line is malformed, or a label is unknown.
    """
    labels: dict[int, str] = {}
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, comma, digits = line.strip().rpartition(",")
        if not comma or not digits.strip().isdecimal():
            raise LabelError(f"{where}:{place}: {line.strip()!r} is no `label,number`")
        key, label = int(digits), LABELS[number(name)]
        if key in labels or label in labels.values():
            other = labels.get(key, label)
            raise LabelError(
                f"{where}:{place}: not one to one: {name.strip()} has the number {key}, "
                + (f"which is that of {other}" if key in labels else f"and {other} stands there twice")
                + "; without the file the numbers are those of EDOS, where neutral has 40"
            )
        labels[key] = label
    return labels

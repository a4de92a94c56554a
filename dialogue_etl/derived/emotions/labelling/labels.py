"""Label schemes: their labels in the order of their numbers, and the counterparts of each in other schemes.

A scheme is a table in the folder `schemes` with the columns `label` and `kind` (emotion, intent or neutral),
and a column for each scheme that it has a map to; an empty cell says that a label has none.

edos                    32 emotions, 8 intents of listeners, neutral (Welivita & Pu 2020, A Taxonomy of
                        Empathetic Response Intents). The published `labels.txt` wrongly gives neutral the
                        number of questioning, 38: the sentences themselves have 40.
empatheticdialogues     its 32 emotions (Rashkin et al. 2019)
goemotions              27 emotions and neutral (Demszky et al. 2020), grouped as in `ekman_mapping.json`
                        and `sentiment_dict.json` there; what these call ambiguous has no sentiment
ekman                   six emotions (Ekman 1992) and neutral
meld, dailydialog       the same by other names and numbers (Poria et al. 2019; Li et al. 2017)
xed                     eight emotions (Plutchik 1980) and neutral, of subtitles (Öhman et al. 2020)
sentiment               positive, negative, neutral

The other maps are our own reading of the labels' names and definitions.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from dialogue_etl.errors import DialogueEtlError

_FOLDER = Path(__file__).parent.parent / "schemes"
Name = Literal[
    "edos", "empatheticdialogues", "goemotions", "ekman", "meld", "dailydialog", "xed", "sentiment"
]
SCHEMES: tuple[Name, ...] = get_args(Name)
"""By name; the first ones are looked in first for a label whose scheme is not known."""
_THROUGH = ("edos", "ekman")  # fine labels keep more than coarse ones
_MARK = re.compile(r"\s*\((?:other|manual)\)\s*$", re.IGNORECASE)


class LabelError(DialogueEtlError):
    """A label is unknown, or a file of labels is ambiguous; the message says where."""


@dataclass(frozen=True)
class Scheme:
    """An inventory of labels.

    Attributes:
        labels: by number.
        kinds: of each: emotion, intent or neutral.
        maps: scheme → label → its counterpart there, empty if there is none.
    """

    name: str
    labels: tuple[str, ...]
    kinds: Mapping[str, str]
    maps: Mapping[str, Mapping[str, str]]

    def has(self, label: str) -> bool:
        """Whether it is a label of this scheme, in any case, with or without "(Other)" after it."""
        return _plain(label) in self.labels

    def number(self, label: str, scheme: str = "") -> int | None:
        """The number of a label, or of its counterpart if it is of another scheme.

        Args:
            label: in any case, with or without "(Other)" after it.
            scheme: of the label; empty if unknown.

        Returns:
            None if it has none there.

        Raises:
            LabelError: no scheme, or not the one named, has the label.
        """
        named = _plain(label)
        if not scheme and named in self.labels:
            return self.labels.index(named)
        for other in (load(name) for name in ((scheme,) if scheme else SCHEMES)):
            if named in other.labels:
                found = counterpart(named, other, self)
                return self.labels.index(found) if found else None
        known = ", ".join(load(scheme).labels if scheme else self.labels)
        raise LabelError(f"{label!r}: not a label of {scheme or self.name} ({known})")


def _plain(label: str) -> str:
    return _MARK.sub("", label).strip().casefold()


@cache
def load(name: str) -> Scheme:
    """A scheme by its name."""
    with (_FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    others = rows[0].keys() - {"label", "kind"}
    return Scheme(
        name,
        tuple(row["label"] for row in rows),
        {row["label"]: row["kind"] for row in rows},
        {other: {row["label"]: row[other] for row in rows} for other in sorted(others)},
    )


def inventory(name: str, own: Sequence[str] = ()) -> Scheme:
    """The labels to give: those of a scheme, or some of one's own, which others match by name."""
    if not own:
        return load(name)
    kinds = {kind: of for other in reversed(SCHEMES) for kind, of in load(other).kinds.items()}
    labels = tuple(label.casefold() for label in own)
    return Scheme("own", labels, {label: kinds.get(label, "emotion") for label in labels}, {})


def counterpart(label: str, source: Scheme, target: Scheme) -> str | None:
    """The label of another scheme that means the same, or the nearest that it has.

    By the map of the source; otherwise the label of the same name; otherwise by way of EDOS or Ekman's.
    """
    if source.name == target.name:
        return label
    direct = _direct(label, source, target)
    if direct is not None:
        return direct or None
    for middle in map(load, _THROUGH):
        if middle.name not in {source.name, target.name} and (there := _direct(label, source, middle)):
            found = _direct(there, middle, target)
            if found is not None:
                return found or None
    return None


def _direct(label: str, source: Scheme, target: Scheme) -> str | None:
    if target.name in source.maps:
        return source.maps[target.name][label]
    return label if label in target.labels else None


def read_map(lines: Iterable[str], where: str = "labels.txt") -> Mapping[int, str]:
    """The labels of EDOS in a file of `name,number` lines, checked to be one to one.

    Args:
        lines: of the file; empty ones are ignored.
        where: name of the file in messages.

    Raises:
        LabelError: a number or label occurs twice, a line is malformed, or a label is unknown.
    """
    labels: dict[int, str] = {}
    edos = load("edos")
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, comma, digits = line.strip().rpartition(",")
        if not comma or not digits.strip().isdecimal():
            raise LabelError(f"{where}:{place}: {line.strip()!r} is not `label,number`")
        number = edos.number(name, "edos")
        key, label = int(digits), edos.labels[number or 0]
        if key in labels or label in labels.values():
            other = labels.get(key, label)
            raise LabelError(
                f"{where}:{place}: not one to one: {name.strip()} has the number {key}, "
                + (f"which is that of {other}" if key in labels else f"and {other} is in it twice")
                + "; without the file the numbers are those of EDOS, where neutral has 40"
            )
        labels[key] = label
    return labels

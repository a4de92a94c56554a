"""Read labelled dialogues and sentences from a folder of files in any of the published formats.

<name>.txt      `<number> <SEP> text`, one sentence per line: the sentences of EmpatheticIntents
labels.txt      `label,number`: the numbers of these files, checked to be one to one; without it those of EDOS
<name>.csv      by its header: EmpatheticIntents (Text, Label), EmpatheticDialogues (context, prompt), EDOS
                (Dialog, Agreed emotion (2/3 vote)), or one's own (label, and text or dialogue)
<name>.jsonl    {"label": …} with "text", or "turns" from the oldest; optionally "id"

A file name ending in `-train`, `-valid` or `-test` says what its labels are for; those of other files are
split by a hash of the text. The tokens of EDOS are separated by spaces and stay so: words are found anyway.
"""

import csv
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from dialogue_etl.derived.emotions.labelling.labels import LABELS, LabelError, find_number, number, read_map

Part = Literal["train", "valid", "test"]
SEPARATOR = " <SEP> "
_NONE = {"-", ""}  # EDOS' label if no two of three agree
_PART = re.compile(r"(?:^|[-_.])(train|valid|validation|test)$")
_PARTS: dict[str, Part] = {"train": "train", "valid": "valid", "validation": "valid", "test": "test"}
_FIELD_LIMIT = 10_000_000


class Labelled(NamedTuple):
    """A dialogue with the label of its last turn.

    Attributes:
        turns: from the oldest; a sentence is a dialogue of one turn.
        label: its number.
        id: of the dialogue, if the file has one.
        part: the split that the file name tells; empty if none.
    """

    turns: tuple[str, ...]
    label: int
    id: str = ""
    part: Part | Literal[""] = ""


def read_folder(folder: Path) -> list[Labelled]:
    """All labels of a folder, in the order of its files and their lines.

    Texts of the test split are removed from training, whatever file they are in.

    Raises:
        LabelError: the folder is missing or has no labels, or a file has an unknown format.
    """
    files = label_files(folder)
    maps = [path for path in files if path.name == "labels.txt"]
    names = read_map(maps[0].read_text("utf-8").splitlines(), str(maps[0])) if maps else None
    found = [one for path in files if path not in maps for one in _read(path, names)]
    if not found:
        raise LabelError(
            f"{folder}: no labels; put files there of the forms of docs/emotions.md (.txt, .csv, .jsonl), "
            "or set emotions.annotations to sample"
        )
    tested = {one.turns for one in found if one.part == "test"}
    assigned = {one.turns for one in found if one.part}
    first = {one.turns: one for one in reversed(found)}
    return [
        one
        for one in found
        if one.part == "test"
        or (one.part and one.turns not in tested)
        # Texts that are split by hash occur once, or one split would leak into another.
        or (first[one.turns] is one and one.turns not in assigned)
    ]


def label_files(folder: Path) -> list[Path]:
    """The files of a folder that labels may be in, sorted."""
    return sorted(path for path in folder.glob("*") if path.suffix in _FORMS)


def deal(labelled: Sequence[Labelled], seed: int, test: float = 0.2, valid: float = 0.2) -> list[Labelled]:
    """Labels with the split of each: that of the file, otherwise shares of each class by a hash of the text.

    As in EDOS: a share of each class is for testing, a share of the rest for validation.

    Args:
        labelled: of any classes.
        seed: of the split.
        test: share of each class.
        valid: share of each class; the rest is for training.
    """
    by_class: dict[int, list[tuple[bytes, int]]] = {}
    for place, one in enumerate(labelled):
        if not one.part:
            seeded = f"{seed}:" + "\n".join(one.turns)
            digest = hashlib.sha256(seeded.encode("utf-8", "surrogatepass")).digest()
            by_class.setdefault(one.label, []).append((digest, place))
    parts: dict[int, Part] = {}
    for drawn in by_class.values():
        ends = (round(test * len(drawn)), round((test + valid) * len(drawn)))
        for order, (_, place) in enumerate(sorted(drawn)):
            parts[place] = "test" if order < ends[0] else "valid" if order < ends[1] else "train"
    return [one._replace(part=parts.get(place, one.part)) for place, one in enumerate(labelled)]


def _read(path: Path, names: Mapping[int, str] | None) -> Iterator[Labelled]:
    part = _PART.search(path.stem)
    with path.open(encoding="utf-8-sig", newline="") as file:
        place = 0
        try:
            for place, row in _FORMS[path.suffix](file, names):  # noqa: B007 - for the message
                if row is None:
                    continue
                turns = tuple(text for text in (turn.strip() for turn in row[0]) if text)
                if turns:
                    yield Labelled(turns, number(row[1]), row[2], _PARTS[part[1]] if part else "")
        except (LabelError, ValueError, KeyError, TypeError, UnicodeDecodeError, csv.Error) as error:
            raise LabelError(f"{path}: after line {place}: {error}") from error


Row = tuple[list[str], str, str]
"""Turns, label and id."""
_EDOS = dict(enumerate(LABELS))


def _sentences(file: Iterable[str], names: Mapping[int, str] | None) -> Iterator[tuple[int, Row | None]]:
    for place, line in enumerate(file, 1):
        key, separator, text = line.rstrip("\r\n").partition(SEPARATOR)
        if not line.strip():
            continue
        if not separator or not key.strip().isdecimal():
            raise ValueError(f"line {place} is no `number{SEPARATOR}text`")
        known = names if names is not None else _EDOS
        if int(key) not in known:
            raise ValueError(f"line {place}: no label has the number {int(key)}")
        yield place, ([text], known[int(key)], "")


def _table(file: Iterable[str], _names: Mapping[int, str] | None) -> Iterator[tuple[int, Row | None]]:
    csv.field_size_limit(_FIELD_LIMIT)
    lines = iter(file)
    header = next(lines, "")
    columns = [name.strip() for name in next(csv.reader([header]), [])]
    take = next((take for needed, take in _TABLES if needed <= set(columns)), None)
    if take is None:
        raise ValueError(f"no known columns: {header.strip()[:80]}")
    # EmpatheticDialogues has no quoting: a comma inside a field is `_comma_`, a quote is only that.
    quoting: Any = csv.QUOTE_NONE if take is _situation else csv.QUOTE_MINIMAL
    for place, cells in enumerate(csv.reader(lines, quoting=quoting), 2):
        yield place, take(dict(zip(columns, cells, strict=False)))


def _intents(row: Mapping[str, str]) -> Row | None:
    return ([row["Text"]], row["Label"], "") if row["Label"] not in _NONE else None


def _situation(row: Mapping[str, str]) -> Row:
    return [row["prompt"].replace("_comma_", ",")], row["context"], row.get("conv_id") or ""


def _agreed(row: Mapping[str, str]) -> Row | None:
    agreed = row["Agreed emotion (2/3 vote)"]
    # Some annotators agreed on a word of their own.
    known = agreed not in _NONE and find_number(agreed) is not None
    return (row["Dialog"].split("\n"), agreed, row.get("DialogID") or "") if known else None


def _own(row: Mapping[str, str]) -> Row:
    return (row.get("dialogue") or row.get("text") or "").split("\n"), row["label"], row.get("id") or ""


def _lines(file: Iterable[str], _names: Mapping[int, str] | None) -> Iterator[tuple[int, Row | None]]:
    for place, line in enumerate(file, 1):
        if line.strip():
            row: dict[str, Any] = json.loads(line)
            turns = row["turns"] if "turns" in row else [row["text"]]
            texts = [turn["text"] if isinstance(turn, dict) else turn for turn in turns]
            yield place, (texts, row["label"], str(row.get("id", "")))


_TABLES = (
    ({"Text", "Label"}, _intents),
    ({"prompt", "context"}, _situation),
    ({"Dialog", "Agreed emotion (2/3 vote)"}, _agreed),
    ({"label", "text"}, _own),
    ({"label", "dialogue"}, _own),
)
_FORMS = {".txt": _sentences, ".csv": _table, ".jsonl": _lines}

"""Dialogues and sentences that people labelled, from a folder of files in any of the published forms.

<name>.txt      `<number> <SEP> text`, a sentence a line: the sentences of EmpatheticIntents
labels.txt      `label,number`: the numbers of these files, checked to be one to one; without it those of EDOS
<name>.csv      by its header: EmpatheticIntents (Text, Label), EmpatheticDialogues (context, prompt), EDOS
                (Dialog, Agreed emotion (2/3 vote)), or one's own (label, and text or dialogue)
<name>.jsonl    {"label": …} with "text", or "turns" from the oldest; "id" may stand there

The end of a file's name says what its labels are for: `-train`, `-valid` or `-test`; those of other names are
dealt by what is said. Tokens of EDOS stand between blanks and stay so: words are found in either.
"""

import csv
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from dialogue_etl.emotions.labels import LABELS, LabelError, find_number, number, read_map

Part = Literal["train", "valid", "test"]
SEPARATOR = " <SEP> "
_NONE = {"-", ""}  # what EDOS has where two of three did not agree
_PART = re.compile(r"(?:^|[-_.])(train|valid|validation|test)$")
_PARTS: dict[str, Part] = {"train": "train", "valid": "valid", "validation": "valid", "test": "test"}
_FIELD_LIMIT = 10_000_000


class Labelled(NamedTuple):
    """A dialogue with the label of what is said last in it.

    Attributes:
        turns: from the oldest; a sentence is a dialogue of one turn.
        label: its number.
        id: of the dialogue, where the file has one.
        part: what the file says it is for; empty where it does not.
    """

    turns: tuple[str, ...]
    label: int
    id: str = ""
    part: Part | Literal[""] = ""


def read_folder(folder: Path) -> list[Labelled]:
    """All labels of a folder, in the order of its files and their lines.

    What is tested on is learnt from nowhere, whatever file has it too.

    Raises:
        LabelError: there is no such folder, or no label in it, or a file is none of the forms; where.
    """
    files = sorted(path for path in folder.glob("*") if path.suffix in {".txt", ".csv", ".jsonl"})
    maps = [path for path in files if path.name == "labels.txt"]
    names = read_map(maps[0].read_text("utf-8").splitlines(), str(maps[0])) if maps else None
    found = [one for path in files if path not in maps for one in _read(path, names)]
    if not found:
        raise LabelError(
            f"{folder}: no labels; put files there of the forms of docs/emotions.md (.txt, .csv, .jsonl), "
            "or set emotions.annotations to sample"
        )
    tested = {one.turns for one in found if one.part == "test"}
    dealt = {one.turns for one in found if one.part}
    first = {one.turns: one for one in reversed(found)}
    return [
        one
        for one in found
        if one.part == "test"
        or (one.part and one.turns not in tested)
        # What is dealt by what is said is there once, or a part would tell of another one.
        or (first[one.turns] is one and one.turns not in dealt)
    ]


def deal(labelled: Sequence[Labelled], seed: int, test: float = 0.2, valid: float = 0.2) -> list[Labelled]:
    """Labels with the part of each: what a file says, else shares of each class by a hash of what is said.

    As EDOS deals them: a share of each class is tested on, a share of what is left validates.

    Args:
        labelled: of any classes.
        seed: another one deals them anew.
        test: share of each class.
        valid: share of each class; the rest is trained on.
    """
    by_class: dict[int, list[tuple[bytes, int]]] = {}
    for place, one in enumerate(labelled):
        if not one.part:
            told = f"{seed}:" + "\n".join(one.turns)
            digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).digest()
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
    # Some agreed on a word of their own.
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

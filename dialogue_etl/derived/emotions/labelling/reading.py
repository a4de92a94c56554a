"""Read labelled dialogues and sentences from files in any of the published formats.

<name>.txt      `<number> <SEP> text`, one sentence per line: the sentences of EmpatheticIntents
labels.txt      `label,number`: the numbers of these files, checked to be one to one; without it those of
                EDOS, or of the scheme that is named
<name>.csv      by its header: EmpatheticIntents (Text, Label), EmpatheticDialogues (context, prompt), EDOS
                (Dialog, Agreed emotion (2/3 vote)), MELD (Utterance, Emotion), or one's own (label, and text
                or dialogue)
<name>.tsv      GoEmotions: text, numbers of labels, id; XED has no id; texts with several are left out
<name>.jsonl    {"label": …} with "text", or "turns" from the oldest; optionally "id" and "scheme"

DailyDialog has its emotions in a file beside that of the turns: `dialogue-etl emotions labels add` reads it.

A file name ending in `-train`, `-valid` or `-test` says what its labels are for; those of other files are
split by a hash of the text. The tokens of EDOS are separated by spaces and stay so: words are found anyway.
"""

import csv
import hashlib
import json
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

from dialogue_etl.corpora import dailydialog, empathetic
from dialogue_etl.corpora.records import Bad
from dialogue_etl.derived.emotions.labelling.labels import LabelError, Scheme, load, read_map

log = logging.getLogger("dialogue_etl")

Part = Literal["train", "valid", "test"]
SEPARATOR = " <SEP> "
_NONE = {"-", ""}  # EDOS' label if no two of three agree
_PART = re.compile(r"(?:^|[-_.])(train|valid|validation|dev|val|test)$")
_PARTS: dict[str, Part] = {
    **dict.fromkeys(("valid", "validation", "dev", "val"), "valid"),
    "train": "train",
    "test": "test",
}
_FIELD_LIMIT = 10_000_000
# MELD has Windows-1252's apostrophes and dots as control characters, by their numbers there.
_CONTROLS = {n: bytes([n]).decode("cp1252", "ignore") for n in range(0x80, 0xA0)}
_NEUTRAL_OF_XED = "9"


class Row(NamedTuple):
    """A label as a file has it.

    Attributes:
        turns: from the oldest; a sentence is a dialogue of one turn.
        label: of the last turn, in the words of the file.
        id: of the dialogue, if the file has one.
        scheme: of the label; empty if the file does not say it.
    """

    turns: tuple[str, ...]
    label: str
    id: str = ""
    scheme: str = ""


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


def read_folder(folder: Path, inventory: Scheme) -> list[Labelled]:
    """All labels of a folder, in the order of its files and their lines.

    Texts of the test split are removed from training, whatever file they are in. Labels without a counterpart
    in the inventory are left out, which is logged.

    Raises:
        LabelError: the folder is missing or has no labels, or a file has an unknown format.
    """
    found: list[Labelled] = []
    for path in label_files(folder):
        part, lost = _part(path), Counter[str]()
        for row, number in numbered(path, inventory):
            if number is None:
                lost[row.label] += 1
            else:
                found.append(Labelled(row.turns, number, row.id, part))
        if lost:
            named = ", ".join(f"{label} ({number:,})" for label, number in sorted(lost.items()))
            log.warning("%s: left out, for %s has no such label: %s", path, inventory.name, named)
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
    return sorted(path for path in folder.glob("*") if path.suffix in _FORMS and path.name != _NUMBERS)


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


def numbered(path: Path, inventory: Scheme, scheme: str = "") -> Iterator[tuple[Row, int | None]]:
    """The labels of a file, each with its number in an inventory; None if it has no counterpart there.

    Raises:
        LabelError: the file has an unknown format or label.
    """
    for place, row in enumerate(rows(path, scheme), 1):
        try:
            yield row, inventory.number(row.label, row.scheme)
        except LabelError as error:
            raise LabelError(f"{path}: label {place}: {error}") from error


def rows(path: Path, scheme: str = "") -> Iterator[Row]:
    """The labels of a file as it has them.

    Args:
        path: of the file.
        scheme: of its labels, where the format does not say it.

    Raises:
        LabelError: the file has an unknown format.
    """
    if scheme == "dailydialog" and path.suffix == ".txt":
        found = _dailydialog(path)
    elif scheme == "xed" and path.suffix == ".txt":
        found = _neutral(path)
    elif scheme and path.suffix == ".txt":
        found = _sentences(path, dict(enumerate(load(scheme).labels)), scheme)
    elif path.suffix == ".tsv":
        found = _tabbed(path, scheme or "goemotions")
    elif path.suffix in _FORMS:
        found = _FORMS[path.suffix](path)
    else:
        raise LabelError(f"{path}: no known form of labels ({', '.join(_FORMS)})")
    number = 0
    try:
        for number, row in enumerate(found, 1):  # noqa: B007 - for the message
            turns = tuple(text for turn in row.turns if (text := turn.translate(_CONTROLS).strip()))
            if turns:
                yield row._replace(turns=turns, scheme=row.scheme or scheme)
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeDecodeError, csv.Error) as error:
        raise LabelError(f"{path}: after label {number}: {error}") from error


def _part(path: Path) -> Part | Literal[""]:
    found = _PART.search(path.stem)
    return _PARTS[found[1]] if found else ""


def suffix(path: Path) -> str:
    """What a name must end with to say the split that the name of a published file says elsewhere in it."""
    found = re.search(r"(?<![a-z])(train|valid|validation|dev|val|test)(?![a-z])", path.stem.lower())
    return f"-{_PARTS[found[1]]}" if found and not _part(path) else ""


_NUMBERS = "labels.txt"


def _numbered_sentences(path: Path) -> Iterator[Row]:
    beside = path.with_name(_NUMBERS)
    known: Mapping[int, str] = dict(enumerate(load("edos").labels))
    if beside.is_file():
        known = read_map(beside.read_text("utf-8").splitlines(), str(beside))
    return _sentences(path, known, "edos")


def _sentences(path: Path, known: Mapping[int, str], scheme: str) -> Iterator[Row]:
    for place, line in enumerate(path.read_text("utf-8-sig").split("\n"), 1):
        key, separator, text = line.rstrip("\r").partition(SEPARATOR)
        if not line.strip():
            continue
        if not separator or not key.strip().isdecimal():
            raise ValueError(f"line {place} is not `number{SEPARATOR}text`")
        if int(key) not in known:
            raise ValueError(f"line {place}: no label has the number {int(key)}")
        yield Row((text,), known[int(key)], scheme=scheme)


def _table(path: Path) -> Iterator[Row]:
    csv.field_size_limit(_FIELD_LIMIT)
    with path.open(encoding="utf-8-sig", newline="") as lines:
        header = next(lines, "")
        columns = [name.strip() for name in next(csv.reader([header]), [])]
        if {"prompt", "context"} <= set(columns):
            yield from _situations(path)
            return
        take = next((take for needed, take in _TABLES if needed <= set(columns)), None)
        if take is None:
            raise ValueError(f"no known columns: {header.strip()[:80]}")
        yield from take(dict(zip(columns, cells, strict=False)) for cells in csv.reader(lines))


Cells = Iterable[Mapping[str, str]]


def _intents(table: Cells) -> Iterator[Row]:
    return (Row((row["Text"],), row["Label"], scheme="edos") for row in table if row["Label"] not in _NONE)


def _situations(path: Path) -> Iterator[Row]:
    for line, id, cells in empathetic.rows(path):
        if cells.get("prompt") and cells.get("context"):
            said = cells["prompt"].replace("_comma_", ",")
            yield Row((said,), cells["context"], id, "empatheticdialogues")
        else:
            log.warning("%s:%d: left out: too few or too many cells", path, line)


def _agreed(table: Cells) -> Iterator[Row]:
    edos = load("edos")
    for row in table:
        agreed = row["Agreed emotion (2/3 vote)"]
        if agreed not in _NONE and edos.has(agreed):  # some agreed on a word of their own
            yield Row(tuple(row["Dialog"].split("\n")), agreed, row.get("DialogID") or "", "edos")


def _meld(table: Cells) -> Iterator[Row]:
    for id, scene in groupby(table, key=lambda row: row["Dialogue_ID"]):
        said: list[str] = []
        for row in scene:
            said.append(row["Utterance"])
            yield Row(tuple(said), row["Emotion"], f"{id}.{row['Utterance_ID']}", "meld")


def _own(table: Cells) -> Iterator[Row]:
    for row in table:
        said = (row.get("dialogue") or row.get("text") or "").split("\n")
        yield Row(tuple(said), row["label"], row.get("id") or "", row.get("scheme") or "")


def _lines(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig") as file:
        for line in filter(str.strip, file):
            row: dict[str, Any] = json.loads(line)
            turns = row["turns"] if "turns" in row else [row["text"]]
            texts = tuple(turn["text"] if isinstance(turn, dict) else turn for turn in turns)
            yield Row(texts, row["label"], str(row.get("id", "")), row.get("scheme") or "")


def _tabbed(path: Path, scheme: str = "goemotions") -> Iterator[Row]:
    """Text, numbers of labels (`5,15`, `8, 1` or `{'1', '8'}`), and an id where there is one."""
    names, several = load(scheme).labels, 0
    with path.open(encoding="utf-8-sig", newline="\n") as file:
        for line in file:
            text, numbers, *id = line.rstrip("\r\n").split("\t")
            first, *others = re.findall(r"\d+", numbers)
            if others:
                several += 1
            else:
                yield Row((_unquoted(text),), names[int(first)], "".join(id), scheme)
    if several:
        log.warning("%s: left out: %d texts with several labels", path, several)


def _unquoted(text: str) -> str:
    """A cell without the quotes that it has for having quotes in it."""
    quoted = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1].replace('""', "")
    return text[1:-1].replace('""', '"') if quoted else text


def _neutral(path: Path) -> Iterator[Row]:
    """XED's neutral sentences: a nine, and the text."""
    for place, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        number, _, text = line.partition("\t")
        if number != _NEUTRAL_OF_XED:
            raise ValueError(f"line {place} is not `{_NEUTRAL_OF_XED}`, a tabulator and a neutral sentence")
        yield Row((text,), "neutral", scheme="xed")


def _dailydialog(path: Path) -> Iterator[Row]:
    for one in dailydialog.read(path, list(path.parent.iterdir())):
        if isinstance(one, Bad):
            log.warning("%s:%d: left out: %s", path, one.line, one.reason)
            continue
        for place, turn in enumerate(one.turns, 1):
            label = dict(turn.labels).get("dailydialog-emotion")
            if label is None:
                raise LabelError(f"{path}: no file with its emotions beside it (dialogues_emotion_….txt)")
            said = tuple(before.text for before in one.turns[:place])
            yield Row(said, label, f"{one.id}.{place}", "dailydialog")


_TABLES = (
    ({"Text", "Label"}, _intents),
    ({"Dialog", "Agreed emotion (2/3 vote)"}, _agreed),
    ({"Utterance", "Emotion", "Dialogue_ID", "Utterance_ID"}, _meld),
    ({"label", "text"}, _own),
    ({"label", "dialogue"}, _own),
)
_FORMS = {".txt": _numbered_sentences, ".csv": _table, ".tsv": _tabbed, ".jsonl": _lines}

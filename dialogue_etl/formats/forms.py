"""All forms a dataset can be had in, and one language of it written in several of them at once."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.formats.dialogue import DATASET, NORMALISED
from dialogue_etl.tables import PAIRS
from dialogue_etl.turns import pairs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from dialogue_etl.params import Format

    Row = Mapping[str, Any]
    Write = Callable[[Row], Any]

_ROLES = ("user", "assistant")
_BREAKS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""Whatever `str.splitlines` ends a line at: comments hold some of them, utterances of books none."""


def utterances(row: Mapping[str, Any], *, normalised: bool) -> list[str]:
    """What the turns of a dialogue say: their normalised text if that is asked for."""
    return list(row[NORMALISED.name]) if normalised else [turn["text"] for turn in row["turns"]]


def jsonl(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Chat messages, as training code for language models reads them: user and assistant take turns.

    Beside the messages a line has the list `speakers`, null where nobody says who speaks. With `normalised`
    it has such a list of strings too.
    """
    line = {name: row[name] for name in ("id", "source_id", "language")}
    line["messages"] = [
        {"role": _ROLES[index % 2], "content": turn["text"]} for index, turn in enumerate(row["turns"])
    ]
    line["speakers"] = [turn["speaker"] for turn in row["turns"]]
    if normalised:
        line[NORMALISED.name] = row[NORMALISED.name]
    return json.dumps(line, ensure_ascii=False) + "\n"


def text(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Plain text, as the original pipeline writes it: an utterance a line, an empty line after a dialogue."""
    said = utterances(row, normalised=normalised)
    return "".join(f"{one.translate(_BREAKS)}\n" for one in said) + "\n"


def rows(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Rows as `datasets.load_dataset("lccc")` gives them: `{"dialog": […]}`."""
    return json.dumps({"dialog": utterances(row, normalised=normalised)}, ensure_ascii=False) + "\n"


def tsv(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Turns between tabs, without a header or quotes, as the training code of CDial-GPT reads them.

    The form has no way to write a tab or a line end inside a turn: a blank stands there.
    """
    said = utterances(row, normalised=normalised)
    return "\t".join(one.translate(_BREAKS).replace("\t", " ") for one in said) + "\n"


SPLIT_KEYS = {"train": "train", "validation": "valid", "test": "test"}
"""What the release calls the splits, in its order."""
_SYMBOL = re.compile(r"<[A-Z]+\d*>|\S")


def spaced(text: str) -> str:
    """A text with a blank between its characters, such as `遭 淋 安 逸 了 ？`.

    As in the release, letters and digits of other scripts stand apart too (`O K`), and blanks of the text
    itself are not told from those put in, so words cannot be put together again. Placeholders such as
    `<NAME1>` stay whole: they are one symbol.
    """
    return " ".join(_SYMBOL.findall(text))


LINES: dict[Format, Callable[..., str]] = {
    "jsonl": jsonl,
    "text": text,
    "rows": rows,
    "tsv": tsv,
}
"""Forms of lines, with a file per split."""
WHOLE_FORMS: dict[Format, Callable[[str], str]] = {"lccc": str, "characters": spaced}
"""Forms with one file for all splits, and how they spell a turn."""
SPLIT_FORMS: tuple[Format, ...] = ("parquet", *LINES)
"""Forms with a file per split that hold the dialogues."""
DERIVED_FORMS: tuple[Format, ...] = ("pairs",)
"""Forms with a file per split that are made of the dialogues and do not hold them."""
_ENDINGS = {"parquet": "parquet", "pairs": "parquet", "text": "txt", "tsv": "tsv"}
_ROWS = 5_000
_OF_PAIRS = pa.schema([DATASET.field("id"), DATASET.field("turns")])


def file_name(form: str, language: str, split: str) -> str:
    """The file of a form, language and split, relative to the dataset; forms of all splits have one file."""
    if form in WHOLE_FORMS:
        return f"{form}/{language}.json"
    if form == "text" and split == "validation":
        split = "dev"  # as gutenberg-dialog names it
    folder = language if form == "parquet" else f"{form}/{language}"
    return f"{folder}/{split}.{_ENDINGS.get(form, 'jsonl')}"


@contextmanager
def language_writer(
    folder: Path,
    language: str,
    splits: Sequence[str],
    forms: Sequence[Format],
    *,
    normalised: bool = False,
) -> Iterator[Callable[[str, Row], None]]:
    """A function that adds a dialogue, with normalised text or not, to one of the splits that have any."""
    with ExitStack() as opened:

        def path(form: Format, split: str) -> Path:
            file = folder / file_name(form, language, split)
            file.parent.mkdir(parents=True, exist_ok=True)
            return file

        by_split = {
            split: [
                opened.enter_context(_opened(form, path(form, split), normalised=normalised))
                for form in forms
                if form not in WHOLE_FORMS
            ]
            for split in splits
        }
        wholes = [
            opened.enter_context(_lccc_file(path(form, ""), WHOLE_FORMS[form], normalised=normalised))
            for form in forms
            if form in WHOLE_FORMS
        ]

        def write(split: str, row: Row) -> None:
            for add in by_split[split]:
                add(row)
            for add_to in wholes:
                add_to(split, row)

        yield write


def _opened(form: Format, path: Path, *, normalised: bool) -> AbstractContextManager[Write]:
    """A function that adds a dialogue to the file of a split."""
    if form in LINES:
        return _line_file(path, LINES[form], normalised=normalised)
    if form == "pairs":
        return _table_file(path, PAIRS, lambda rows: pairs_of(pa.Table.from_pylist(rows, _OF_PAIRS)))
    schema = DATASET.append(NORMALISED) if normalised else DATASET
    return _table_file(path, schema, lambda rows: pa.Table.from_pylist(rows, schema))


@contextmanager
def _line_file(path: Path, line: Callable[..., str], *, normalised: bool) -> Iterator[Write]:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        yield lambda row: file.write(line(row, normalised=normalised))


@contextmanager
def _table_file(path: Path, schema: pa.Schema, table: Callable[[list[Row]], pa.Table]) -> Iterator[Write]:
    """Rows are written once enough have come together."""
    rows: list[Row] = []
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:

        def write(row: Row) -> None:
            rows.append(row)
            if len(rows) >= _ROWS:
                writer.write_table(table(rows))
                rows.clear()

        yield write
        if rows:
            writer.write_table(table(rows))


@contextmanager
def _lccc_file(
    path: Path, spell: Callable[[str], str], *, normalised: bool
) -> Iterator[Callable[[str, Mapping[str, Any]], None]]:
    """The release form of LCCC, one JSON file of all splits: `{"train": [["…", "…"], …], "valid": …}`.

    A function that adds a dialogue to a split; the file is there at the end, unless something fails.

    Dialogues of all splits come in turn, and the file has one split after the other: each split is written
    to a file without a name, and they are put together at the end. So nothing is held in memory, and a line
    holds one dialogue: whoever cannot load the file as a whole reads it line by line.
    """
    with ExitStack() as opened:
        parts = {
            split: opened.enter_context(
                tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n", dir=path.parent)
            )
            for split in SPLIT_KEYS
        }

        def write(split: str, row: Mapping[str, Any]) -> None:
            said = [spell(text) for text in utterances(row, normalised=normalised)]
            separator = ",\n" if parts[split].tell() else "\n"
            parts[split].write(separator + json.dumps(said, ensure_ascii=False))

        yield write
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for index, (split, part) in enumerate(parts.items()):
                part.seek(0)
                file.write(f"{',' if index else '{'}\n{json.dumps(SPLIT_KEYS[split])}: [")
                shutil.copyfileobj(part, file)
                file.write("\n]")
            file.write("\n}\n")

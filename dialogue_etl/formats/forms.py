"""All forms a dataset can be had in, and one language of it written in several of them at once."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl import pairs
from dialogue_etl.formats import lines
from dialogue_etl.formats.dialogue import DATASET, NORMALISED
from dialogue_etl.formats.lccc import lccc_file, spaced
from dialogue_etl.tables import PAIRS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from dialogue_etl.params import Format

    Row = Mapping[str, Any]
    Write = Callable[[Row], Any]

LINES: dict[Format, Callable[..., str]] = {
    "jsonl": lines.jsonl,
    "text": lines.text,
    "rows": lines.rows,
    "tsv": lines.tsv,
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
    """A function that adds a dialogue to a split.

    Args:
        folder: of the dataset.
        language: BCP-47 tag.
        splits: those that have dialogues; others get no file of their own.
        forms: as `package.formats` has them.
        normalised: whether rows hold normalised text.
    """
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
            opened.enter_context(lccc_file(path(form, ""), WHOLE_FORMS[form], normalised=normalised))
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
        return _table_file(path, PAIRS, lambda rows: pairs.of(pa.Table.from_pylist(rows, _OF_PAIRS)))
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

"""Writes a language of the dataset from Arrow columns: the same bytes as `forms`, in half the time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.parameters.model import Format
from dialogue_etl.core.turns import offsets
from dialogue_etl.formats.chat import Chats
from dialogue_etl.formats.dialogue import NORMALISED, dataset_schema
from dialogue_etl.formats.forms import DERIVED_FORMS, language_writer, table_files
from dialogue_etl.formats.table_forms import TABLE_FORMS


@contextmanager
def table_writer(
    folder: Path,
    language: str,
    splits: Sequence[str],
    formats: Sequence[Format],
    *,
    normalised: bool,
    chats: Chats,
    shard_size: int,
    **options: Any,
) -> Iterator[Callable[[pa.Table, pa.Array], None]]:
    """As `language_writer`, but the function adds rows of the dataset, with the split of each.

    `chats` makes the messages, and counts them.
    """
    by_row = [form for form in formats if form not in TABLE_FORMS]
    schema = dataset_schema(normalised=normalised)
    with ExitStack() as opened:
        write = opened.enter_context(
            language_writer(folder, language, splits, by_row, normalised=normalised, **options)
        )
        files = {
            split: opened.enter_context(
                table_files(folder, language, split, formats, schema, chats=chats, shard_size=shard_size)
            )
            for split in splits
        }

        def write_table(rows: pa.Table, of: pa.Array) -> None:
            if by_row:
                for split, row in zip(of.to_pylist(), _as_rows(rows, by_row), strict=True):
                    write(split, row)
            for split, add in files.items():
                add(rows.filter(pc.equal(of, split)))

        yield write_table


def _as_rows(rows: pa.Table, formats: Sequence[Format]) -> list[dict[str, Any]]:
    """Rows as mappings, with only the fields that the formats need, which is ten times as fast for most."""
    if not set(formats).isdisjoint(DERIVED_FORMS):
        return list(rows.to_pylist())
    turns = rows.column("turns").combine_chunks()
    said = pa.StructArray.from_arrays(
        [turns.flatten().field(name) for name in ("text", "speaker")], ["text", "speaker"]
    )
    nested = pa.ListArray.from_arrays(offsets(turns.value_lengths()), said)
    kept = [name for name in ("id", "source_id", "language", NORMALISED.name) if name in rows.column_names]
    return list(rows.select(kept).append_column("turns", nested).to_pylist())

"""Formats of a split that are written from Arrow columns: several times as fast as dialogue by dialogue."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core.parameters.model import Format
from dialogue_etl.core.tables import PAIRS
from dialogue_etl.core.turns import offsets, pairs_of
from dialogue_etl.formats import chat, shards
from dialogue_etl.formats.chat import Chats
from dialogue_etl.formats.dialogue import NORMALISED
from dialogue_etl.formats.ids import ids_file, left_out_file
from dialogue_etl.text.lines import BREAKS, one_line

Add = Callable[[pa.Table], None]

ROWS_AT_ONCE = 5_000
"""Dialogues that are written at a time: the size of a row group in Parquet."""
_quoted = json.encoder.encode_basestring


def text(rows: pa.Table) -> pa.Array:
    """Plain text as of the original pipeline: an utterance per line, an empty line after each dialogue."""
    said = _utterances(rows)
    # Characters that break lines are not printable.
    lines = _each(said.flatten(), lambda one: one if one.isprintable() else one.translate(BREAKS))
    return _concat(_joined(_concat(lines, "\n"), said, ""), "\n")


def rows(rows: pa.Table) -> pa.Array:
    """Rows as `datasets.load_dataset("lccc")` gives them: `{"dialog": […]}`."""
    said = _utterances(rows)
    return _concat('{"dialog": ', _json_lists(_each(said.flatten(), _quoted), said), "}\n")


def tsv(rows: pa.Table) -> pa.Array:
    """Turns separated by tabs, without a header or quotes, as the training code of CDial-GPT reads them.

    Tabs and line ends inside a turn become spaces, since the format has no way to write them.
    """
    said = _utterances(rows)
    return _concat(_joined(_each(said.flatten(), one_line), said, "\t"), "\n")


LINES: dict[Format, Callable[[pa.Table], pa.Array]] = {
    "text": text,
    "rows": rows,
    "tsv": tsv,
}
"""Line-based formats with a file per split, and what each writes for each row of a dataset."""


def _turn_ids(rows: pa.Table) -> pa.Array:
    """The sidecar lines of format `text`."""
    turns = rows.column("turns").combine_chunks()
    lengths = turns.value_lengths().to_numpy()
    places = pa.array(np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths))
    ids = _each(rows.column("id").combine_chunks(), one_line).take(pc.list_parent_indices(turns))
    return _concat(_joined(_concat(ids, "#", places.cast(pa.string()), "\n"), turns, ""), "\n")


def _dialogue_ids(rows: pa.Table) -> pa.Array:
    """The sidecar lines of formats with a line per dialogue."""
    return _concat(_each(rows.column("id").combine_chunks(), one_line), "\n")


_IDS: dict[Format, Callable[[pa.Table], pa.Array]] = {
    "text": _turn_ids,
    "rows": _dialogue_ids,
    "tsv": _dialogue_ids,
}
PARQUET: Format = "parquet"
TABLE_FORMS: tuple[Format, ...] = (PARQUET, *chat.FORMS, *LINES, "pairs")
"""Formats that `table_file` writes."""


def table_file(
    form: Format, path: Path, schema: pa.Schema, chats: Chats, shard_size: int
) -> AbstractContextManager[Add]:
    """Open a file in one of `TABLE_FORMS`; yields a function that adds rows of this schema.

    Parquet files above `shard_size`, as `package.shard_size`, are cut to shards.
    """
    if form in chat.LINES:
        return _chat_file(form, path, chats)
    if form == chat.MESSAGES:
        return _messages(path, chats, shard_size)
    if form in LINES:
        files = {path: LINES[form]}
        if form in _IDS:
            files[ids_file(path)] = _IDS[form]
        return _line_files(files)
    made, of = (pairs_of, PAIRS) if form == "pairs" else (pa.Table.combine_chunks, schema)
    return _parquet(path, schema.empty_table(), made, of, shard_size)


@contextmanager
def _chat_file(form: Format, path: Path, chats: Chats) -> Iterator[Add]:
    """Beside the file are the ids of the dialogues that have no messages, a line each."""
    with path.open("wb") as file, left_out_file(path).open("w", encoding="utf-8", newline="\n") as beside:

        def add(rows: pa.Table) -> None:
            for one in chats.of(rows):
                if (line := chat.line(form, one)) is None:
                    beside.write(f"{one_line(one.facts['id'])}\n")
                else:
                    file.write(line)

        yield add


@contextmanager
def _line_files(files: Mapping[Path, Callable[[pa.Table], pa.Array]]) -> Iterator[Add]:
    with ExitStack() as opened:
        writers = [(opened.enter_context(path.open("wb")), lines) for path, lines in files.items()]

        def add(rows: pa.Table) -> None:
            for file, lines in writers:
                made = lines(rows)
                whole = pa.ListArray.from_arrays(offsets([len(made)]), made)
                file.write(pc.binary_join(whole, "")[0].as_buffer())

        yield add


@contextmanager
def _messages(path: Path, chats: Chats, shard_size: int) -> Iterator[Add]:
    empty = chat.SCHEMA.empty_table()
    with _parquet(path, empty, pa.Table.combine_chunks, chat.SCHEMA, shard_size) as add:
        yield lambda rows: add(chat.table(chats.of(rows)))


@contextmanager
def _parquet(
    path: Path, empty: pa.Table, made: Callable[[pa.Table], pa.Table], schema: pa.Schema, shard_size: int
) -> Iterator[Add]:
    """Open a file for what is made of rows; `empty` is a table of them. Rows are buffered.

    It is cut when it is whole, since the name of a shard has their number.
    """
    held = empty
    with pq.ParquetWriter(path, schema, compression="zstd", use_dictionary=shards.REPEATED) as writer:

        def add(rows: pa.Table, least: int = ROWS_AT_ONCE) -> None:
            nonlocal held
            held = pa.concat_tables([held, rows])
            while len(held) >= least:
                writer.write_table(made(held.slice(0, ROWS_AT_ONCE)))
                held = held.slice(ROWS_AT_ONCE)

        yield add
        add(empty, 1)
    limit = shard_size * shards.MEGABYTE
    if 0 < limit < path.stat().st_size:
        shards.cut(path, path, limit)
        path.unlink()


def _utterances(rows: pa.Table) -> pa.ListArray:
    """The texts of the turns of each dialogue, or their normalised texts if there are any."""
    if NORMALISED.name in rows.column_names:
        return rows.column(NORMALISED.name).combine_chunks()
    turns = rows.column("turns").combine_chunks()
    return pa.ListArray.from_arrays(offsets(turns.value_lengths()), turns.flatten().field("text"))


def _each(texts: pa.Array, write: Callable[[str], str]) -> pa.Array:
    """All texts as `write` makes them, each distinct one once: a comment is in every path through it."""
    distinct = texts.dictionary_encode()
    return pa.array(list(map(write, distinct.dictionary.to_pylist())), pa.string()).take(distinct.indices)


def _concat(*parts: pa.Array | str) -> pa.Array:
    """Columns of texts, and texts that are the same in all rows, one after the other."""
    return pc.binary_join_element_wise(*parts, "")


def _joined(texts: pa.Array, of: pa.ListArray, separator: str) -> pa.Array:
    """The texts of the elements of each list, joined."""
    return pc.binary_join(pa.ListArray.from_arrays(offsets(of.value_lengths()), texts), separator)


def _json_lists(values: pa.Array, of: pa.ListArray) -> pa.Array:
    """Lists in JSON, of the `values` of the elements of `of`."""
    return _concat("[", _joined(values, of, ", "), "]")

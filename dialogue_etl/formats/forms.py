"""All export formats ("forms") of a dataset, and a writer of several of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from dialogue_etl.core.parameters.model import Format
from dialogue_etl.formats.chat import Chats, View
from dialogue_etl.formats.convokit import convokit_corpus
from dialogue_etl.formats.dialogue import NORMALISED, dataset_schema
from dialogue_etl.formats.lccc import lccc_file, spaced
from dialogue_etl.formats.legacy import language_file
from dialogue_etl.formats.pair_files import Pair, pair_file, pairs_of_row
from dialogue_etl.formats.parallel import parallel_files, side_files
from dialogue_etl.formats.table_forms import LINES, PARQUET, ROWS_AT_ONCE, TABLE_FORMS, table_file

Row = Mapping[str, Any]
Write = Callable[[Row], Any]


def utterances(row: Mapping[str, Any], *, normalised: bool) -> list[str]:
    """The texts of the turns of a dialogue, or their normalised texts."""
    return list(row[NORMALISED.name]) if normalised else [turn["text"] for turn in row["turns"]]


WHOLE_FORMS: dict[Format, Callable[[str], str]] = {"lccc": str, "characters": spaced}
"""Formats with one file for all splits, and how each writes a turn."""
SPLIT_FORMS: tuple[Format, ...] = (PARQUET, "jsonl", "sharegpt", "prompts", *LINES)
"""Formats of dialogues with a file per split."""
PAIR_FORMS: tuple[Format, ...] = ("json", "xml", "legacy")
"""Formats of pairs with a file per split."""
DERIVED_FORMS: tuple[Format, ...] = (
    "messages",
    "parlai",
    "pairs",
    *PAIR_FORMS,
    "parallel",
    "convokit",
    "croissant",
)
"""Formats that the check does not read again."""
_TOGETHER = (*WHOLE_FORMS, "parallel", "convokit")  # a split is not written by itself
_ENDINGS = {
    "parquet": "parquet",
    "messages": "parquet",
    "pairs": "parquet",
    "parlai": "txt",
    "text": "txt",
    "tsv": "tsv",
    "json": "json",
    "xml": "xml",
}


def file_name(form: str, language: str, split: str) -> str:
    """The file of a format, language and split, relative to the dataset.

    Of the two files of `parallel` it is the one with the triggers.
    """
    if form in WHOLE_FORMS:
        return f"{form}/{language}.json"
    if form == "legacy":
        return f"legacy/{split}/{language_file(language)}"
    if form == "convokit":
        return f"convokit/{language}/utterances.jsonl"
    if form == "parallel":
        return side_files(Path(form, language), split)[0].as_posix()
    if form == "text" and split == "validation":
        split = "dev"  # as gutenberg-dialog names it
    folder = language if form == "parquet" else f"{form}/{language}"
    return f"{folder}/{split}.{_ENDINGS.get(form, 'jsonl')}"


def _path(folder: Path, form: Format, language: str, split: str = "") -> Path:
    """The file of a format, in a folder that is there."""
    path = folder / file_name(form, language, split)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def table_files(
    folder: Path,
    language: str,
    split: str,
    formats: Sequence[Format],
    schema: pa.Schema,
    *,
    chats: Chats,
    shard_size: int,
) -> Iterator[Callable[[pa.Table], None]]:
    """Open the files of a split, without formats not in `TABLE_FORMS`; yields a function that adds rows."""
    with ExitStack() as opened:
        adding = [
            opened.enter_context(
                table_file(form, _path(folder, form, language, split), schema, chats, shard_size)
            )
            for form in formats
            if form in TABLE_FORMS
        ]

        def add(rows: pa.Table) -> None:
            for add_to in adding:
                add_to(rows)

        yield add


@contextmanager
def language_writer(
    folder: Path,
    language: str,
    splits: Sequence[str],
    formats: Sequence[Format],
    *,
    normalised: bool = False,
    pretty: bool = False,
    validation_pairs: int = 2_500,
    shard_size: int = 0,
    **others: Any,
) -> Iterator[Callable[[str, Row], None]]:
    """Open the files of a language; yields a function that adds a dialogue to a split.

    Args:
        folder: of the dataset.
        language: BCP-47 tag, or `MIXED`.
        splits: those that have dialogues.
        formats: to write.
        normalised: whether dialogues have normalised text.
        pretty: as `package.pretty`.
        validation_pairs: as `package.validation_pairs`.
        shard_size: as `package.shard_size`.
        others: parameters of `package`; those of `chat.View` are used.
    """
    chats = Chats(View.of(others))
    schema = dataset_schema(normalised=normalised)
    by_split: dict[str, list[Write]] = {split: [] for split in splits}
    with ExitStack() as opened:
        for split, writers in by_split.items():
            if not set(formats).isdisjoint(TABLE_FORMS):
                files = opened.enter_context(
                    table_files(folder, language, split, formats, schema, chats=chats, shard_size=shard_size)
                )
                writers.append(opened.enter_context(_as_tables(files, schema)))
            for form in formats:
                if form in PAIR_FORMS:
                    file = pair_file(form, _path(folder, form, language, split), pretty=pretty)
                    writers.append(opened.enter_context(_pairs(file, normalised=normalised)))
        together = [
            opened.enter_context(
                _together(form, _path(folder, form, language), splits, normalised, validation_pairs)
            )
            for form in formats
            if form in _TOGETHER
        ]

        def write(split: str, row: Row) -> None:
            for add in by_split[split]:
                add(row)
            for add_to in together:
                add_to(split, row)

        yield write


@contextmanager
def _together(
    form: Format, path: Path, splits: Sequence[str], normalised: bool, validation_pairs: int
) -> Iterator[Callable[[str, Row], None]]:
    """Open the files of a format that has no file per split; yields a function that adds a dialogue."""
    with ExitStack() as opened:
        if form in WHOLE_FORMS:
            add = opened.enter_context(lccc_file(path, WHOLE_FORMS[form]))
            yield lambda split, row: add(split, row["id"], utterances(row, normalised=normalised))
        elif form == "convokit":
            yield opened.enter_context(convokit_corpus(path.parent, path.parent.name))
        else:
            files = parallel_files(
                path.parent, splits, draw_from="validation", validation_pairs=validation_pairs
            )
            add_pair = opened.enter_context(files)
            yield lambda split, row: _each_pair(row, partial(add_pair, split), normalised=normalised)


@contextmanager
def _pairs(file: AbstractContextManager[Callable[[Pair], None]], *, normalised: bool) -> Iterator[Write]:
    with file as add:
        yield lambda row: _each_pair(row, add, normalised=normalised)


def _each_pair(row: Row, add: Callable[[Pair], None], *, normalised: bool) -> None:
    for pair in pairs_of_row(row, utterances(row, normalised=normalised)):
        add(pair)


@contextmanager
def _as_tables(add: Callable[[pa.Table], None], schema: pa.Schema) -> Iterator[Write]:
    """A function that takes dialogues one by one; they are added as tables."""
    rows: list[Row] = []

    def flush() -> None:
        add(pa.Table.from_pylist(rows, schema))
        rows.clear()

    def write(row: Row) -> None:
        rows.append(row)
        if len(rows) >= ROWS_AT_ONCE:
            flush()

    yield write
    flush()

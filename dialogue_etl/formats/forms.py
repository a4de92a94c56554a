"""All export formats ("forms") of a dataset, and a writer of several of them at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.formats.convokit import convokit_corpus
from dialogue_etl.formats.dialogue import DATASET, NORMALISED
from dialogue_etl.formats.lccc import lccc_file, spaced
from dialogue_etl.formats.legacy import language_file
from dialogue_etl.formats.pair_files import Pair, pair_file, pairs_of_row
from dialogue_etl.formats.parallel import parallel_files, side_files
from dialogue_etl.params import Format
from dialogue_etl.tables import PAIRS
from dialogue_etl.text.lines import BREAKS, one_line
from dialogue_etl.turns import pairs_of

Row = Mapping[str, Any]
Write = Callable[[Row], Any]

_ROLES = ("user", "assistant")
_quoted = json.encoder.encode_basestring


def utterances(row: Mapping[str, Any], *, normalised: bool) -> list[str]:
    """The texts of the turns of a dialogue, or their normalised texts."""
    return list(row[NORMALISED.name]) if normalised else [turn["text"] for turn in row["turns"]]


def jsonl(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Chat messages, as training code for language models reads them: user and assistant take turns.

    Besides the messages a line has the list `speakers`, null if unknown, and with `normalised` the list of
    normalised texts.
    """
    # Three times as fast as json.dumps.
    names = [f'"{name}": {_quoted(row[name])}' for name in ("id", "source_id", "language")]
    messages = [
        f'{{"role": "{_ROLES[index % 2]}", "content": {_quoted(turn["text"])}}}'
        for index, turn in enumerate(row["turns"])
    ]
    said_by = ["null" if (who := turn["speaker"]) is None else _quoted(who) for turn in row["turns"]]
    line = [*names, f'"messages": [{", ".join(messages)}]', f'"speakers": [{", ".join(said_by)}]']
    if normalised:
        line.append(f'"{NORMALISED.name}": {_list(row[NORMALISED.name])}')
    return f"{{{', '.join(line)}}}\n"


def text(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Plain text as of the original pipeline: an utterance per line, an empty line after each dialogue."""
    said = utterances(row, normalised=normalised)
    # Characters that break lines are not printable.
    return "".join([f"{one if one.isprintable() else one.translate(BREAKS)}\n" for one in said]) + "\n"


def rows(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Rows as `datasets.load_dataset("lccc")` gives them: `{"dialog": […]}`."""
    return f'{{"dialog": {_list(utterances(row, normalised=normalised))}}}\n'


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def tsv(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Turns separated by tabs, without a header or quotes, as the training code of CDial-GPT reads them.

    Tabs and line ends inside a turn become spaces, since the format has no way to write them.
    """
    said = utterances(row, normalised=normalised)
    return "\t".join(map(one_line, said)) + "\n"


LINES: dict[Format, Callable[..., str]] = {
    "jsonl": jsonl,
    "text": text,
    "rows": rows,
    "tsv": tsv,
}
"""Line-based formats with a file per split, and how each writes a dialogue."""
WHOLE_FORMS: dict[Format, Callable[[str], str]] = {"lccc": str, "characters": spaced}
"""Formats with one file for all splits, and how each writes a turn."""
SPLIT_FORMS: tuple[Format, ...] = ("parquet", *LINES)
"""Formats of dialogues with a file per split."""
PAIR_FORMS: tuple[Format, ...] = ("json", "xml", "legacy")
"""Formats of pairs with a file per split."""
DERIVED_FORMS: tuple[Format, ...] = ("pairs", *PAIR_FORMS, "parallel", "convokit", "croissant")
"""Formats that the check does not read again."""
_TOGETHER = (*WHOLE_FORMS, "parallel", "convokit")  # a split is not written by itself
_AT_THE_END = ("croissant",)  # describes what is written
_ENDINGS = {
    "parquet": "parquet",
    "pairs": "parquet",
    "text": "txt",
    "tsv": "tsv",
    "json": "json",
    "xml": "xml",
}
ROWS_AT_ONCE = 5_000
"""Rows that are written at a time: the size of a row group in Parquet."""
_BUFFER = 1 << 18
_OF_PAIRS = pa.schema([DATASET.field("id"), DATASET.field("turns")])


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
    """
    with ExitStack() as opened:

        def path(form: Format, split: str) -> Path:
            file = folder / file_name(form, language, split)
            file.parent.mkdir(parents=True, exist_ok=True)
            return file

        by_split = {
            split: [
                opened.enter_context(_opened(form, path(form, split), normalised=normalised, pretty=pretty))
                for form in formats
                if form not in (*_TOGETHER, *_AT_THE_END)
            ]
            for split in splits
        }
        together = [
            opened.enter_context(_together(form, path(form, ""), splits, normalised, validation_pairs))
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
            yield lambda split, row: add(split, utterances(row, normalised=normalised))
        elif form == "convokit":
            yield opened.enter_context(convokit_corpus(path.parent, path.parent.name))
        else:
            files = parallel_files(
                path.parent, splits, draw_from="validation", validation_pairs=validation_pairs
            )
            add_pair = opened.enter_context(files)
            yield lambda split, row: _each_pair(row, partial(add_pair, split), normalised=normalised)


def _opened(form: Format, path: Path, *, normalised: bool, pretty: bool) -> AbstractContextManager[Write]:
    """Open the file of a split; yields a function that adds a dialogue."""
    if form in LINES:
        return _line_file(path, LINES[form], normalised=normalised)
    if form in PAIR_FORMS:
        return _pairs(pair_file(form, path, pretty=pretty), normalised=normalised)
    if form == "pairs":
        return _table_file(path, PAIRS, lambda rows: pairs_of(pa.Table.from_pylist(rows, _OF_PAIRS)))
    schema = DATASET.append(NORMALISED) if normalised else DATASET
    return _table_file(path, schema, lambda rows: pa.Table.from_pylist(rows, schema))


@contextmanager
def _pairs(file: AbstractContextManager[Callable[[Pair], None]], *, normalised: bool) -> Iterator[Write]:
    with file as add:
        yield lambda row: _each_pair(row, add, normalised=normalised)


def _each_pair(row: Row, add: Callable[[Pair], None], *, normalised: bool) -> None:
    for pair in pairs_of_row(row, utterances(row, normalised=normalised)):
        add(pair)


@contextmanager
def _line_file(path: Path, line: Callable[..., str], *, normalised: bool) -> Iterator[Write]:
    with path.open("wb", _BUFFER) as file:  # twice as fast as a text file
        yield lambda row: file.write(line(row, normalised=normalised).encode())


@contextmanager
def _table_file(path: Path, schema: pa.Schema, table: Callable[[list[Row]], pa.Table]) -> Iterator[Write]:
    """Open a Parquet file; yields a function that adds a row. Rows are buffered."""
    rows: list[Row] = []
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:

        def write(row: Row) -> None:
            rows.append(row)
            if len(rows) >= ROWS_AT_ONCE:
                writer.write_table(table(rows))
                rows.clear()

        yield write
        if rows:
            writer.write_table(table(rows))

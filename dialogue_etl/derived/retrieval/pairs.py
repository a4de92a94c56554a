"""Pairs of trigger and answer, from a packaged dataset, the table of pairs, or a legacy file."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.legacy import read_legacy

_ROWS = 1_000
_TURN = "turns.list.element"
_INTERACTION = ("source_id", "dialogue_id", "number", "trigger", "answer", "interval_ms")


class Pair(NamedTuple):
    """A row of `base.PAIRS`."""

    trigger: str
    answer: str
    interval_ms: int | None
    before: int | None
    source_id: str
    dialogue_id: str
    turn: int
    title: str | None = None
    corpus: str | None = None
    url: str | None = None


def of_parquet(path: Path, language: str) -> Iterator[Pair]:
    """The pairs of a file: of dialogues in a language, as `package` writes them, or the table `interactions`.

    Raises:
        DialogueEtlError: it holds neither.
    """
    with pq.ParquetFile(path, pre_buffer=False) as file:
        columns = set(file.schema_arrow.names)
        if "turns" in columns:
            yield from _of_dataset(file, language)
        elif columns >= set(_INTERACTION):
            yield from _of_table(file)
        else:
            raise DialogueEtlError(f"{path}: neither dialogues of a dataset nor pairs")


def _of_dataset(file: pq.ParquetFile, language: str) -> Iterator[Pair]:
    row = 0
    known = {"id", "source_id", "language", "title", "corpus", "url"} & set(file.schema_arrow.names)
    columns = [*sorted(known), *(f"{_TURN}.{name}" for name in ("text", "start_ms", "end_ms"))]
    for batch in file.iter_batches(_ROWS, columns=columns, use_threads=False):
        for dialogue in batch.to_pylist():
            if dialogue["language"] == language:
                yield from _of_dialogue(dialogue, row)
                row += max(len(dialogue["turns"]) - 1, 0)


def _of_dialogue(dialogue: dict[str, Any], row: int) -> Iterator[Pair]:
    turns = dialogue["turns"]
    for number in range(len(turns) - 1):
        one, next_one = turns[number], turns[number + 1]
        times = one["end_ms"], next_one["start_ms"]
        yield Pair(
            one["text"],
            next_one["text"],
            None if None in times else times[1] - times[0],
            # The pair before shares a turn with this one: the interaction before it is two turns back.
            row + number - 2 if number > 1 else None,
            dialogue["source_id"],
            dialogue["id"],
            number + 1,
            *(dialogue.get(name) for name in ("title", "corpus", "url")),
        )


def _of_table(file: pq.ParquetFile) -> Iterator[Pair]:
    def with_links() -> Iterator[tuple[Pair, bool]]:
        following = None
        for batch in file.iter_batches(_ROWS, columns=list(_INTERACTION), use_threads=False):
            columns = zip(*batch.to_pydict().values(), strict=True)
            for source, dialogue, number, trigger, answer, interval in columns:
                pair = Pair(trigger, answer, interval, None, source, dialogue or "", number + 1)
                yield pair, (source, dialogue, number) == following
                following = source, dialogue, number + 1

    return _chained(with_links())


def of_legacy(lines: Iterable[str]) -> Iterator[Pair]:
    """The records of a file of the Subtle corpus.

    Raises:
        LegacyError: a record is malformed; the message has its line.
    """
    return _chained(
        (Pair(one.trigger, one.answer, one.interval_ms, None, one.source_id, "", number), one.goes_on)
        for number, one in enumerate(read_legacy(lines))
    )


def _chained(pairs: Iterable[tuple[Pair, bool]]) -> Iterator[Pair]:
    """The pairs with the row of the interaction before each.

    A record whose trigger is the previous answer shares a turn with the previous record: then its previous
    interaction is the record before that, if it belongs to the same conversation. Other records share none.
    """
    behind: Sequence[Pair] = ()  # the last two pairs of this conversation
    for row, (pair, goes_on) in enumerate(pairs):
        behind = behind if goes_on else ()
        shared = bool(behind) and behind[-1].answer == pair.trigger
        yield pair._replace(before=row - 1 - shared if len(behind) > shared else None)
        behind = (*behind[-1:], pair)

"""Two versions of very many dialogues, made of columns: the second has some changed, split, joined, left out.

Words are drawn, so the texts compress worse than real ones.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import shards, turns
from dialogue_etl.core.tables import DROPS, SPLITS, WORKS
from dialogue_etl.sources.books.tables import TEXTS
from dialogue_etl.text.spans import Spans

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

DIALOGUES_PER_BOOK = 120
TURNS = 6
"""On average per dialogue, as in the paper (table 3: 5.9 in English)."""
_WORDS = 15
_VOCABULARY = 30_000
_UTTERANCES = 200_000
_GAP = 40
_SEED = 1


@dataclass(frozen=True)
class Version:
    """Turns in order.

    Attributes:
        book: number of the book of each turn.
        begins: whether a dialogue begins with it.
        there: whether it is in a dialogue; if not, `min_turns` left it out.
        text: number of its text.
        start: its first character in the book.
        texts: all texts.
    """

    book: Numbers
    begins: Mask
    there: Mask
    text: Numbers
    start: Numbers
    texts: pa.Array


def versions(dialogues: int, differing: float) -> tuple[Version, Version]:
    """Two versions of so many dialogues.

    Args:
        dialogues: of the first.
        differing: share of them that are changed, split, joined with the one before, removed or added.
    """
    draw = np.random.default_rng(_SEED)
    texts = _texts(draw)
    sizes = draw.poisson(TURNS - 2, dialogues) + 2
    firsts = np.cumsum(sizes) - sizes
    turns = int(sizes.sum())
    book = np.repeat(np.arange(dialogues) // DIALOGUES_PER_BOOK, sizes)
    begins = np.zeros(turns, np.bool_)
    begins[firsts] = True
    text = draw.integers(0, len(texts), turns)
    lengths = pc.utf8_length(texts).to_numpy()[text] + _GAP
    ends = np.cumsum(lengths)
    start = ends - lengths
    start -= start[np.searchsorted(book, book)]
    fate = draw.random(dialogues) // (differing / 5) if differing else np.full(dialogues, 9)
    there, there_then, begins_then, text_then = (
        np.ones(turns, np.bool_),
        np.ones(turns, np.bool_),
        begins.copy(),
        text.copy(),
    )
    text_then[firsts[fate == 0]] = draw.integers(0, len(texts), int((fate == 0).sum()))
    begins_then[firsts[fate == 1] + sizes[fate == 1] // 2] = True
    begins_then[firsts[(fate == 2) & (np.arange(dialogues) % DIALOGUES_PER_BOOK > 0)]] = False
    of_turn = np.repeat(fate, sizes)
    there_then[of_turn == 3] = False
    there[of_turn == 4] = False
    return (
        Version(book, begins, there, text, start, texts),
        # After one that is left out, what was joined to it begins by itself.
        Version(book, begins_then | (begins & np.roll(~there_then, 1)), there_then, text_then, start, texts),
    )


def _texts(draw: np.random.Generator) -> pa.Array:
    letters = np.frombuffer(b"etaoinshrdlucmfwyp", np.uint8)
    words = [
        letters[draw.integers(0, len(letters), n)].tobytes().decode()
        for n in draw.poisson(3, _VOCABULARY) + 2
    ]
    drawn = (draw.random((_UTTERANCES, _WORDS)) ** 3 * _VOCABULARY).astype(np.int64)
    lengths = draw.integers(1, _WORDS + 1, _UTTERANCES)
    return pa.array(
        [
            " ".join(words[n] for n in row[:size])
            for row, size in zip(drawn.tolist(), lengths.tolist(), strict=True)
        ]
    )


def write(version: Version, folder: Path, count: int) -> int:
    """Write the tables of a version; how many dialogues it has.

    Args:
        version: all of it.
        folder: the tables' folders go there.
        count: shards of each table.
    """
    edges = np.searchsorted(version.book, np.arange(int(version.book[-1]) + 2))
    ids = [f"pg{number + 1}" for number in range(len(edges) - 1)]
    total = 0
    for index in range(count):
        own = sorted((id, number) for number, id in enumerate(ids) if shards.shard_of(id, count) == index)
        rows = [_book(version, id, edges[number], edges[number + 1]) for id, number in own]
        _write(folder, "dialogues", index, count, pa.concat_tables(row[0] for row in rows))
        _write(folder, "drops", index, count, pa.concat_tables(row[1] for row in rows))
        said = [(id, len(row[0])) for (id, _), row in zip(own, rows, strict=True)]
        facts = {"title": "A book", "authors": ["Author"], "sha256": "0", "text": "", "pieces": []}
        _write(
            folder,
            "texts",
            index,
            count,
            pa.Table.from_pylist([{"id": id, **facts} for id, _ in said], TEXTS),
        )
        _write(
            folder,
            "works",
            index,
            count,
            pa.Table.from_pylist([{"id": id, "work_id": id} for id, _ in said], WORKS),
        )
        splits = [
            {"source_id": id, "work_id": id, "split": "train", "dialogues": size, "utterances": 0}
            for id, size in said
        ]
        _write(folder, "splits", index, count, pa.Table.from_pylist(splits, SPLITS))
        total += sum(size for _, size in said)
    return total


def _write(folder: Path, table: str, index: int, count: int, rows: pa.Table) -> None:
    path = shards.shard_path(folder, table, index, count)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Row groups as the stages write them: some megabytes.
    repeated = [
        name for name in rows.schema.names if name in {"source_id", "language", "stage", "unit", "reason"}
    ]
    pq.write_table(rows, path, compression="zstd", use_dictionary=repeated, row_group_size=5_000)


def _book(version: Version, id: str, first: int, after: int) -> tuple[pa.Table, pa.Table]:
    """The dialogues of a book and what was left out of it."""
    book = slice(first, after)
    there, begins, starts = version.there[book], version.begins[book], version.start[book]
    texts = version.texts.take(pa.array(version.text[book]))
    ends = starts + pc.utf8_length(texts).to_numpy()
    number = int(there.sum())
    spans = turns.span_lists(Spans(starts[there], ends[there]), np.ones(number, np.int64))
    said = turns.build(texts.filter(pa.array(there)), spans=spans)
    firsts = np.flatnonzero(begins[there])
    ids = [f"{id}:{start}" for start in starts[there][firsts].tolist()]
    sizes = np.diff(firsts, append=number)
    dialogues = turns.dialogues(ids, [id] * len(ids), "en", said, sizes)
    return dialogues, _drops(id, starts, ends, there)


def _drops(id: str, starts: Numbers, ends: Numbers, there: Mask) -> pa.Table:
    """What was left out, and as many scare quotes as there are dialogues."""
    noise = np.arange(len(starts)) % TURNS == 0
    parts = []
    for unit, reason, left, end in (
        ("dialogue", "min_turns", ~there, ends),
        ("utterance", "drop_scare_quotes", noise & there, starts),
    ):
        count = int(left.sum())
        facts = {
            "stage": "extract",
            "unit": unit,
            "source_id": id,
            "reason": reason,
            "id": id,
            "detail": "left out",
        }
        columns = {name: pa.repeat(value, count) for name, value in facts.items()}
        begin = starts[left] if unit == "dialogue" else starts[left] - _GAP // 2
        numbers = {"value": pa.repeat(1.0, count), "threshold": pa.repeat(2.0, count)}
        places = {"start": pa.array(begin), "end": pa.array(end[left])}
        parts.append(pa.table({**columns, **numbers, **places}).select(DROPS.names).cast(DROPS))
    return pa.concat_tables(parts)

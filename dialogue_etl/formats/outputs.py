"""Writes the outputs of a configuration of pairs from its tables, a folder for each."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from dialogue_etl.core import shards
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.legacy import language_file
from dialogue_etl.formats.pair_files import Pair, pair_file
from dialogue_etl.formats.parallel import parallel_files
from dialogue_etl.pairs.component import SIDES
from dialogue_etl.pairs.outputs import Output, Parallel

_TABLE = "interactions"
_MADE = ("tokens", "stems", "lemmas", "sentiment")


def write(outputs: Sequence[Output], tables: Path, folder: Path, *, language: str) -> dict[str, Any]:
    """Write the outputs, one file (or two) for each split that has pairs.

    Args:
        outputs: their types and options.
        tables: folder of the table `interactions`.
        folder: to write, with a folder for each output: `json`, a second one of the type `json-2`.
        language: BCP-47 tag.

    Returns:
        By output: numbers of `files`, `bytes` and `pairs`, and the `largest` with `file` and `bytes`.

    Raises:
        DialogueEtlError: no pairs would be left for training.
    """
    if not outputs:
        return {}
    paths = shards.shard_paths(tables, _TABLE)
    found = Counter(
        split
        for path in paths
        for batch in shards.read_batches(path, ["split"])
        for split in batch[0].to_pylist()
    )
    splits = [split for split in SPLIT_NAMES if found[split]]
    names = _names(outputs)
    with ExitStack() as opened:
        adding = [
            _opened(output, folder / name, splits, language, opened)
            for name, output in zip(names, outputs, strict=True)
        ]
        for path in paths:
            for batch in shards.read_batches(path):
                for split, pair in pairs(batch):
                    for add in adding:
                        add(split, pair)
    return {
        name: _written(output.type, folder / name, sum(found.values()))
        for name, output in zip(names, outputs, strict=True)
    }


def _names(outputs: Sequence[Output]) -> list[str]:
    seen: Counter[str] = Counter()
    names = []
    for output in outputs:
        seen[output.type] += 1
        names.append(output.type if seen[output.type] == 1 else f"{output.type}-{seen[output.type]}")
    return names


def _opened(
    output: Output, folder: Path, splits: Sequence[str], language: str, opened: ExitStack
) -> Callable[[str, Pair], None]:
    """Open the files of an output; returns a function that adds a pair to a split."""
    folder.mkdir(parents=True)
    if isinstance(output, Parallel):
        draw_from = "validation" if "validation" in splits else "train"
        number = output.validation_size or (None if draw_from == "validation" else 0)
        files = parallel_files(
            *(folder, splits),
            draw_from=draw_from,
            validation_pairs=number,
            seed=output.seed,
            exact=True,
        )
        return opened.enter_context(files)
    by_split = {}
    for split in splits:
        path = folder / f"{split}.{output.type}"
        if output.type == "legacy":
            path = folder / split / language_file(language)
            path.parent.mkdir()
        file = pair_file(output.type, path, pretty=getattr(output, "pretty", False))
        by_split[split] = opened.enter_context(file)
    return lambda split, pair: by_split[split](pair)


def pairs(batch: pa.RecordBatch) -> Iterator[tuple[str, Pair]]:
    """The pairs of a batch of the table `interactions`, each with its split."""
    columns = {
        name: column.to_pylist()
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
        if column.null_count < len(batch)
    }
    nothing = [None] * len(batch)
    known = ("split", "id", "source_id", "dialogue_id", "number", "interval_ms")
    sides = [
        [("text", columns.get(side, nothing))]
        + [(name, columns[f"{name}_{side}"]) for name in _MADE if f"{name}_{side}" in columns]
        for side in SIDES
    ]
    for row, (split, *values) in enumerate(zip(*(columns.get(name, nothing) for name in known), strict=True)):
        pair: Pair = dict(zip(known[1:], values, strict=True))
        for side, of_side in zip(SIDES, sides, strict=True):
            pair[side] = {name: column[row] for name, column in of_side}
        yield split, pair


def _written(form: str, folder: Path, number: int) -> dict[str, Any]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if form == "legacy":
        number = sum(map(_lines, folder.rglob("*.txt"))) // 6
    elif form == "parallel":
        number = sum(map(_lines, folder.glob("*.source.txt")))
    sizes = {path: path.stat().st_size for path in files}
    result: dict[str, Any] = {"files": len(files), "bytes": sum(sizes.values()), "pairs": number}
    if sizes:
        largest = max(files, key=lambda path: (sizes[path], path))
        result["largest"] = {"file": largest.relative_to(folder.parent).as_posix(), "bytes": sizes[largest]}
    return result


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(piece.count(b"\n") for piece in iter(partial(file.read, 1 << 20), b""))

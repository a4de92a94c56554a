"""Two aligned files, as toolkits for translation and sequence to sequence read them.

    train.source.txt   train.target.txt        a trigger and its answer, on lines of the same number
    train.ids                                  the ids of these pairs, line by line
    validation.source.txt …                    different random pairs that are not in training

Such toolkits compute the validation loss often, so validation is a number of pairs, not a share.
"""

from __future__ import annotations

import hashlib
import heapq
import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.ids import ids_file
from dialogue_etl.formats.pair_files import Pair
from dialogue_etl.text.lines import one_line

SIDES = ("source", "target")

log = logging.getLogger("dialogue_etl")


def side_files(folder: Path, split: str) -> tuple[Path, ...]:
    """The two files of a split."""
    return tuple(folder / f"{split}.{side}.txt" for side in SIDES)


@contextmanager
def parallel_files(
    folder: Path,
    splits: Sequence[str],
    *,
    draw_from: str,
    validation_pairs: int | None,
    seed: int = 0,
    exact: bool = False,
) -> Iterator[Callable[[str, Pair], None]]:
    """A function that adds a pair to a split; the files are there at the end, unless something fails.

    A pair is drawn by the hash of its words with the seed: neither the order of the pairs nor the number of
    workers matters, and training has no exact copy of a pair of other splits. The hashes of held-out pairs
    are in memory, some 60 bytes each. Pairs with an empty side are left out.

    Args:
        folder: of the files; it exists.
        splits: that have pairs.
        draw_from: split from which validation pairs are drawn: `validation`, or `train` without one.
        validation_pairs: number of pairs to draw, at most all distinct ones of `validation`. None: the whole
            split; 0: none.
        seed: of the draw.
        exact: whether to warn if there are fewer.

    Raises:
        DialogueEtlError: drawing them from training would leave it empty.
    """
    drawn, held_out = _Least(validation_pairs or 0), set[int]()
    whole = {"test"} if validation_pairs is not None else {"test", "validation"}
    with ExitStack() as opened:
        parts = {split: opened.enter_context(_temporary(folder)) for split in splits}

        def write(split: str, pair: Pair) -> None:
            source, target = one_line(pair["trigger"]["text"]), one_line(pair["answer"]["text"])
            if not source.strip() or not target.strip():
                return
            line = f"{source}\t{target}\n"
            parts[split].write(f"{one_line(pair['id'])}\t{line}")
            if split in whole:
                held_out.add(_place(line, seed))
            elif split == draw_from and validation_pairs:
                drawn.add(_place(line, seed))

        yield write
        if "train" in parts:
            held_out |= drawn.values
            number = _write(
                parts["train"], side_files(folder, "train"), lambda place: place not in held_out, seed
            )
            if draw_from == "train" and drawn.values and not number:
                raise DialogueEtlError(
                    f"{validation_pairs:,} pairs are to be held out for validation, and there are only "
                    f"{len(drawn.values):,} different ones; hold out fewer"
                )
        if draw_from in parts and validation_pairs:
            if exact and len(drawn.values) < validation_pairs:
                log.warning(
                    "%s pairs are to be drawn for validation, and %s has only %s different ones",
                    *(f"{validation_pairs:,}", draw_from, f"{len(drawn.values):,}"),
                )
            left = set(drawn.values)
            _write(parts[draw_from], side_files(folder, "validation"), lambda place: _take(left, place), seed)
        for split in sorted(whole.intersection(parts)):
            _write(parts[split], side_files(folder, split), lambda _: True, seed)


def _write(lines: IO[str], paths: Sequence[Path], keep: Callable[[int], bool], seed: int) -> int:
    """Lines that are kept, their ids and sides in a file each; how many they are."""
    number = 0
    lines.seek(0)
    with ExitStack() as opened:
        files = [
            opened.enter_context(path.open("w", encoding="utf-8", newline="\n"))
            for path in (ids_file(paths[0]), *paths)
        ]
        for line in lines:
            if keep(_place(line.partition("\t")[2], seed)):
                number += 1
                for file, side in zip(files, line[:-1].split("\t"), strict=True):
                    file.write(f"{side}\n")
    return number


def _take(numbers: set[int], number: int) -> bool:
    """Whether a number is there; it is there once."""
    if number not in numbers:
        return False
    numbers.remove(number)
    return True


def _temporary(folder: Path) -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n", dir=folder)


class _Least:
    """The least of many numbers, each once."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._heap: list[int] = []  # negative, so that the greatest comes first
        self.values: set[int] = set()

    def add(self, number: int) -> None:
        if number in self.values or (len(self._heap) == self._size and number >= -self._heap[0]):
            return
        self.values.add(number)
        if len(self._heap) < self._size:
            heapq.heappush(self._heap, -number)
        else:
            self.values.remove(-heapq.heapreplace(self._heap, -number))


def _place(line: str, seed: int) -> int:
    """Where a pair comes in the order by which it is drawn."""
    return int.from_bytes(hashlib.blake2b(line.encode(), digest_size=8, salt=str(seed).encode()).digest())

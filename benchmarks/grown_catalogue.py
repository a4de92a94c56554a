"""A grown catalogue: rows we have, with numbers of their own and parts of each other.

Title, people and subjects come from different rows, and each title has a word never seen before, so that
nothing is compressed or cached better than a real catalogue would be.
"""

from __future__ import annotations

import csv
import gzip
import io
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LEVEL = 6  # of gzip, its own default


def rows(text: str, count: int, seed: int) -> Iterator[list[str]]:
    """The header and so many rows, grown from a pg_catalog.csv.

    Languages and types come in the shares the catalogue has them in, row by row.
    """
    header, *known = csv.reader(io.StringIO(text, newline=""))
    place = header.index
    yield header
    draw = random.Random(seed)  # noqa: S311 - no secret
    for number in range(1, count + 1):
        row = list(known[(number - 1) % len(known)])
        for column in ("Authors", "Subjects", "Bookshelves"):
            row[place(column)] = draw.choice(known)[place(column)]
        row[place("Text#")] = str(number)
        row[place("Title")] += f" {_new_word(draw)}"
        yield row


def write_csv(path: Path, text: str, count: int, seed: int) -> None:
    """A grown pg_catalog.csv.gz, the same bytes for the same text, count and seed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file, gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
        lines = io.TextIOWrapper(packed, "utf-8", newline="")
        csv.writer(lines, lineterminator="\n").writerows(rows(text, count, seed))
        lines.flush()


def _new_word(draw: random.Random) -> str:
    return "".join(draw.choices(_LETTERS, k=draw.randint(4, 12)))

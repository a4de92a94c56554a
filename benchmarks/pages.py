"""`python -m benchmarks.pages`: the pages of a made version of many dialogues: seconds each, and memory."""

import asyncio
import hashlib
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

import pyarrow as pa
import pyarrow.parquet as pq
import typer

from dialogue_etl.core.shards import shard_of
from dialogue_etl.core.tables import DROPS
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.sources.books.tables import TEXTS

Row = dict[str, Any]

_GROUP, _OF_BOOK, _SHARDS, _STEP = 5_000, 25, 16, 1_500


class Made:
    """Rows of books of 25 dialogues, and as many drops; words are as frequent as those of a language."""

    def __init__(self, number: int) -> None:
        self._drawn = random.Random(0)  # noqa: S311 - no secret
        self.number = number
        words = [f"w{rank}" for rank in range(40_000)]
        weights = [1 / (rank + 1) for rank in range(len(words))]
        self._said = self._drawn.choices(words, weights, k=2_000_000)

    def _words(self, least: int, most: int) -> str:
        begin = self._drawn.randrange(len(self._said) - most)
        return " ".join(self._said[begin : begin + self._drawn.randint(least, most)])

    def dialogues(self) -> Iterator[Row]:
        """As they are packaged."""
        for number in range(self.number):
            book, at = number // _OF_BOOK, _STEP * (number % _OF_BOOK)
            turns = [
                {"text": self._words(2, 18), "spans": [{"start": at + 80 * turn, "end": at + 80 * turn + 70}]}
                for turn in range(self._drawn.choice((2, 2, 3, 4, 5, 6, 8)))
            ]
            whole = {
                "id": f"b{book}:{at}",
                "source_id": f"b{book}",
                "language": "en",
                "title": f"Book {book}",
            }
            yield {
                **dict.fromkeys(DATASET.names),
                **whole,
                "authors": [f"Author {book % 777}"],
                "turns": turns,
            }

    def books(self) -> Iterator[Row]:
        """The texts, a little each."""
        for book in range(self.number // _OF_BOOK):
            text = f"{self._words(300, 300)} " * (_OF_BOOK * _STEP // 900)
            yield {**dict.fromkeys(TEXTS.names), "id": f"b{book}", "title": f"Book {book}", "text": text}

    def drops(self) -> Iterator[Row]:
        """As many utterances as there are dialogues."""
        for number in range(self.number):
            book = f"b{number // _OF_BOOK}"
            why = {"stage": "extract", "unit": "utterance", "reason": "max_words", "value": 120.0}
            place = {"id": f"{book}:{number}", "source_id": book, "start": 10, "end": 60, "threshold": 100.0}
            yield {**why, **place, "detail": self._words(20, 20)}


def _write(path: Path, rows: Iterator[Row], schema: pa.Schema, group: int = _GROUP) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        while batch := list(islice(rows, group)):
            writer.write_table(pa.Table.from_pylist(batch, schema))


def _sharded(folder: Path, rows: Iterator[Row], schema: pa.Schema, key: str) -> None:
    parts: list[list[Row]] = [[] for _ in range(_SHARDS)]
    for row in rows:
        parts[shard_of(row[key], _SHARDS)].append(row)
    for index, part in enumerate(parts):
        _write(
            folder / f"{index:05}-of-{_SHARDS:05}.parquet", iter(part), schema, 200 if key == "id" else _GROUP
        )


def make(root: Path, number: int) -> None:
    """A workspace whose DVC cache has one version."""
    made, built = Made(number), root / "built"
    _write(built / "data/books/dataset/en/train.parquet", made.dialogues(), DATASET)
    _sharded(built / "data/books/download/en/texts", made.books(), TEXTS, "id")
    _sharded(built / "data/books/extract/en/drops", made.drops(), DROPS, "source_id")
    for command in (["git", "init", "-q"], [sys.executable, "-m", "dvc", "init", "-q"]):
        subprocess.run(command, cwd=root, check=True, env={**os.environ, "DVC_NO_ANALYTICS": "1"})
    outs = {}
    for out in ("data/books/dataset", "data/books/download/en", "data/books/extract/en"):
        listed = [
            {"relpath": path.relative_to(built / out).as_posix(), "md5": _store(root, path.read_bytes())}
            for path in sorted((built / out).rglob("*.parquet"))
        ]
        outs[out] = _store(root, json.dumps(listed).encode(), ".dir")
    from dvc_airflow.versions import Version  # noqa: PLC0415 - of the plugins

    folder = root / "published/default/1"
    folder.mkdir(parents=True)
    url, date = "http://airflow/dags/books/runs/r", "2026-01-01T00:00:00+00:00"
    Version("default", 1, "dataset/default/1", "c" * 40, "r", url, date, outs=outs).save(folder)


def _store(root: Path, content: bytes, ending: str = "") -> str:
    md5 = hashlib.md5(content, usedforsecurity=False).hexdigest() + ending
    path = root / ".dvc/cache/files/md5" / md5[:2] / md5[2:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return md5


def asked(number: int) -> dict[str, tuple[str, Mapping[str, object]]]:
    """Pages by what they are: the worst search finds nothing in anything."""
    last = number // _OF_BOOK - 1
    here = {"dataset": "books en", "split": "train", "id": f"b{last}:{_STEP}"}
    return {
        "a version": ("", {}),
        "its dialogues": ("dialogues", {}),
        "far behind": ("dialogues", {"from": f"0.{number - 100}"}),
        "a frequent word": ("dialogues", {"text": "w9"}),
        "most turns first": ("dialogues", {"order": "longest"}),
        "least text first, page 20,000": ("dialogues", {"order": "tersest", "from": f"0.{number // 2}"}),
        "a frequent word, most text": ("dialogues", {"text": "w9", "order": "wordiest"}),
        "no such word": ("dialogues", {"text": "Xyzzy"}),
        "no such speaker": ("dialogues", {"speaker": "Xyzzy"}),
        "the last book": ("dialogues", {"document": f"b{last}"}),
        "long dialogues of one word": ("dialogues", {"text": "w777", "shortest": 8}),
        "a dialogue in its book": ("dialogue", here),
        "what was left out": ("dropped", {}),
        "left out of the last book": ("dropped", {"text": f"Book {last}"}),
        "left out, no such text": ("dropped", {"text": "Xyzzy"}),
        "rows of a stage": ("stage", {"out": "data/books/extract/en"}),
    }


async def _at_once(app: Any, number: int, requests: int) -> None:
    """The pages in turn, so many requests at the same time; in a thread each, as the server answers them."""
    import httpx  # noqa: PLC0415 - comes with Airflow

    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://pages/v/default/1/") as client:

        async def one(page: str, values: Mapping[str, object]) -> float:
            begin = time.perf_counter()
            (await client.get(f"{page}?{urlencode(values)}", timeout=120)).raise_for_status()
            return time.perf_counter() - begin

        pages = list(islice(cycle(asked(number).values()), requests))
        used = time.process_time()
        taken = sorted(await asyncio.gather(*(one(*page) for page in pages)))
    slow = taken[math.ceil(0.95 * requests) - 1]
    middle, cpu = taken[requests // 2], time.process_time() - used
    typer.echo(
        f"{requests} at once: median {middle:.2f} s, 95th percentile {slow:.2f} s, together {cpu:.1f} CPU s"
    )


async def _ask(app: Any, number: int) -> None:
    import httpx  # noqa: PLC0415 - comes with Airflow

    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://pages/v/default/1/") as client:
        await client.get("")  # DVC is asked for its cache once
        begin = time.perf_counter()
        while "being measured" in (await client.get("dialogues?order=longest")).text:
            pass
        typer.echo(f"{'measured once':28} {time.perf_counter() - begin:6.3f} s")
        for name, (page, values) in asked(number).items():
            begin, cpu = time.perf_counter(), time.process_time()
            answer = await client.get(f"{page}?{urlencode(values)}")
            answer.raise_for_status()
            wall, used = time.perf_counter() - begin, time.process_time() - cpu
            typer.echo(f"{name:28} {wall:6.3f} s {used:6.3f} CPU s {len(answer.content):8,} bytes")


def main(
    number: Annotated[int, typer.Option(min=100, help="Dialogues.")] = 1_000_000,
    folder: Annotated[Path | None, typer.Option(help="Where the version is made, or is already.")] = None,
    at_once: Annotated[int, typer.Option(min=1, help="Requests at the same time.")] = 40,
) -> None:
    """Print what each page takes and the memory of all of them in one server."""
    os.environ.setdefault("AIRFLOW_HOME", tempfile.mkdtemp(prefix="airflow-"))
    sys.path.append(str(Path(__file__).parents[1] / "plugins"))
    from airflow.api_fastapi.core_api.security import get_user  # noqa: PLC0415 - only with Airflow
    from dialogue_etl_browse import browse_app  # noqa: PLC0415
    from dvc_airflow.web import runs_by, seen_by  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as temporary:
        root = folder or Path(temporary)
        if not (root / "published").is_dir():
            root.mkdir(exist_ok=True)
            subprocess.run([sys.executable, "-c", _MAKE, str(root), str(number)], check=True)
        app = browse_app(root)
        app.dependency_overrides |= {get_user: lambda: "somebody", seen_by: lambda: lambda dags: dags}
        app.dependency_overrides[runs_by] = lambda: lambda _dag: True
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        asyncio.run(_ask(app, number))
        asyncio.run(_at_once(app, number, at_once))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    typer.echo(
        f"{number:,} dialogues; peak {after / 1e3:.0f} MB, before the first page {before / 1e3:.0f} MB"
    )


_MAKE = """
import sys; sys.path[:0] = [".", "plugins"]
from pathlib import Path
from benchmarks.pages import make
make(Path(sys.argv[1]), int(sys.argv[2]))
"""

if __name__ == "__main__":
    typer.run(main)

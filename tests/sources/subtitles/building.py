"""Subtitles for the tests, and the stages to run over them."""

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from dialogue_etl import params as parameters
from dialogue_etl.params import Params
from dialogue_etl.sources.subtitles import library, opus
from tests import conftest
from tests.conftest import quick_runtime

Build = partial(conftest.Build, source="subtitles")


def values(changes: Mapping[str, Any] | None = None) -> Params:
    """The defaults with a library and a few shards, and changes by dotted key."""
    few = {"storage.shards": 3, "subtitles.source": "library", "subtitles.languages": ["en"]}
    return parameters.parse(parameters.override({}, {**few, **(changes or {})}))


def time(block: int, kind: str, value: str) -> str:
    return f'<time id="T{block}{kind}" value="{value}" />'


def xml(sentences: Sequence[str], meta: str = "", ident: str = "1", *, raw: bool = False) -> bytes:
    """An OPUS document: sentences as texts, each a block of its own two seconds after the one before."""
    found = []
    for number, text in enumerate(sentences, start=1):
        begin, end = (f"00:{number // 20:02d}:{number % 20 * 3 + more:02d},000" for more in (0, 2))
        words = escape(text) if raw else "".join(f'<w id="1.1">{escape(word)}</w>' for word in text.split())
        found.append(f'<s id="{number}">{time(number, "S", begin)}{words}{time(number, "E", end)}</s>')
    head = f'<?xml version="1.0" encoding="utf-8"?>\n<document id="{ident}">'
    return "\n".join([head, *found, f"<meta>{meta}</meta>", "</document>", ""]).encode()


def srt(blocks: Sequence[str]) -> bytes:
    """A SubRip file: each block nine tenths of a second, three seconds after the one before."""
    clock = [f"{n // 1200:02d}:{n // 20 % 60:02d}:{n % 20 * 3:02d},000" for n in range(len(blocks) + 1)]
    lines = [f"{n + 1}\n{clock[n]} --> {clock[n][:-3]}900\n{text}\n" for n, text in enumerate(blocks)]
    return "\n".join(lines).encode()


def read_xml(data: bytes, size: int = 1 << 16, **options: Any) -> Any:
    """A document, read in pieces of some size."""
    return opus.read((data[at : at + size] for at in range(0, max(1, len(data)), size)), **options)


def zipped(files: Mapping[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return held.getvalue()


def add(
    folder: Path, files: Mapping[str, bytes], film: str = "", form: str = "", language: str = "en"
) -> None:
    """Files in a library; those named `….zip` and the like are archives."""
    items = []
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        kind = form or (
            "archive" if ".zip" in name or ".tar" in name else "xml" if ".xml" in name else "subtitles"
        )
        owner = "" if kind == "archive" else film or path.name.split(".")[0]
        digest = hashlib.sha256(data).hexdigest()
        items.append(library.Item(name, kind, language, owner, "", "", "CC0", digest))
    library.add(folder, items)


def made(folder: Path, changes: Mapping[str, Any] | None = None, **runtime: Any) -> Any:
    """A workspace whose library is `folder/library`."""
    params = values(changes)
    return Build(folder, params, quick_runtime(**runtime), subtitles=folder / "library")


def balanced(build: Any, language: str = "en") -> None:
    """What goes in comes out or has a row."""
    for stage, unit in (("read", "file"), ("films", "film")):
        figures = build.metrics(stage, language)
        out = figures["dropped"].get(f"{unit}s", {})
        listed = [row["reason"] for row in build.rows(stage, language, "drops") if row["unit"] == unit]
        assert {reason: listed.count(reason) for reason in set(listed)} == out
        assert figures[f"{unit}s_in"] == figures["films"] + sum(out.values())
        assert figures["films"] == len(build.rows(stage, language, "films"))

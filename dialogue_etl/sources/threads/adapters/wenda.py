"""`wenda`: the Egret Wenda corpus, a zip with a file of lines and one of conversations.

Fields are separated by +++$+++. Source: github.com/Samurais/egret-wenda-corpus, README (the form of the
Cornell Movie-Dialogs Corpus).
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Record, checked

if TYPE_CHECKING:
    from collections.abc import Iterator

_BETWEEN = " +++$+++ "
_LARGEST = 256_000_000  # bytes of a file in the zip, unpacked


class _Said(NamedTuple):
    author: str
    text: str


def read(data: bytes) -> Iterator[Record]:
    """The conversations of a zip, without the copies in its folder `raw`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            lines, conversations = (_member(archive, f"_{what}.txt") for what in ("lines", "conversations"))
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        yield Bad(0, f"not a zip of this corpus: {error}")
        return
    said: dict[str, _Said] = {}
    for number, line in enumerate(lines, start=1):
        fields = line.split(_BETWEEN, 2)
        if len(fields) == 3 and "\0" not in line:
            said[fields[0].strip()] = _Said(fields[1].strip(), fields[2])
        elif line.strip():
            yield Bad(number, "lines: not three fields")
    for number, line in enumerate(conversations, start=1):
        if line.strip():
            try:
                yield from _conversation(number, line, said)
            except ValueError as error:
                yield Bad(number, f"conversations: {error}")


def _conversation(number: int, line: str, said: dict[str, _Said]) -> list[Comment]:
    fields = checked(line).split(_BETWEEN)
    name, ids = fields[0].strip(), [one.strip(" '\"") for one in fields[-1].strip(" []").split(",")]
    if missing := [id for id in ids if id not in said]:
        raise ValueError(f"there is no line {missing[0][:20]}")
    names = [f"{name}.{place}" for place in range(1, len(ids) + 1)]
    return [
        Comment(number, own, parent, said[id].author or None, said[id].text, None)
        for own, parent, id in zip(names, [None, *names], ids, strict=False)
    ]


def _member(archive: zipfile.ZipFile, ending: str) -> list[str]:
    names = [name for name in archive.namelist() if name.endswith(ending) and "/raw/" not in f"/{name}"]
    if len(names) != 1:
        raise ValueError(f"{len(names)} files *{ending} in it, not one")
    with archive.open(names[0]) as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ValueError(f"{names[0]} is larger than {_LARGEST:,} bytes")
    return data.decode("utf-8", "replace").split("\n")

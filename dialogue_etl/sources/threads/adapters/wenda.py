"""`wenda` and `cornell`: a file of lines and one of conversations, fields separated by +++$+++.

The Egret Wenda corpus is a zip of both; the Cornell Movie-Dialogs Corpus are the two files. Sources:
github.com/Samurais/egret-wenda-corpus, README; Danescu-Niculescu-Mizil and Lee 2011, README.txt.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Line, Record, checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BETWEEN = " +++$+++ "
_OF_FILMS = 4  # fields: two speakers, the film, the lines
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
    numbered = ([Line(n, text) for n, text in enumerate(one, start=1)] for one in (lines, conversations))
    yield from joined(*numbered)


def lines_beside(name: str) -> str:
    """The name of the file of lines of a file of conversations; empty for another file."""
    return name.replace("conversations", "lines") if "conversations" in name else ""


def joined(lines: Iterable[Line], conversations: Iterable[Line]) -> Iterator[Record]:
    """The conversations, with the texts of lines: of id, speaker and text, or with film and name between."""
    said: dict[str, _Said] = {}
    for line in lines:
        fields = line.text.split(_BETWEEN)
        if len(fields) in {3, 5} and "\0" not in line.text:
            said[fields[0].strip()] = _Said(fields[1].strip(), fields[-1])
        elif line.problem or line.text.strip():
            yield Bad(line.number, f"lines: {line.problem or 'neither three fields nor five'}")
    for line in conversations:
        if line.problem or line.text.strip():
            try:
                if line.problem:
                    raise ValueError(line.problem)
                yield from _conversation(line.number, line.text, said)
            except ValueError as error:
                yield Bad(line.number, f"conversations: {error}")


def _conversation(number: int, line: str, said: dict[str, _Said]) -> list[Comment]:
    fields = checked(line).split(_BETWEEN)
    name, ids = fields[0].strip(), [one.strip(" '\"") for one in fields[-1].strip(" []\r").split(",")]
    if len(fields) == _OF_FILMS:  # they have no ids, and some collections list the newest line first
        name, ids = str(number), sorted(ids, key=lambda id: (len(id), id))
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

"""Reads files of objects as rows: JSON Lines, JSON documents, delimited tables with a header, XML, Parquet.

The beginning of a file identifies its kind: Parquet has a magic number, JSON begins with a bracket, and in a
JSON document the first value does not end on its first line.
"""

from __future__ import annotations

import codecs
import csv
import json
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from dialogue_etl.sources.threads.adapters.records import Line, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

PARQUET = b"PAR1"
_LONGEST = 256_000_000  # characters of one value of a document
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n\ufeff"
_BETWEEN = "\t,;|"
_LONGEST_CELL = 10_000_000  # characters
_BATCH = 1_000


def is_json(sample: str) -> bool:
    """Whether a text is JSON Lines or a JSON document."""
    return sample.lstrip(_SPACE)[:1] in {"[", "{"}


def is_document(sample: str) -> bool:
    """Whether JSON is one document, not JSON Lines (whose first line may be invalid)."""
    text = sample.lstrip(_SPACE)
    try:
        _, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        return error.lineno > 1 or "\n" not in text.rstrip()
    except RecursionError:
        return False
    return "\n" in text[:end]


class _CutError(Exception):
    """The document is truncated or invalid; the message says which."""


class _Document:
    """A JSON document, read value by value."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks = iter(chunks)
        self._held = ""
        self._at = 0
        self.line = 1

    def peek(self) -> str:
        """The next character except white space; empty at the end."""
        while True:
            while self._at < len(self._held) and self._held[self._at] in _SPACE:
                self.line += self._held[self._at] == "\n"
                self._at += 1
            if self._at < len(self._held):
                return self._held[self._at]
            if not self._more(1):
                return ""

    def skip(self) -> None:
        """Skip the character that `peek` returned."""
        self._at += 1

    def value(self) -> object:
        """The value that begins at the character that `peek` returned.

        Raises:
            _CutError: it is truncated or invalid.
        """
        while True:
            try:
                found, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                size = len(self._held) - self._at
                if size > _LONGEST:
                    raise _CutError(f"no value ends within {_LONGEST:,} characters") from None
                if not self._more(size):  # double the buffer, so that a long value is parsed only a few times
                    raise _CutError(f"not JSON: {error.msg}") from None
            except RecursionError:
                raise _CutError("not JSON: lists inside of lists without end") from None
            else:
                self.line += self._held.count("\n", self._at, end)
                self._at = end
                return found

    def _more(self, size: int) -> bool:
        chunks = [self._held[self._at :]]
        while size > 0 and (chunk := next(self._chunks, "")):
            chunks.append(chunk)
            size -= len(chunk)
        self._held, self._at = "".join(chunks), 0
        return len(chunks) > 1


def document(chunks: Iterable[str], *, whole: bool) -> Iterator[Row]:
    """The items of one or several documents, up to the first syntax error.

    Args:
        chunks: of its text.
        whole: an object is one row; else the items of its lists are rows, since it may be large.
    """
    found = _Document(chunks)
    try:
        while found.peek():
            if found.peek() == "[":
                yield from _items(found)
            elif found.peek() == "{" and not whole:
                found.skip()
                while found.peek() == '"':
                    yield from _member(found)
                    _comma_or(found, "}")
                _expect(found, "}")
            else:
                line = found.line
                yield Row(line, found.value())
    except _CutError as error:
        yield Row(found.line, None, f"{error}; what follows is not read")


def _member(found: _Document) -> Iterator[Row]:
    """The rows of a member of an object: the items of a list, or else the member itself."""
    line = found.line
    name = found.value()
    _expect(found, ":")
    if found.peek() == "[":
        yield from _items(found)
    else:
        yield Row(line, {name: found.value()})


def _items(found: _Document) -> Iterator[Row]:
    _expect(found, "[")
    while found.peek() not in {"]", ""}:
        line = found.line
        yield Row(line, found.value())
        _comma_or(found, "]")
    _expect(found, "]")


def _comma_or(found: _Document, end: str) -> None:
    if found.peek() == ",":
        found.skip()
    elif found.peek() != end:
        raise _CutError(f"neither a comma nor {end} after a value" if found.peek() else "ends too early")


def _expect(found: _Document, character: str) -> None:
    if found.peek() != character:
        raise _CutError(f"no {character} where one should be" if found.peek() else "ends too early")
    found.skip()


def table(lines: Iterable[Line], wanted: Sequence[str]) -> Iterator[Row]:
    """The rows of a table with a header, delimited by tabs or one of `,;|`.

    The header must have one of the columns `wanted`; otherwise the file is not a table, and no row is read.
    """
    at = 0
    broken: list[Row] = []

    def texts() -> Iterator[str]:
        nonlocal at
        for line in lines:
            at = line.number
            if line.problem:
                broken.append(Row(at, None, line.problem))
            else:
                yield f"{line.text}\n"

    found = texts()
    head = next(found, "")
    between = max(_BETWEEN, key=head.count)
    (names,) = csv.reader([head], delimiter=between)
    if set(names).isdisjoint(wanted):
        columns = " or ".join(wanted)
        yield Row(
            at, None, f"neither JSON nor a table with a column {columns}: it begins {head.strip()[:60]!r}"
        )
        return
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(found, delimiter=between, strict=True)
    while True:
        line = at + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield Row(line, None, f"not a row of a table: {error}")
            continue
        yield from broken
        broken.clear()
        if cells is None:
            return
        if len(cells) == len(names):
            yield Row(line, dict(zip(names, cells, strict=True)))
        elif cells:
            yield Row(line, None, f"{len(cells)} cells in {len(names)} columns: {', '.join(names)[:100]}")


def is_xml(sample: bytes) -> bool:
    """Whether a file begins with an XML declaration."""
    return sample.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"<?xml")


def xml(pieces: Iterable[bytes], name: str) -> Iterator[Row]:
    """The elements with a name in an XML document, as objects of their attributes and children."""
    from lxml import etree  # noqa: PLC0415 - one form alone is XML

    parser = etree.XMLPullParser(tag=name, resolve_entities=False, no_network=True)
    line = 1
    try:
        for piece in chain(pieces, [None]):
            parser.close() if piece is None else parser.feed(piece)
            for _, element in parser.read_events():
                line = element.sourceline
                yield Row(line, {**element.attrib, **{side.tag: _said(side) for side in element}})
                while (above := element.getparent()) is not None and above[0] is not element:
                    del above[0]
    except etree.XMLSyntaxError as error:
        yield Row(line, None, f"not XML: {error.msg}; what follows is not read")


def _said(side: Any) -> Any:
    """The text of an element, or the texts of its children by name."""
    return {inner.tag: inner.text for inner in side} if len(side) else side.text


def parquet(path: Path) -> Iterator[Row]:
    """The rows of a Parquet file."""
    number = 0
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(_BATCH):
            for value in batch.to_pylist():
                number += 1
                yield Row(number, value)

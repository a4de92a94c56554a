"""Reads files of objects other than JSON as rows: delimited tables with a header, XML, Parquet."""

from __future__ import annotations

import codecs
import csv
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from dialogue_etl.sources.threads.adapters.records import Line, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

PARQUET = b"PAR1"
_BETWEEN = "\t,;|"
_LONGEST_CELL = 10_000_000  # characters
_LONGEST_ROW = 200_000  # characters of a row of several lines: a post of 40,000 with all of its metadata
_BATCH = 1_000


def table(lines: Iterable[Line], wanted: Sequence[str]) -> Iterator[Row]:
    """The rows of a table with a header, delimited by tabs or one of `,;|`.

    The header must have one of the columns `wanted`, if any; otherwise the file is not a table, and no row is
    read.
    """
    lines = iter(lines)
    head = next((line for line in lines if not line.problem), Line(1, ""))
    between = max(_BETWEEN, key=head.text.count)
    (names,) = csv.reader([head.text], delimiter=between)
    if wanted and set(names).isdisjoint(wanted):
        columns = " or ".join(wanted)
        problem = f"neither JSON nor a table with a column {columns}: it begins {head.text.strip()[:60]!r}"
        yield Row(head.number, None, problem)
        return
    csv.field_size_limit(_LONGEST_CELL)
    again: list[Line] = []
    row: list[Line] = []
    ended = False
    while not ended:
        problem = ""
        try:
            for cells in csv.reader(_until_long(again, lines, row), delimiter=between, strict=True):
                if cells:
                    yield Row(row[0].number, dict(zip(names, cells, strict=True)))
                row.clear()
        except ValueError:
            problem = f"not a cell for each of {len(names)} columns: {', '.join(names)[:100]}"
        except csv.Error as error:
            problem = f"not a row of a table: {error}"
        ended = not row
        for first in row[:1]:
            yield Row(first.number, None, first.problem or problem)
        again += reversed(row[1:])  # what one line breaks must not cost the following ones
        row.clear()


def _until_long(again: list[Line], lines: Iterator[Line], row: list[Line]) -> Iterator[str]:
    """Lines, also put into `row`; ends in a row that is too long, since a quotation mark is not closed."""
    while line := again.pop() if again else next(lines, None):
        row.append(line)
        if line.problem or sum(len(one.text) for one in row[:-1]) > _LONGEST_ROW:
            return
        yield f"{line.text}\n"


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

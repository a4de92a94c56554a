"""Pairs of trigger and answer as people take them away: JSON, XML, legacy, parallel."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from lxml import etree

from dialogue_etl.formats.legacy import legacy_file
from dialogue_etl.text.lines import xml_text

Pair = dict[str, Any]
"""`id`, `source_id`, `dialogue_id` (None where pairs stand in no dialogue), `number` (place of the trigger in
its dialogue or document, from 0), `interval_ms` (from the trigger's end to the answer's start; None without
times), `trigger` and `answer`: each a mapping that has `text`, and what producers made of it (tokens, stems,
lemmas, a sentiment): texts and lists of texts."""


def pairs_of_row(row: Mapping[str, Any], said: list[str]) -> Iterator[Pair]:
    """The pairs of a dialogue.

    Args:
        row: with `id` and `turns`.
        said: what the turns say, normalised or not.
    """
    turns = zip(row["turns"], said, strict=True)
    for number, ((first, trigger), (second, answer)) in enumerate(pairwise(turns)):
        end, start = first.get("end_ms"), second.get("start_ms")
        yield {
            "id": f"{row['id']}#{number}",
            "source_id": row["source_id"],
            "dialogue_id": row["id"],
            "number": number,
            "interval_ms": None if end is None or start is None else start - end,
            "trigger": {"text": trigger},
            "answer": {"text": answer},
        }


@contextmanager
def json_file(path: Path, *, pretty: bool) -> Iterator[Callable[[Pair], None]]:
    """A function that adds a pair to a JSON list: a pair a line, or with `pretty` a value a line."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write("[")
        separator = "\n"

        def write(pair: Pair) -> None:
            nonlocal separator
            line = json.dumps(pair, ensure_ascii=False, indent=2 if pretty else None)
            file.write(separator + line)
            separator = ",\n"

        yield write
        file.write("\n]\n")


@contextmanager
def xml_file(path: Path, *, pretty: bool) -> Iterator[Callable[[Pair], None]]:
    """A function that adds a pair to an XML document: a pair a line, or with `pretty` an element a line.

    `<pair id="…" number="0" interval_ms="80"><trigger><text>…</text></trigger>…</pair>`: an attribute or
    element that is not there stands for a value that is not known, and U+FFFD for a character that XML
    forbids.
    """
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<pairs>\n')

        def write(pair: Pair) -> None:
            element = etree.Element("pair")
            for name, value in pair.items():
                if isinstance(value, dict):
                    side = etree.SubElement(element, name)
                    for key, one in value.items():
                        _add(side, key, one)
                elif value is not None:
                    element.set(name, xml_text(str(value)))
            text = etree.tostring(element, encoding="unicode", pretty_print=pretty)
            file.write(text if pretty else f"{text}\n")

        yield write
        file.write("</pairs>\n")


def _add(element: etree._Element, name: str, value: Any) -> None:
    """A value as an element below another; `tokens` of a list hold a `token` each."""
    if value is None:
        return
    child = etree.SubElement(element, name)
    if isinstance(value, list):
        for one in value:
            etree.SubElement(child, name.removesuffix("s")).text = xml_text(str(one))
    else:
        child.text = xml_text(str(value))


def pair_file(form: str, path: Path, *, pretty: bool) -> AbstractContextManager[Callable[[Pair], None]]:
    """A function that adds a pair to a new file in one of the forms `json`, `xml` and `legacy`."""
    if form == "legacy":
        return legacy_file(path)
    return (json_file if form == "json" else xml_file)(path, pretty=pretty)

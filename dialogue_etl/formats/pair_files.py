"""Files of pairs of trigger and answer in JSON and XML, and the choice of a format."""

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
"""`id`, `source_id`, `dialogue_id` (None if pairs are not made of dialogues), `number` (index of the trigger
in its dialogue or document, from 0), `interval_ms` (from the trigger's end to the answer's start; None
without times), `trigger` and `answer`: mappings with `text`, and the values that producers added (tokens,
stems, lemmas, sentiment): strings or lists of them."""


def pairs_of_row(row: Mapping[str, Any], texts: list[str]) -> Iterator[Pair]:
    """The pairs of a dialogue.

    Args:
        row: with `id` and `turns`.
        texts: of the turns, normalised or not.
    """
    turns = zip(row["turns"], texts, strict=True)
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
    """A JSON list; yields a function that adds a pair: one per line, or with `pretty` one value per line."""
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
    """An XML document; yields a function that adds a pair: one per line, with `pretty` one element per line.

    `<pair id="…" number="0" interval_ms="80"><trigger><text>…</text></trigger>…</pair>`: attributes and
    elements of unknown values are missing; characters that XML forbids become U+FFFD.
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
    """Add a value as a child element; a list `tokens` gets a child `token` for each item."""
    if value is None:
        return
    child = etree.SubElement(element, name)
    if isinstance(value, list):
        for one in value:
            etree.SubElement(child, name.removesuffix("s")).text = xml_text(str(one))
    else:
        child.text = xml_text(str(value))


def pair_file(form: str, path: Path, *, pretty: bool) -> AbstractContextManager[Callable[[Pair], None]]:
    """A new file in the format `json`, `xml` or `legacy`; yields a function that adds a pair."""
    if form == "legacy":
        return legacy_file(path)
    return (json_file if form == "json" else xml_file)(path, pretty=pretty)

"""The embedded corpora: what the catalogue says of them is so, and they hold the noise that rules are for."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from dialogue_etl.sources.threads.corpora import SAMPLE

with (SAMPLE / "catalogue.csv").open(encoding="utf-8", newline="") as file:
    CATALOGUE = list(csv.DictReader(file))
corpora = pytest.mark.parametrize("corpus", CATALOGUE, ids=lambda corpus: corpus["name"])


def comments(corpus: dict[str, str]) -> list[dict[str, Any]]:
    found = []
    for line in (SAMPLE / corpus["files"]).read_text("utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            assert line.startswith('{"id"')  # one was cut off, as in real exports
    return found


@corpora
def test_the_catalogue_is_right(corpus: dict[str, str]) -> None:
    assert b"\r" not in (SAMPLE / corpus["files"]).read_bytes()
    assert (corpus["format"], corpus["rights"]) == ("tree", "CC0-1.0")
    for comment in comments(corpus):
        assert list(comment) == ["id", "parent", "author", "text", "time"]
        text = comment["text"] or ""  # addresses belong to nobody
        assert "@" not in text or "." not in text.split("@")[-1].split(" ")[0] or ".example" in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_language_has_conversations_of_many_lengths(language: str) -> None:
    rows = [row for corpus in CATALOGUE if corpus["language"] == language for row in comments(corpus)]
    assert 25 <= sum(row["parent"] is None for row in rows) <= 40
    assert len(rows) > 350
    assert len({row["author"] for row in rows}) > 40

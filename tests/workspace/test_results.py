from __future__ import annotations

from dialogue_etl.workspace.results import rows, totals

METRICS = {
    "metrics/books/download/en.json": {"books": 5},
    "metrics/books/split/en.json": {
        "books": 3,
        "dialogues": 1200,
        "utterances": 4000,
        "splits": {"train": {"dialogues": 1000}, "validation": {"dialogues": 150}, "test": {"dialogues": 50}},
    },
    "metrics/books/split/hu.json": {"books": 1, "dialogues": 2, "utterances": 5},
    "metrics/books/package.json": {"languages": {}},
    "metrics/books/extract/en.json": "not a mapping",
}


def test_totals_over_languages() -> None:
    assert totals(METRICS) == {"books": 4, "dialogues": 1202, "utterances": 4005}
    assert totals({}) == {}


def test_a_row_per_language() -> None:
    assert rows(METRICS) == [
        ["en", "5", "3", "1,200", "4,000", "1000 / 150 / 50"],
        ["hu", "?", "1", "2", "5", "0 / 0 / 0"],
    ]

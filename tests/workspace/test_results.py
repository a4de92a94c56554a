from __future__ import annotations

from dialogue_etl.sources import SOURCES
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
    total = {"books": 4, "dialogues": 1202, "utterances": 4005}
    packaged = {"metrics/books/package.json": {"total": {"all": total, "train": {}}}}
    assert totals(packaged, SOURCES["books"]) == total
    mixed = {"metrics/mix/dataset.json": {"total": {"dialogues": 3, "utterances": 9, "left_out": 1}}}
    assert totals(mixed, SOURCES["mix"]) == {"dialogues": 3, "utterances": 9}
    assert totals({}, SOURCES["books"]) == {}


def test_a_row_per_language() -> None:
    assert rows(METRICS, SOURCES["books"]) == [
        ["en", "5", "3", "1,200", "4,000", "1000 / 150 / 50"],
        ["hu", "?", "1", "2", "5", "0 / 0 / 0"],
    ]

"""The real catalogue, which does not come with the repository."""

import csv

import pytest

from dialogue_etl.params import WholeParams
from dialogue_etl.sources.books.catalogues import entries, pg_catalogue, selection
from dialogue_etl.sources.books.catalogues.entries import Entry
from tests.shared_data import BOOKS, needs

LISTED = BOOKS / "catalog" / "pg_catalog_1-7702.csv"

pytestmark = needs(LISTED)


@pytest.fixture(scope="module")
def listed():
    return list(pg_catalogue.read(LISTED, LISTED.name))


def test_every_row_is_an_entry(listed):
    assert len(listed) == 7_660
    assert all(isinstance(entry, Entry) for entry in listed)
    assert sum(entry.type == "Text" for entry in listed) == 7_536
    assert sum(len(entry.languages) > 1 for entry in listed) == 33
    assert all(entry.issued and entry.title and "\n" not in entry.title for entry in listed)


def test_few_authors_keep_a_number(listed):
    """Those are centuries and years somebody was active, in some thirty rows."""
    with_numbers = [name for entry in listed for name in entry.authors if any(map(str.isdigit, name))]
    assert all(" active " in name for name in with_numbers)


@pytest.mark.parametrize("language", ["en", "de", "hu", "zh"])
def test_texts_of_a_language_are_selected(listed, language):
    with LISTED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if language in row["Language"].split("; ")]
    made = selection.select(listed, language, WholeParams())
    assert made.listed == len(rows)
    texts = [f"pg{row['Text#']}" for row in rows if row["Type"] == "Text"]
    assert [entry.id for entry in made.chosen] == sorted(texts, key=entries.id_order) != []
    assert {row["reason"] for row in made.left_out} <= {"types"}

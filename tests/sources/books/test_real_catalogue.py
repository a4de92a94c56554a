"""The real catalogue and real records, which do not come with the repository."""

import csv

import pytest

from benchmarks import grown_catalogue
from dialogue_etl.params import Params
from dialogue_etl.sources.books.catalogues import entries, pg_archive, pg_catalogue, pg_records, selection
from dialogue_etl.sources.books.catalogues.entries import Entry
from tests.shared_data import BOOKS, needs

LISTED = BOOKS / "catalog" / "pg_catalog_1-7702.csv"
RECORDS = BOOKS / "catalog" / "rdf"

pytestmark = needs(LISTED)


@pytest.fixture(scope="module")
def listed():
    return list(pg_catalogue.read(LISTED, LISTED.name))


@pytest.fixture(scope="module")
def records():
    return {path.stem: pg_records.parse(path.read_bytes(), path.stem[2:]) for path in RECORDS.glob("*.rdf")}


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


def test_every_record_says_what_the_catalogue_does_not(records):
    assert len(records) == 169
    for entry in records.values():
        assert entry.title
        assert entry.languages
        assert entry.rights
        assert entry.files
        assert entry.downloads is not None
    assert sum(not entry.rights.startswith("Public domain") for entry in records.values()) == 3


def test_record_and_catalogue_agree(listed, records):
    """But for the years between them: few titles and one illustrator were changed."""
    both = [(entry, records[entry.id]) for entry in listed if entry.id in records]
    assert len(both) > 70
    for one, other in both:
        assert (one.type, one.issued, one.languages) == (other.type, other.issued, other.languages)
    assert sum(one.authors != other.authors for one, other in both) <= 1
    assert sum(one.title.lower() != other.title.lower() for one, other in both) <= 2


@pytest.mark.parametrize("language", ["en", "de", "hu", "zh"])
def test_texts_of_a_language_are_selected(listed, language):
    with LISTED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if language in row["Language"].split("; ")]
    made = selection.select(listed, language, Params())
    assert made.listed == len(rows)
    texts = [f"pg{row['Text#']}" for row in rows if row["Type"] == "Text"]
    assert [entry.id for entry in made.chosen] == sorted(texts, key=entries.order) != []
    assert {row["reason"] for row in made.left_out} <= {"types"}


def test_an_archive_of_real_records_is_read(tmp_path):
    known = [(path.stem[2:], path.read_text("utf-8")) for path in sorted(RECORDS.glob("*.rdf"))]
    grown_catalogue.write_archive(tmp_path / "rdf", known, 338, 0)
    found = list(pg_archive.read(tmp_path / "rdf", "rdf"))
    assert [entry.id for entry in found] == [f"pg{number}" for number in range(1, 339)]
    assert all(isinstance(entry, Entry) and entry.files for entry in found)

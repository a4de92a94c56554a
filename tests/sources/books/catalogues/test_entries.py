import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.shards import MissingTableError
from dialogue_etl.sources.books.catalogues.entries import Entry, Unreadable, iso_date, listed, order
from dialogue_etl.sources.books.tables import CATALOGUE
from dialogue_etl.tables import DROPS
from tests import tables

ENTRIES = [
    Entry("pg2", languages=("de", "en"), authors=("Austen, Jane",), rights=""),
    Entry("pg10", "Sound", "1999-01-31", "Emma", ("en",), ("A",), ("S",), ("B",), "CC0", "a", "ff"),
]


def test_what_is_written_is_read_again(tmp_path):
    assert list(ENTRIES[0].row()) == CATALOGUE.names
    assert set(Unreadable("pg1", "why").row()) == set(DROPS.names)
    assert [Entry.of(json.loads(json.dumps(entry.row()))) for entry in ENTRIES] == ENTRIES
    assert ENTRIES[1].number == "10"
    with pytest.raises(MissingTableError):
        list(listed(tmp_path))
    with tables.writer(tmp_path, 0, 1, ["catalogue"]) as writer:
        writer.add("catalogue", [entry.row() for entry in ENTRIES])
    assert list(listed(tmp_path)) == ENTRIES


def test_numbers_are_in_order_and_names_after_them():
    assert order("pg" + "9" * 10_000) > order("pg9")
    ids = ["pg10", "emma", "pg2", "pg1342", "pg007", "Pg3"]
    assert sorted(ids, key=order) == ["pg2", "pg10", "pg1342", "Pg3", "emma", "pg007"]


@given(st.lists(st.from_regex(r"(pg)?[0-9]{1,30}|[a-z]{1,3}", fullmatch=True), unique=True))
def test_no_two_ids_share_a_place(ids):
    assert len({order(id) for id in ids}) == len(ids)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1998-06-01", "1998-06-01"),
        ("1998-02-30", ""),
        ("19980601", ""),
        ("1998-W01-1", ""),
        ("None", ""),
        ("", ""),
        ("١٩٩٨-٠٦-٠١", ""),
    ],
)
def test_a_date_is_one_of_the_calendar(text, date):
    assert iso_date(text) == date

"""The archive of RDF records; hostile archives are in sources/test_tar_archive.py."""

import bz2

import pytest

from dialogue_etl.sources.books.catalogues import pg_archive, pg_records
from dialogue_etl.sources.books.catalogues.entries import CatalogueError, Entry, Unreadable
from tests.sources.books.catalogues.test_pg_records import record
from tests.sources.test_tar_archive import tarred

NAME = "feeds/rdf-files.tar.bz2"


def path_of(number):
    return pg_records.record_path(str(number))


def records(*numbers):
    return [(path_of(number), record(f"<dc:title>T{number}</dc:title>", number)) for number in numbers]


@pytest.fixture
def read(tmp_path):
    def from_bytes(data):
        (tmp_path / "archive").write_bytes(data)
        return list(pg_archive.read(tmp_path / "archive", NAME))

    return from_bytes


def test_each_record_is_an_entry_in_the_order_of_the_archive(read):
    found = read(bz2.compress(tarred(records(10, 2, 1342))))
    assert [(entry.id, entry.title) for entry in found] == [
        ("pg10", "T10"),
        ("pg2", "T2"),
        ("pg1342", "T1342"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "/cache/epub/1/pg1.rdf",
        "cache/epub/../epub/1/pg1.rdf",
        "cache/epub/1/pg2.rdf",
        "cache/epub/01/pg01.rdf",
        "cache/epub/1/pg1.rdf~",
        "cache/epub/DELETE-1/pg1.rdf",
        "cache/epub/1/pg1.rdf\n",
    ],
)
def test_other_names_are_passed_over(read, name):
    assert [entry.id for entry in read(bz2.compress(tarred([(name, record("", 1)), *records(9)])))] == ["pg9"]


def test_a_bad_record_is_told_of_and_the_rest_arrive(read):
    members = [(path_of(1), b"<broken"), *records(2), (path_of(3), b""), (path_of(4), record("", 5))]
    found = read(bz2.compress(tarred([*members, (path_of(6), bytes(pg_records.MAX_BYTES + 1))])))
    assert [entry.id for entry in found] == ["pg1", "pg2", "pg3", "pg4", "pg6"]
    assert [type(entry) for entry in found] == [Unreadable, Entry, Unreadable, Unreadable, Unreadable]
    assert found[0].detail.startswith(f"{NAME}: cache/epub/1/pg1.rdf: not an RDF record: ")
    assert found[-1].detail.endswith("longer than 5,000,000 bytes")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (bz2.compress(tarred(records(*range(1, 60))))[:-500], "broken: .*fetch it again"),
        (b"<!DOCTYPE html>" * 100, "broken"),
        (bz2.compress(tarred({"readme.txt": b"Hello"})), "no record in it"),
    ],
)
def test_what_is_not_a_whole_archive_of_records_is_refused(read, data, why):
    with pytest.raises(CatalogueError, match=f"^{NAME}: {why}"):
        read(data)

import pytest

from benchmarks import grown_catalogue
from dialogue_etl.sources.books.catalogues import pg_archive, pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import Entry
from tests.conftest import SAMPLE

TEXT = (SAMPLE / pg_catalogue.PATHS[1]).read_bytes().decode("utf-8")
RECORDS = [(path.stem[2:], path.read_text("utf-8")) for path in sorted(SAMPLE.rglob("pg9001*.rdf"))]


@pytest.fixture
def packed(tmp_path):
    def write(count=100, seed=0):
        grown_catalogue.write_csv(tmp_path / "csv", TEXT, count, seed)
        grown_catalogue.write_archive(tmp_path / "rdf", RECORDS, count, seed)
        return [(tmp_path / name).read_bytes() for name in ("csv", "rdf")]

    return write


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(packed):
    first = packed()
    assert packed() == first
    assert all(one != other for one, other in zip(packed(seed=1), first, strict=True))


def test_every_row_and_record_is_an_entry_of_its_own(packed, tmp_path):
    packed(100)
    for found in (pg_catalogue.read(tmp_path / "csv", "csv"), pg_archive.read(tmp_path / "rdf", "rdf")):
        entries = list(found)
        assert [entry.id for entry in entries] == [f"pg{number}" for number in range(1, 101)]
        assert all(isinstance(entry, Entry) and entry.title and entry.languages for entry in entries)
        assert len({entry.title for entry in entries}) == 100


def test_the_files_of_a_grown_record_are_its_own(tmp_path):
    files = '<pgterms:file rdf:about="http://www.gutenberg.org/files/900101/900101-0.txt"/>'
    records = [
        (number, text.replace("</pgterms:ebook>", f"{files}</pgterms:ebook>")) for number, text in RECORDS
    ]
    grown_catalogue.write_archive(tmp_path / "rdf", records[:1], 3, 0)
    found = pg_archive.read(tmp_path / "rdf", "rdf")
    assert [entry.files for entry in found] == [(f"files/{n}/{n}-0.txt",) for n in (1, 2, 3)]

import bz2
import gzip
import json
import shutil
from collections import Counter

import pytest

from dialogue_etl import shards
from dialogue_etl.sources.books import catalogue
from dialogue_etl.sources.books.catalogues import entries, library, pg_archive, pg_catalogue, pg_records
from dialogue_etl.sources.books.catalogues.entries import CatalogueError
from dialogue_etl.sources.books.mirrors import fetching
from dialogue_etl.web.failures import MissingError, UnavailableError
from tests.conftest import SAMPLE, quick_runtime, sample_params, tree
from tests.sources.books.catalogues.test_pg_archive import records
from tests.sources.books.catalogues.test_pg_catalogue import HEAD
from tests.sources.books.catalogues.test_pg_records import record
from tests.sources.test_tar_archive import tarred

PACKED, PLAIN = pg_catalogue.PATHS


@pytest.fixture
def mirror(tmp_path):
    """A folder to put files of a mirror into."""
    (tmp_path / "mirror").mkdir()
    return tmp_path / "mirror"


def put(mirror, path, data):
    (mirror / path).parent.mkdir(parents=True, exist_ok=True)
    (mirror / path).write_bytes(data)


@pytest.fixture
def run(tmp_path):
    """Runs the stage; gives entries, rows of drops and metrics."""

    def stage(source="mirror", choice="csv", output="output"):
        catalogue.catalogue(
            library_folder=tmp_path / "library",
            output=tmp_path / output,
            metrics=tmp_path / f"{output}.json",
            params=sample_params({"books.source": source, "books.catalogue": choice}),
            runtime=quick_runtime(mirror=str(tmp_path / "mirror")),
        )
        drops = list(shards.read(tmp_path / output, "drops"))
        metrics = json.loads((tmp_path / f"{output}.json").read_text("utf-8"))
        return list(entries.listed(tmp_path / output)), drops, metrics

    return stage


def rows(*lines):
    return (HEAD + "".join(f"{line}\n" for line in lines)).encode()


def numbered(*numbers):
    return rows(*(f"{number},Text,,T{number},en,,,," for number in numbers))


def test_entries_of_all_types_and_languages_come_by_number(mirror, run):
    put(mirror, PLAIN, rows("10,Sound,,A,en,,,,", "9,Text,,B,hu; de,,,,", "1342,Text,,C,en,,,,"))
    found, drops, metrics = run()
    assert [entry.id for entry in found] == ["pg9", "pg10", "pg1342"]
    assert drops == []
    assert metrics == {
        "entries": 3,
        "rights_stated": 0,
        "unreadable": 0,
        "types": {"Sound": 1, "Text": 2},
        "languages_of_texts": {"de": 1, "en": 1, "hu": 1},
    }


def test_the_packed_catalogue_comes_before_the_plain_one(mirror, run):
    put(mirror, PLAIN, numbered(2))
    assert [entry.id for entry in run()[0]] == ["pg2"]
    put(mirror, PACKED, gzip.compress(numbered(1)))
    assert [entry.id for entry in run()[0]] == ["pg1"]


def test_a_packed_catalogue_that_cannot_be_had_is_no_missing_one(mirror, run, tmp_path):
    put(mirror, PLAIN, numbered(2))
    (mirror / PACKED).mkdir()
    with pytest.raises(UnavailableError, match="a directory"):
        run()
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("choice", ["csv", "rdf"])
def test_without_a_catalogue_nothing_is_written(mirror, run, tmp_path, choice):
    with pytest.raises(MissingError):
        run(choice=choice)
    assert [path.name for path in tmp_path.iterdir()] == ["mirror"]


def test_what_cannot_be_read_is_a_drop_row(mirror, run):
    put(mirror, PLAIN, rows("1,Text", "x,Text,,T,en,,,,", "3,Text,,T,en,,,,", "3,Text,,Again,en,,,,"))
    found, drops, metrics = run()
    assert [(entry.id, entry.title) for entry in found] == [("pg3", "T")]
    assert [(row["id"], row["stage"], row["unit"], row["reason"]) for row in drops] == [
        (id, "catalogue", "entry", "unreadable") for id in ("pg1", "row 2", "pg3")
    ]
    assert drops[1]["detail"].startswith(f"{PLAIN}: row 2 (lines 3 to 3): ")
    assert "listed twice" in drops[2]["detail"]
    assert (metrics["entries"], metrics["unreadable"]) == (1, 3)


def test_a_catalogue_cut_short_leaves_the_earlier_output(mirror, run, tmp_path):
    put(mirror, PACKED, gzip.compress(numbered(*range(1, 3_000))))
    run()
    before = tree(tmp_path / "output")
    put(mirror, PACKED, gzip.compress(numbered(*range(1, 4_000)))[:-100])
    with pytest.raises(CatalogueError, match="cut short"):
        run()
    assert tree(tmp_path / "output") == before
    assert not list(tmp_path.glob(".*"))


def test_the_order_of_the_catalogue_makes_no_difference(mirror, run, tmp_path):
    numbers = range(1, 5_000)
    put(mirror, PLAIN, numbered(*numbers))
    run(output="a")
    put(mirror, PLAIN, numbered(*reversed(numbers)))
    run(output="b")
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_an_archive_of_records_gives_rights_and_downloads(mirror, run):
    known = record("<dc:rights>CC0</dc:rights><pg:downloads>5</pg:downloads>", 10)
    members = [(pg_records.record_path("10"), known), *records(2), (pg_records.record_path("3"), b"<")]
    put(mirror, pg_archive.PATH, bz2.compress(tarred(members)))
    found, drops, metrics = run(choice="rdf")
    assert [(entry.id, entry.rights, entry.downloads) for entry in found] == [
        ("pg2", "", None),
        ("pg10", "CC0", 5),
    ]
    assert [row["id"] for row in drops] == ["pg3"]
    assert (metrics["rights_stated"], metrics["unreadable"]) == (1, 1)


@pytest.mark.parametrize("choice", ["csv", "rdf"])
def test_the_sample_has_its_rights_from_the_records_beside_its_texts(run, choice):
    found, drops, metrics = run(source="sample", choice=choice)
    assert drops == []
    assert Counter(tag for entry in found for tag in entry.languages) == metrics["languages_of_texts"]
    assert metrics["rights_stated"] == metrics["entries"] == len(found)
    copyrighted = [entry.id for entry in found if entry.rights.startswith("Copyrighted")]
    assert copyrighted == ["pg900005"]
    assert all(entry.authors and entry.subjects and entry.issued for entry in found)


def test_a_sample_without_a_record_keeps_the_entry_and_one_with_a_broken_record_does_not(
    tmp_path, run, monkeypatch
):
    shutil.copytree(SAMPLE, tmp_path / "sample")
    monkeypatch.setattr(fetching, "SAMPLE", tmp_path / "sample")
    (tmp_path / "sample" / pg_records.record_path("900001")).unlink()
    (tmp_path / "sample" / pg_records.record_path("900002")).write_bytes(b"<broken")
    (tmp_path / "sample" / pg_records.record_path("900003")).unlink()
    (tmp_path / "sample" / pg_records.record_path("900003")).mkdir()
    found, drops, _ = run(source="sample")
    assert {entry.id: entry.rights for entry in found}["pg900001"] is None
    assert [row["id"] for row in drops] == ["pg900002", "pg900003"]
    assert "not an RDF record" in drops[0]["detail"]
    assert not {"pg900002", "pg900003"} & {entry.id for entry in found}


def test_the_library_is_a_catalogue_too(mirror, run, tmp_path):
    made = [
        library.entry(id=id, language="en", title=id, authors=("A",), rights="CC0", data=b"Text")
        for id in ("emma", "pg10", "pg9")
    ]
    library.add(tmp_path / "library", [(entry, b"Text") for entry in made])
    found, _, metrics = run(source="library", choice="rdf")
    assert found == [made[2], made[1], made[0]]
    assert metrics["rights_stated"] == 3


def test_the_metrics_name_the_most_frequent_languages_only(mirror, run):
    tags = [f"{a}{b}" for a in "abcdef" for b in "abcdefgh"]
    lines = [f"{number},Text,,T,{tag},,,," for number, tag in enumerate([*tags, "zz", "zz"], start=1)]
    put(mirror, PLAIN, rows(*lines))
    languages = run()[2]["languages_of_texts"]
    assert len(languages) == 20
    assert languages["zz"] == 2
    assert list(languages) == sorted(languages)

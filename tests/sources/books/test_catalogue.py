import gzip
import json

import pytest

from dialogue_etl.core import shards
from dialogue_etl.sources.books import catalogue
from dialogue_etl.sources.books.catalogues import entries, library, pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import CatalogueError
from dialogue_etl.web.failures import MissingError, UnavailableError
from tests.conftest import quick_runtime, sample_params, tree
from tests.sources.books.catalogues.test_pg_catalogue import HEAD

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

    def stage(source="mirror", output="output"):
        catalogue.catalogue(
            library_folder=tmp_path / "library",
            output=tmp_path / output,
            metrics=tmp_path / f"{output}.json",
            params=sample_params({"books.source": source}),
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


def test_without_a_catalogue_nothing_is_written(mirror, run, tmp_path):
    with pytest.raises(MissingError):
        run()
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


def test_the_sample_states_its_rights(run):
    found, drops, metrics = run(source="sample")
    assert drops == []
    assert metrics["rights_stated"] == metrics["entries"] == len(found)
    assert [entry.id for entry in found if entry.rights.startswith("Copyrighted")] == ["pg900005"]
    assert all(entry.authors and entry.subjects and entry.issued for entry in found)


def test_the_library_is_a_catalogue_too(mirror, run, tmp_path):
    made = [
        library.entry(id=id, language="en", title=id, authors=("A",), rights="CC0", data=b"Text")
        for id in ("emma", "pg10", "pg9")
    ]
    library.add(tmp_path / "library", [(entry, b"Text") for entry in made])
    found, _, metrics = run(source="library")
    assert found == [made[0], made[2], made[1]]
    assert metrics["rights_stated"] == 3

import shutil

import pytest

from dialogue_etl.params import Params, override, parse
from dialogue_etl.sources.books import catalogue, download, library
from dialogue_etl.sources.books.catalogue import CatalogueError, Entry
from dialogue_etl.sources.books.mirror import Folder
from tests.conftest import SAMPLE


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A copy of the sample to damage, in place of the embedded one."""
    shutil.copytree(SAMPLE, tmp_path / "mirror")
    monkeypatch.setattr(download, "SAMPLE", tmp_path / "mirror")
    return tmp_path / "mirror"


def entries(*ids):
    return [Entry(id, ("en",), "T", (), None, "path") for id in ids]


def select(listed, **knobs):
    params = parse(override(Params().model_dump(), {f"books.{key}": value for key, value in knobs.items()}))
    chosen, left_out = download.select(entries(*listed), params)
    return [book.id for book in chosen], [(row["id"], row["reason"]) for row in left_out]


IDS = ["c", "a", "d", "b"]


def test_without_knobs_every_book_is_taken_in_order_of_ids():
    assert select(IDS) == (["a", "b", "c", "d"], [])


def test_ids_select_and_bans_come_first():
    assert select(IDS, ids=["a", "b"], banned=["a", "c"]) == (["b"], [("a", "banned")])


def test_banned_books_do_not_count_towards_max_books():
    first = select(IDS, max_books=1)[0]
    chosen, left_out = select(IDS, max_books=1, banned=first)
    assert len(chosen) == 1
    assert chosen != first
    assert sorted(id for id, _ in left_out) == sorted(set(IDS) - set(chosen))


@pytest.mark.parametrize("limit", range(5))
def test_another_book_moves_at_most_one_under_max_books(limit):
    before = set(select(IDS, max_books=limit)[0])
    after = set(select([*IDS, "e"], max_books=limit)[0])
    assert len(before - after) <= (1 if limit else 0)


def row(mirror, language="en", id="pg900001"):
    (entry,) = [e for e in catalogue.parse((mirror / catalogue.CATALOGUE_PATH).read_bytes()) if e.id == id]
    return download.fetch(entry, Folder(mirror), language, "sample")


def test_a_text_comes_with_what_is_known_of_it(mirror):
    text = row(mirror)
    assert text["title"] == "The Bell at Marrow Ferry"
    assert text["authors"] == ["Marchgrove, Thessaly"]
    assert text["rights"] == "Public domain in the USA."
    assert (text["encoding"], text["stated_languages"], text["source"]) == ("utf-8-sig", "English", "sample")
    assert text["text"].startswith("THE BELL AT MARROW FERRY")
    assert text["text"].endswith("stroke you may hear the pole knock upon the boat.")
    assert "\r" not in text["text"]


@pytest.mark.parametrize(
    ("record", "rights"),
    [
        (None, "Copyrighted. Read the copyright notice inside this book for details."),
        (b"<r/>", ""),
        (b'<r xmlns:t="http://purl.org/dc/terms/"><t:rights>CC0</t:rights></r>', "CC0"),
    ],
)
def test_rights_come_from_the_record_else_where_there_is_none_from_the_header(mirror, record, rights):
    path = mirror / "cache/epub/900005/pg900005.rdf"
    path.unlink() if record is None else path.write_bytes(record)
    assert row(mirror, id="pg900005")["rights"] == rights


@pytest.mark.parametrize(
    ("data", "reason", "detail"),
    [
        (None, "unavailable", "no such file"),
        (b"", "undecodable", "empty"),
        (b"\x89PNG\r\n\0\0", "undecodable", "binary"),
        (b"<!DOCTYPE html><p>Not found", "unusable", "a web page"),
        (b"\n  <HTML>", "unusable", "a web page"),
    ],
)
def test_a_bad_file_is_a_drop_row_and_the_rest_arrive(mirror, build, data, reason, detail):
    path = mirror / catalogue.text_path("900002")
    path.unlink() if data is None else path.write_bytes(data)
    made = build({"languages": ["en"]}).run("download")
    (drop,) = made.rows("download", "en", "drops")
    assert (drop["id"], drop["unit"], drop["reason"]) == ("pg900002", "file", reason)
    assert drop["detail"].startswith("cache/epub/900002/pg900002.txt: ")
    assert detail in drop["detail"]
    assert drop["detail"].count("pg900002.txt") == 1
    assert made.metrics("download", "en")["books"] == 4
    assert made.metrics("download", "en")["dropped"] == {"files": {reason: 1}}


def test_a_book_whose_record_cannot_be_read_is_a_drop_row(mirror, build):
    (mirror / catalogue.rdf_path("900002")).write_bytes(b"<broken")
    made = build({"languages": ["en"]}).run("download")
    (drop,) = made.rows("download", "en", "drops")
    assert (drop["id"], drop["unit"]) == ("pg900002", "file")
    assert "not an RDF record" in drop["detail"]


def test_a_book_of_the_library_that_changed_is_a_drop_row(tmp_path, build):
    folder = tmp_path / "library"
    books = [
        (library.entry(id=id, language="en", title=id, authors=("A",), rights="CC0", data=b"Text."), b"Text.")
        for id in ("one", "two")
    ]
    library.add(folder, books)
    (folder / "books/one.txt").write_bytes(b"Other text.")
    made = build({"books.source": "library", "languages": ["en"]}, library=folder).run("download")
    assert [text["id"] for text in made.rows("download", "en", "texts")] == ["two"]
    (drop,) = made.rows("download", "en", "drops")
    assert (drop["id"], drop["reason"]) == ("one", "unusable")
    assert "add it again" in drop["detail"]


def test_a_book_of_the_library_cannot_lead_out_of_it(tmp_path, build):
    (tmp_path / "secret.txt").write_text("Secret.")
    (tmp_path / "library").mkdir()
    row = "x,en,T,A,CC0,../secret.txt,"
    (tmp_path / "library/catalogue.csv").write_text(",".join(library.COLUMNS) + f"\n{row}\n")
    made = build({"books.source": "library", "languages": ["en"]}, library=tmp_path / "library").run(
        "download"
    )
    (drop,) = made.rows("download", "en", "drops")
    assert "leads out of its folder" in drop["detail"]


def test_without_a_library_nothing_is_written(tmp_path, build):
    made = build({"books.source": "library"}, library=tmp_path / "none")
    with pytest.raises(CatalogueError, match="books add"):
        made.run("download")
    assert not made.folder.exists()


def test_a_book_in_two_languages_is_listed_for_both(mirror, build):
    path = mirror / catalogue.CATALOGUE_PATH
    path.write_text(path.read_text("utf-8").replace("Marrow Ferry,en,", "Marrow Ferry,en; hu,"), "utf-8")
    made = build().run("download", "prefilter")
    assert "pg900001" in {text["id"] for text in made.rows("download", "hu", "texts")}
    drops = {row["id"]: row["reason"] for row in made.rows("prefilter", "hu", "drops")}
    assert drops["pg900001"] == "language"  # its header says English alone

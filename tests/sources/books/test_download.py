import re
import shutil

import pytest

from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.mirrors import fetching, layouts
from dialogue_etl.text import encoding
from tests.conftest import SAMPLE
from tests.sources.books.reading import made as pages_of

TEXT = layouts.copies("900002")[0].path
HTML = layouts.copies("900002", ["html"])[0].path
SPOKEN = ["pg900001", "pg900002", "pg900003", "pg900004"]  # the catalogue says they are in the public domain


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A copy of the sample to damage, in place of the embedded one."""
    shutil.copytree(SAMPLE, tmp_path / "mirror")
    monkeypatch.setattr(fetching, "SAMPLE", tmp_path / "mirror")
    return tmp_path / "mirror"


@pytest.fixture
def downloaded(build):
    """Runs catalogue and download over English books, with changed parameters."""

    def run(changes=None, **rest):
        return build({"languages": ["en"], **(changes or {})}, **rest).run("catalogue", "download")

    return run


def row(made, id="pg900001"):
    (found,) = [text for text in made.rows("download", "en", "texts") if text["id"] == id]
    return found


def test_a_text_comes_with_what_is_known_of_it(downloaded):
    text = row(downloaded())
    assert text["title"] == "The Bell at Marrow Ferry"
    assert text["authors"] == ["Marchgrove, Thessaly"]
    assert text["rights"] == "Public domain in the USA."
    assert (text["encoding"], text["stated_languages"], text["source"]) == ("utf-8-sig", "English", "sample")
    assert text["text"].startswith("THE BELL AT MARROW FERRY")
    assert text["text"].endswith("stroke you may hear the pole knock upon the boat.")
    assert "\r" not in text["text"]


def test_rights_that_the_catalogue_does_not_state_come_from_the_header(mirror, downloaded):
    listed = mirror / pg_catalogue.PATHS[-1]
    listed.write_text(listed.read_text("utf-8").replace(",Rights\n", ",Other\n"), "utf-8")
    made = downloaded({"prefilter.rights": "any"})
    assert row(made, "pg900005")["rights"].startswith("Copyrighted.")
    assert row(made)["rights"] == "Public domain in the USA."


def test_what_the_catalogue_says_is_not_free_is_not_fetched(mirror, downloaded):
    (mirror / TEXT.replace("900002", "900005")).unlink()
    (drop,) = downloaded().rows("download", "en", "drops")
    assert (drop["id"], drop["unit"], drop["reason"]) == ("pg900005", "book", "rights")


def test_a_file_that_no_place_holds_is_missing(mirror, downloaded):
    (mirror / TEXT).unlink()
    made = downloaded({"books.ids": SPOKEN})
    (drop,) = made.rows("download", "en", "drops")
    assert (drop["id"], drop["unit"], drop["reason"]) == ("pg900002", "file", "missing")
    assert drop["detail"] == "pg900002: in none of the folders of the copy"
    assert made.metrics("download", "en")["dropped"] == {"files": {"missing": 1}}


def test_a_book_that_only_has_an_html_edition_is_read_from_it(mirror, downloaded):
    before = row(downloaded(), "pg900002")["text"]
    story = (mirror / TEXT).read_text("utf-8-sig")
    (mirror / TEXT).unlink()
    pages = "".join(pages_of.paragraphs(story))
    (mirror / HTML).write_text(pages_of.page(pages), "utf-8")
    text = row(downloaded({"books.ids": SPOKEN}, name="html"), "pg900002")
    assert (text["url"], text["encoding"]) == (HTML, "utf-8")
    assert words(text["text"]) == words(before)


def words(text):
    return " ".join(re.findall(r"\w+", text)).lower()


def test_a_web_page_that_a_copy_has_instead_of_a_text_is_not_a_book(mirror, downloaded):
    (mirror / TEXT).write_bytes(b"<html><p>The page that you asked for is not here.</html>")
    (drop,) = downloaded({"books.ids": SPOKEN}).rows("download", "en", "drops")
    assert (drop["id"], drop["reason"]) == ("pg900002", "unusable")
    assert drop["detail"].endswith("a web page, not a text")


def test_pieces_of_the_decoded_file_make_the_text(mirror, downloaded):
    made = downloaded()
    for text in made.rows("download", "en", "texts"):
        number = text["id"].removeprefix("pg")
        decoded, _ = encoding.decode((mirror / layouts.copies(number)[0].path).read_bytes())
        pieces = [decoded[piece["start"] : piece["end"]] for piece in text["pieces"]]
        assert text["text"] == "\n\n".join(pieces) != ""


def test_a_book_in_two_languages_is_listed_for_both(mirror, build):
    path = mirror / pg_catalogue.PATHS[-1]
    path.write_text(path.read_text("utf-8").replace("Marrow Ferry,en,", "Marrow Ferry,en; hu,"), "utf-8")
    made = build().run("catalogue", "download", "works", "prefilter")
    assert "pg900001" in {text["id"] for text in made.rows("download", "hu", "texts")}
    drops = {row["id"]: row["reason"] for row in made.rows("prefilter", "hu", "drops")}
    assert drops["pg900001"] == "other_language"  # its text is English

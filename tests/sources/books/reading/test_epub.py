"""EPUB books: pages in the order of the package document, metadata, and what makes a book unreadable."""

import pytest

from dialogue_etl.sources.books.reading import EPUB, BadBookError, Stated, read
from tests.sources.books.reading import made

PAGES = {f"{name}.xhtml": made.page(f"<p>{name}.</p>") for name in ("one", "two", "three")}


def text(data):
    return read(data).text


def test_pages_come_in_the_order_of_the_spine_and_each_begins_a_paragraph():
    book = read(made.epub(PAGES, spine=["two.xhtml", "three.xhtml", "one.xhtml"]))
    assert (book.text, book.format, book.suffix) == ("two.\n\nthree.\n\none.\n", EPUB, ".epub")


def test_contents_and_what_is_not_in_the_line_of_reading_are_left_out():
    pages = {**PAGES, "nav.xhtml": made.page("<p>contents"), "toc.xhtml": made.page("<p>contents")}
    guide = (
        '<guide><reference type="toc" href="toc.xhtml"/><reference type="toc" href="one.xhtml#c"/></guide>'
    )
    assert text(made.epub(pages, guide=guide, version="2.0")) == "one.\n\ntwo.\n\nthree.\n"
    whole = '<guide><reference type="toc" href="one.xhtml"/></guide>'
    assert text(made.epub({"one.xhtml": PAGES["one.xhtml"]}, guide=whole)) == "one.\n"


def test_names_are_decoded_and_found_in_any_case():
    pages = {"Chapter%201.xhtml": PAGES["one.xhtml"]}
    data = made.epub(pages, files={"OEBPS/chapter 1.xhtml": PAGES["two.xhtml"]})
    assert text(data) == "two.\n"


@pytest.mark.parametrize(
    ("facts", "stated"),
    [
        (made.FACTS, Stated("The Ferry", ("Ann Doe",), "en-GB", "")),
        (
            '<dc:title>T</dc:title><dc:creator opf:role="aut" opf:file-as="Doe, Ann">Ann Doe</dc:creator>'
            '<dc:creator opf:role="ill">Bob</dc:creator><dc:rights>CC0</dc:rights>',
            Stated("T", ("Doe, Ann",), "", "CC0"),
        ),
        (
            '<dc:creator id="a">Ann Doe</dc:creator><meta refines="#a" property="file-as">Doe, Ann</meta>',
            Stated("", ("Doe, Ann",), "", ""),
        ),
    ],
)
def test_metadata_of_both_versions(facts, stated):
    assert read(made.epub(PAGES, facts=facts)).stated == stated


def locked(algorithm, name):
    return (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData '
        f'xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="{algorithm}"/><CipherData>'
        f'<CipherReference URI="{name}"/></CipherData></EncryptedData></encryption>'
    )


AES = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"


@pytest.mark.parametrize(
    ("algorithm", "name", "readable"),
    [
        (AES, "OEBPS/one.xhtml", False),
        (AES, "OEBPS/cover.png", True),
        ("http://www.idpf.org/2008/embedding", "OEBPS/font.otf", True),
    ],
)
def test_a_book_whose_text_is_encrypted_is_refused_and_one_with_its_own_fonts_is_not(
    algorithm, name, readable
):
    data = made.epub(PAGES, files={"META-INF/encryption.xml": locked(algorithm, name)})
    if readable:
        assert text(data)
    else:
        with pytest.raises(BadBookError, match=r"encrypted by its shop \(DRM\)"):
            read(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (made.epub({}), "an EPUB book without text"),
        (made.epub({"a.xhtml": made.page("<img src='1.png'/>")}), "an EPUB book without text"),
        (made.epub({"../../a.xhtml": "x"}), "leads out of it"),
        (
            made.epub({"a.xhtml": "x"}).replace(b"OEBPS/a.xhtml", b"OEBPS/b.xhtml"),
            "lists OEBPS/a.xhtml, which is not",
        ),
        (made.epub({"a.xhtml": "x"}).replace(b"book.opf", b"book.xxx"), "no package document"),
    ],
)
def test_a_broken_book_is_refused_with_the_reason(data, sentence):
    with pytest.raises(BadBookError, match=sentence):
        read(data)


def test_no_file_of_this_machine_gets_into_a_book(tmp_path):
    (tmp_path / "secret").write_text("secret")
    attack = f'<!DOCTYPE x [<!ENTITY s SYSTEM "file://{tmp_path}/secret">]>'
    page = made.page("<p>a &s;</p>").replace("<!DOCTYPE html", f"{attack}<!DOCTYPE html")
    data = made.epub({"a.xhtml": page}, facts="<dc:title>&s;</dc:title>")
    book = read(data)
    assert "secret" not in f"{book.text}{book.stated}"

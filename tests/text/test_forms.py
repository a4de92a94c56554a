import pytest

from dialogue_etl.text import forms

PAGES = [
    "<!DOCTYPE html>",
    "<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
    "<html>",
    "<html",
    "<head>",
    "<title>Sorry</title>",
    "<meta charset=utf-8>",
    "  \r\n\t<html>",
    "<!-- one -->\n<!-- <p> two -->\n<!DOCTYPE html>",
    "<?xml version='1.0'?>\n<!DOCTYPE html>",
    "<?xml version='1.0'?><!-- x --><?xml-stylesheet href='a'?><html xmlns='http://www.w3.org/1999/xhtml'>",
]
TEXTS = [
    "",
    "He wrote <html> on the wall.",
    "Sorry.\n<html>",
    "<Title of the story>",
    "<p>",
    "<!-- a comment --> and a text",
    "<!-- a comment without an end <html>",
    "<< Ja >>",
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_a_web_page_is_recognised_by_its_first_tag(page, codec):
    assert forms.markup(page.encode(codec)) == forms.WEB_PAGE


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_that_quotes_a_tag_is_not_a_web_page(text):
    assert forms.markup(text.encode()) == ""


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"<?xml version='1.0'?><TEI>", forms.XML),
        (b"<?xml version='1.0'?>\n<rdf:RDF>", forms.XML),
        (rb"{\rtf1\ansi", forms.RTF),
    ],
)
def test_other_markup_is_named(data, form):
    assert forms.markup(data) == form


def test_a_text_is_not_binary():
    assert [forms.binary(text.encode()) for text in [*PAGES, *TEXTS]] == [""] * len(PAGES + TEXTS)


@pytest.mark.parametrize("data", [b"<!---->" * 9_999, b"<?" * 99_999, b" " * 999_999, b"\0" * 999_999])
def test_long_beginnings_are_not_pages(data):
    assert forms.markup(data) == ""


@pytest.mark.parametrize("text", ['{"a": 1}', ' [ {"a b": []}', '\ufeff{"a":{}}\n{"b":1}'])
def test_objects_are_json(text):
    assert forms.is_json(text.encode())


@pytest.mark.parametrize(
    "text", ["", "{", "[1] A note", '["Yes."]', '{ "Yes," she said }', "[Illustration: x]"]
)
def test_brackets_of_a_book_are_not(text):
    assert not forms.is_json(text.encode())

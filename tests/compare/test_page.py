import re
from html.parser import HTMLParser

import pytest

from dialogue_etl.compare import versions
from dialogue_etl.compare.fates import NOT_SELECTED, Book
from dialogue_etl.compare.page import compare_page, render
from dialogue_etl.compare.results import Comparison, Example, Language
from dialogue_etl.compare.values import Difference

NAMES = {"name": "a", "commit": "1" * 40}, {"name": "b", "commit": "2" * 40}
NOTHING = {name: {"books": 0, "dialogues": 0, "utterances": 0} for name in ("train", "validation", "test")}
EVIL = "<script>alert(1)</script>"


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.open = [], []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def tags(html):
    parser = Tags()
    parser.feed(html)
    assert parser.open == []
    return parser.found


def test_the_page_is_one_file_without_scripts_that_fetches_nothing(two):
    html = compare_page(two, "one", "two")
    found = tags(html)
    assert not {"script", "link", "img", "iframe", "form"} & {tag for tag, _ in found}
    assert not [
        name for _, attributes in found for name in attributes if name.startswith("on") or name == "src"
    ]
    assert not re.findall(r"url\(|@import|https?://", html)
    assert "prefers-color-scheme: dark" in html
    assert all(attributes["href"].startswith("#") for tag, attributes in found if tag == "a")


def test_it_says_what_the_comparison_says(two):
    comparison = versions.compare(two, "one", "two")
    html = render(comparison)
    for language in comparison.languages:
        assert all(book.id in html for book in language.books)
    assert all(found.key in html for found in comparison.params)
    assert html.count('class="card ') == len(comparison.shown_examples()) > 3
    assert html == render(versions.compare(two, "one", "two"))


@pytest.fixture
def evil():
    reason = {**NOT_SELECTED, "stage": EVIL, "reason": EVIL, "detail": EVIL}
    book = Book(EVIL, EVIL, [EVIL], "train", "", (1, 0), reason, EVIL)
    said = [{"id": EVIL, "turns": [{"text": EVIL, "speaker": EVIL}]}]
    example = Example("removed", EVIL, EVIL, EVIL, said, [], reason)
    language = Language(
        "books", EVIL, (NOTHING, NOTHING), {}, [book], {"removed": (1, 0)}, examples=[example]
    )
    named = {"name": EVIL, "commit": ""}
    return Comparison(
        named, named, [EVIL], [Difference(EVIL, EVIL, [EVIL])], [EVIL], [language], [Difference(EVIL, 1, 2)]
    )


def test_texts_names_and_values_are_text(evil):
    html = render(evil)
    assert "<script" not in html
    assert html.count("&lt;script&gt;") > 12
    tags(html)


def test_nothing_differs():
    html = render(Comparison(*NAMES, [], [], [], [], []))
    assert "Nothing differs" in html
    tags(html)

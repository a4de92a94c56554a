"""A comparison on the page and on the terminal."""

import re
from html.parser import HTMLParser
from io import StringIO

from rich.console import Console

from dialogue_etl.compare import labels, matching, versions
from dialogue_etl.compare.documents import COUNTED, LISTS, SIZED
from dialogue_etl.compare.page import render
from dialogue_etl.compare.results import Comparison, Language
from dialogue_etl.compare.terminal import renderables
from dialogue_etl.compare.values import Difference
from dialogue_etl.sources.books.reasons import REASONS as RULES

NAMES = {"name": "a", "commit": "1" * 40}, {"name": "b", "commit": "2" * 40}
NOTHING = {name: dict.fromkeys(COUNTED, (0, 0)) for name in SIZED}
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


def shown(comparison):
    console = Console(file=StringIO(), width=140, highlight=False)
    for renderable in renderables(comparison):
        console.print(renderable)
    return console.file.getvalue()


def document(id, title="", reason=None):
    made = {"id": id, "title": title, "authors": [title], "before": "train", "after": "", "dialogues": (1, 0)}
    return made | {"reason": reason, "rewritten": False, "kinds": {}}


def example(kind, language, id, **more):
    made = {"kind": kind, "language": language, "id": id, "title": ""}
    return made | {"before": [], "after": [], "reason": None} | more


def language(tag, documents=(), **more):
    lists = dict.fromkeys(LISTS, ()) | {"removed": documents}
    numbers = {name: len(listed) for name, listed in lists.items()}
    return Language("books", "books", tag, NOTHING, numbers=numbers, documents=lists, **more)


def test_the_page_is_one_file_without_scripts_that_says_what_the_comparison_says(two):
    comparison = versions.compare(two, "one", "two")
    html = render(comparison)
    found = tags(html)
    assert not {"script", "link", "img", "iframe", "form"} & {tag for tag, _ in found}
    assert not [name for _, named in found for name in named if name.startswith("on") or name == "src"]
    assert not re.findall(r"url\(|@import|https?://", html)
    assert "prefers-color-scheme: dark" in html
    assert all(attributes["href"].startswith("#") for tag, attributes in found if tag == "a")
    assert html == render(versions.compare(two, "one", "two"))
    listed = [one for each in comparison.languages for some in each.documents.values() for one in some]
    assert all(one["id"] in html for one in listed)
    assert all(difference.key in html for difference in comparison.params)
    assert html.count('class="card ') == len(comparison.shown_examples()) > 3
    text = shown(comparison)
    assert "extract.dialogue_gap         525" in text
    assert all(one["id"] in text for each in comparison.languages for one in each.documents["removed"])
    assert "in a language that is not selected" in text
    assert "+ ── " in text


def test_texts_names_and_values_are_text():
    reason = {"stage": EVIL, "unit": "book", "reason": EVIL, "value": None, "threshold": None, "detail": EVIL}
    said = [{"id": EVIL, "turns": [{"text": EVIL, "speaker": EVIL}]}]
    shown_example = example("removed", EVIL, EVIL, title=EVIL, before=said, reason=reason)
    listed = [document(EVIL, EVIL, reason)]
    one = language(EVIL, listed, dialogues={"removed": (1, 0)}, examples=[shown_example])
    named = {"name": EVIL, "commit": ""}
    different = [Difference(EVIL, EVIL, [EVIL])], [EVIL], [one], [Difference(EVIL, 1, 2)]
    comparison = Comparison(named, named, [EVIL], *different)
    html = render(comparison)
    assert "<script" not in html
    assert html.count("&lt;script&gt;") > 11
    tags(html)
    assert "<script>alert(1)</script>" in shown(comparison)


def test_every_kind_and_reason_has_words():
    assert tuple(labels.KINDS) == matching.KINDS
    for rule in RULES:
        assert labels.why({"stage": rule.stage, "unit": rule.unit, "reason": rule.reason}) == rule.why
    assert labels.why({"stage": "x", "unit": "book", "reason": "too_blue"}) == "by the rule too blue"
    reason = {"stage": "prefilter", "reason": "min_words", "value": 12345.0, "threshold": 20000.0}
    assert labels.rule(reason) == "prefilter min_words 1.234e+04 against 2e+04"


def test_examples_of_each_kind_come_from_as_many_languages_as_there_are():
    def examples(tag, kind, count):
        return [example(kind, tag, f"{tag}{number}") for number in range(1, count + 1)]

    languages = [
        language("de", examples=[*examples("de", "split", 3), *examples("de", "removed", 5)]),
        language("en", examples=examples("en", "split", 1)),
    ]
    comparison = Comparison(*NAMES, [], [], [], languages, [], examples=3)
    split, removed = (
        [one["id"] for one in comparison.shown_examples() if one["kind"] == kind]
        for kind in ("split", "removed")
    )
    assert (split, removed) == (["de1", "en1", "de2"], ["de1", "de2", "de3"])


def test_long_lists_end_with_their_number():
    many = [document(f"pg{number}") for number in range(40)]
    text = shown(Comparison(*NAMES, [], [], [], [language("en", many)], []))
    assert "40 books removed" in text
    assert "… and 30 more" in text

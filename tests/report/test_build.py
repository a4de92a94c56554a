from __future__ import annotations

import csv
import json
import re
import socket
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from dialogue_etl import params as knobs
from dialogue_etl.report import dataset_page, figures, page
from dialogue_etl.report.build import build
from dialogue_etl.report.gather import gather
from dialogue_etl.report.statistics import Book, Corpus
from tests.report.conftest import ENGLISH, write

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Checker(HTMLParser):
    """Notes tags, ids and links, and whether every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for key, value in attrs:
            assert not key.startswith("on")
            if key == "id":
                self.ids.append(value or "")
            if key in {"href", "src", "srcset", "action", "data"}:
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def check(html: str) -> Checker:
    checker = Checker()
    checker.feed(html)
    assert checker.open == []
    return checker


def run(stages: Path, output: Path, params: Params) -> dict[str, Any]:
    build(stages=stages, output=output, metrics=output.with_suffix(".json"), params=params)
    return dict(json.loads(output.with_suffix(".json").read_text()))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_metrics_are_the_papers_figures(stages: Path, params: Params, tmp_path: Path) -> None:
    metrics = run(stages, tmp_path / "report", params)
    english, total = metrics["languages"]["en"], metrics["total"]
    assert list(english)[:5] == [
        "utterances",
        "words_per_utterance",
        "dialogues",
        "turns_per_dialogue",
        "books",
    ]
    assert english == total
    assert english["turns_per_dialogue"] == 2.6667
    assert english["removed"]["prefilter"]["books"]["max_kl_divergence"] == {"number": 1, "share": 0.25}
    assert english["removed"]["extract"]["dialogues"]["min_turns"] == {"number": 2, "share": 0.3333}
    assert metrics["languages"]["hu"]["words_per_utterance"] is None
    assert metrics["languages"]["hu"]["removed"].keys() == english["removed"].keys()


def test_plots_have_the_columns_dvc_draws(stages: Path, params: Params, tmp_path: Path) -> None:
    run(stages, tmp_path / "report", params)
    plots = tmp_path / "report" / "plots"
    tables = {
        p.relative_to(plots).as_posix(): list(csv.DictReader(p.open(newline="")))
        for p in plots.rglob("*.csv")
    }
    assert sorted(tables) == [
        "books.csv",
        "books/en.csv",
        "boundary_threshold.csv",
        "dialogue_gap.csv",
        "dialogue_gap/en.csv",
        "dialogue_lengths.csv",
        "dialogue_lengths/en.csv",
        "funnel.csv",
        "funnel/en.csv",
        "funnel/hu.csv",
    ]
    assert tables["funnel.csv"][3] == {"stage": "extract", "language": "en", "books": "2", "dialogues": "4"}
    assert tables["boundary_threshold.csv"] == []
    assert [tuple(row.values()) for row in tables["dialogue_gap.csv"]] == [
        ("100.0", "en", "6", "20", "3.3333"),
        ("525.0", "en", "4", "10", "2.5"),
    ]
    assert tables["dialogue_lengths.csv"] == [
        {"turns": "2", "language": "en", "dialogues": "2"},
        {"turns": "4", "language": "en", "dialogues": "1"},
    ]
    assert [(row["id"], row["words"], row["utterances"]) for row in tables["books.csv"]] == [
        ("b1", "30000", "6"),
        ("b2", "900", "2"),
        ("b4", "40000", "0"),
    ]


def test_two_builds_are_the_same_bytes(stages: Path, params: Params, tmp_path: Path) -> None:
    run(stages, tmp_path / "one", params)
    run(stages, tmp_path / "two", params)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_shards_and_order_of_rows_do_not_show(stages: Path, params: Params, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write(other, "en", {table: rows[::-1] for table, rows in ENGLISH.items()}, shards=5)
    write(other, "hu", {})
    run(stages, tmp_path / "one", params)
    run(other, tmp_path / "two", params)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_page_needs_nothing_from_elsewhere(stages: Path, params: Params, tmp_path: Path) -> None:
    run(stages, tmp_path / "report", params)
    html = (tmp_path / "report" / "report.html").read_text()
    checker = check(html)
    assert all(link.startswith("#") for link in checker.links)
    assert {link[1:] for link in checker.links} <= set(checker.ids)
    assert len(checker.ids) == len(set(checker.ids))
    assert not checker.tags & {"script", "link", "iframe", "img", "object"}
    assert not re.search(r"url\(|@import|https?://", html)


def test_no_place_and_no_time_in_any_file(stages: Path, params: Params, tmp_path: Path) -> None:
    run(stages, tmp_path / "report", params)
    everything = b"".join(contents(tmp_path / "report").values()) + (tmp_path / "report.json").read_bytes()
    assert str(tmp_path).encode() not in everything
    assert socket.gethostname().encode() not in everything
    assert not re.search(rb"\b20\d\d-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b", everything)


def test_hostile_title_is_text(stages: Path, params: Params, tmp_path: Path) -> None:
    run(stages, tmp_path / "report", params)
    html = (tmp_path / "report" / "report.html").read_text()
    assert "<script" not in html
    assert '<script>alert("1")</script>' in "".join(check(html).words)


def test_what_the_page_says(stages: Path, tmp_path: Path) -> None:
    changed = {
        "languages": ["en", "hu"],
        "extract": {"min_turns": 3},
        "prefilter": {"max_kl_divergence": 0.0},
    }
    params = knobs.parse(changed)
    run(stages, tmp_path / "report", params)
    words = " ".join("".join(check((tmp_path / "report" / "report.html").read_text()).words).split())
    assert "English and Hungarian dialogues from books" in words
    assert "3 dialogues with 8 utterances were found in 2 of 5 listed books." in words
    assert "Left out were 3 books:" in words
    assert "1 book of old or unusual language (25.0%)" in words
    assert "–empty" in words
    assert "Switched off: Books by other authors (authors); " in words
    assert "; Books beyond the wanted number (max_books); " in words
    differ = sum(setting.changed for setting in dataset_page.settings(params, "books"))
    assert f"{differ} values marked ● differ from the default." in words
    # Where annotated texts lie says nothing of the dataset, and much of the machine; gates say what stops it.
    unsaid = ("evaluation.gold", *(f"gates.{name}" for name in knobs.Gates.model_fields))
    stated = [knob.key for knob in knobs.knobs("books") if knob.key not in unsaid]
    assert f"{len(stated) - differ} values at the default" in words
    assert "There are no dialogues in Hungarian." in words
    assert "not stated" not in words
    assert all(key in words for key in stated)


@pytest.mark.parametrize("examples", [0, 1, 100])
def test_number_of_examples(stages: Path, tmp_path: Path, examples: int) -> None:
    params = knobs.parse({"languages": ["en"], "report": {"examples": examples}})
    run(stages, tmp_path / "report", params)
    assert (tmp_path / "report" / "report.html").read_text().count("<article") == min(examples, 3)


def test_nothing_at_all(tmp_path: Path, params: Params) -> None:
    for language in params.languages:
        write(tmp_path / "stages", language, {})
    metrics = run(tmp_path / "stages", tmp_path / "report", params)
    assert metrics["total"]["turns_per_dialogue"] is None
    assert "No dialogue" in "".join(check((tmp_path / "report" / "report.html").read_text()).words)


def test_an_unknown_reason_is_shown(stages: Path, tmp_path: Path) -> None:
    rows = [dict(ENGLISH["extract/drops"][0], reason="max_sighs", unit="dialogue", id="b1:3")]
    write(stages, "en", {**ENGLISH, "extract/drops": rows})
    params = knobs.parse({"languages": ["en"]})
    metrics = run(stages, tmp_path / "report", params)
    assert metrics["total"]["removed"]["extract"]["dialogues"]["max_sighs"]["number"] == 1
    assert "max sighs" in (tmp_path / "report" / "report.html").read_text()


def test_thousands_of_books_are_thinned_out(stages: Path, params: Params) -> None:
    language = gather(stages, "en", params)
    books = {f"b{n}": Book(f"b{n}", "T", (), "", n, 1, n % 50, "train") for n in range(1, 2_501)}
    language = replace(language, books=books, corpus=Corpus(2_500, 2_500, 60_000, 600_000))
    panel = figures.books([language]).panels[0]
    assert panel.svg.count("<circle") == figures.MOST_DOTS
    assert "Shown are 1,500 of 2,500 books" in panel.note
    html = page.render([language], params)
    assert "The first 1,000" in html
    assert html.count('<td class="id">') == 1_000

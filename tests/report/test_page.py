"""The page as its readers meet it: complete, light, and in order."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from dialogue_etl import params as knobs
from dialogue_etl.report import figures, page, removals, words
from dialogue_etl.report.gather import gather
from dialogue_etl.report.rules import RULES
from dialogue_etl.report.statistics import Book
from tests.report.conftest import ENGLISH, HOSTILE, drop, write
from tests.report.test_build import check, run

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from tests.conftest import Build

KILOBYTE = 1_000
RULE = {rule.reason: rule for rule in RULES}


@pytest.fixture(scope="module")
def sample_page(sample: Build, tmp_path_factory: pytest.TempPathFactory) -> str:
    output = tmp_path_factory.mktemp("page") / "report"
    run(sample.stages, output, sample.params)
    return (output / "report.html").read_text("utf-8")


def text_of(html: str) -> str:
    return " ".join("".join(check(html).words).split())


def by_language(html: str) -> list[str]:
    """The part of the examples of each language."""
    return re.findall(r'<details class="language.*?</details>', html, re.DOTALL)


def test_every_reason_that_occurs_has_an_example(sample: Build, sample_page: str) -> None:
    parts = by_language(sample_page)
    assert len(parts) == len(sample.params.languages)
    for language, part in zip(sample.params.languages, parts, strict=True):
        rows = [
            row
            for stage in ("download", "prefilter", "extract", "postfilter")
            for row in sample.rows(stage, language, "drops")
        ]
        shown = {
            name: body
            for body, name in re.findall(
                r'(<section class="reason">.*?<code>(\w+)</code>.*?</section>)', part, re.DOTALL
            )
        }
        assert shown.keys() == {row["reason"] for row in rows}
        for reason, body in shown.items():
            found = [row for row in rows if row["reason"] == reason]
            assert body.count("<li>") == min(len(found), sample.params.report.examples)
            assert any(row["id"] in body for row in found)
            if found[0]["threshold"] is not None:
                assert re.search("wanted: at least|allowed: at most", body)
            if found[0]["start"] is not None:
                assert body.count("characters ") >= body.count("<li>")


def test_light_with_seven_languages(sample: Build, sample_page: str) -> None:
    assert len(sample.params.languages) == 7
    assert len(sample_page.encode()) < 400 * KILOBYTE
    assert "Dialogues from books in seven languages" in text_of(sample_page)


def test_light_with_thousands_of_books(stages: Path, params: Params) -> None:
    language = gather(stages, "en", params)
    authors = ("Thackeray, William Makepeace", "Doyle, Arthur Conan")
    ids = [f"pg{n}" for n in range(1, 20_001)]
    books = {
        id: Book(id, f"The History of the Town of {id}: A Romance", authors, id, 90_000, 40, 300, "train")
        for id in ids
    }
    files = [drop("download", "file", id, "undecodable") for id in ids[: removals.MOST_FILES]]
    html = page.render([replace(language, books=books, files=files)], params)
    assert len(html.encode()) < 1_000 * KILOBYTE
    assert "19,980 other statements" in html
    assert html.count("<circle") <= figures.MOST_DOTS + 4


def test_headings_in_order_and_tables_with_scope(sample_page: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", sample_page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all("scope=" in cell for cell in re.findall(r"<th\b[^>]*>", sample_page))
    drawings = re.findall(r"<svg.*?</svg>", sample_page, re.DOTALL)
    assert len(drawings) > 30
    assert all("<title id=" in drawing and "<desc id=" in drawing for drawing in drawings)


def test_examples_stand_in_their_own_language(sample: Build, sample_page: str) -> None:
    for language, part in zip(sample.params.languages, by_language(sample_page), strict=True):
        assert set(re.findall(r' lang="(\w+)"', part)) == {language}
    # One is unfolded, that of the dialogue at the head of the page.
    assert [" open>" in part.partition("<summary>")[0] for part in by_language(sample_page)].count(True) == 1


def test_quarantined_files_are_listed(tmp_path: Path, params: Params) -> None:
    bad = [drop("download", "file", f"pg{n}", "undecodable") for n in range(150)]
    bad[0]["detail"] = HOSTILE
    write(tmp_path / "stages", "en", {**ENGLISH, "download/drops": bad})
    write(tmp_path / "stages", "hu", {})
    run(tmp_path / "stages", tmp_path / "report", params)
    html = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "English: 150 files Shown are 100, chosen by a hash of their ids" in text_of(html)
    assert html.count("<td><code>undecodable</code></td>") == removals.MOST_FILES
    assert "Hungarian: " not in text_of(html)


def test_few_quarantined_files_are_all_listed_without_examples(stages: Path, tmp_path: Path) -> None:
    run(stages, tmp_path / "report", knobs.parse({"languages": ["en"], "report": {"examples": 0}}))
    said = text_of((tmp_path / "report" / "report.html").read_text("utf-8"))
    assert "English: 1 file IdReasonFile and what is wrong b5undecodablewhy" in said


@pytest.mark.parametrize(
    ("reason", "value", "threshold", "said"),
    [
        ("max_kl_divergence", 1.834, 1.2, "1.83 nats; allowed: at most 1.2"),
        ("min_delimiters", 0.0, 150.0, "0 marks per 10,000 words; wanted: at least 150"),
        ("min_turns", 1.0, 2.0, "1 turn; wanted: at least 2"),
        ("max_rare_share", 0.25, 0.2, "0.25 of the words; allowed: at most 0.2"),
        ("no_dialogues", 0.0, 1.0, "0 dialogues; wanted: at least 1"),
        ("rights", None, None, ""),
        ("drop_scare_quotes", 3.0, None, "3"),
    ],
)
def test_what_was_measured(reason: str, value: float | None, threshold: float | None, said: str) -> None:
    assert words.measured({"value": value, "threshold": threshold}, RULE[reason]) == said


def test_place_in_the_text() -> None:
    assert words.place({"start": 1_636, "end": 1_647}) == "characters 1,636 to 1,647"
    assert not words.place({"start": None, "end": None})


@pytest.mark.parametrize(("share", "said"), [(0.0, "0%"), (0.0004, "0.04%"), (0.1, "10.0%"), (1.0, "100.0%")])
def test_percent(share: float, said: str) -> None:
    assert words.percent(share) == said


def test_clip() -> None:
    assert words.clip("abc", 3) == "abc"
    assert words.clip("ab cd", 4) == "ab…"

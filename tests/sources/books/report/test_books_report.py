"""The report of books: the paper's tables by hand, and the page over the sample."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from dialogue_etl import params as parameters
from dialogue_etl.report import page
from dialogue_etl.report.sizes import Size
from dialogue_etl.report.source_report import SourceReport
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.books.report.book_figures import MOST_DOTS, parting_figure, parting_sizes
from dialogue_etl.steps.report import made
from tests.conftest import Build, quick_runtime
from tests.report.pages import Report, check, report
from tests.sources.books.report.made import ENGLISH, HOSTILE, drop, write

PARAMS = parameters.parse({"languages": ["en", "hu"]})
Rows = dict[str, list[dict[str, Any]]]


def english(tmp_path: Path, **changes: Any) -> SourceReport:
    """English alone, with rows changed: `download_drops` for `download/drops`."""
    write(tmp_path / "stages", "en", {**ENGLISH, **{k.replace("_", "/"): v for k, v in changes.items()}})
    params = parameters.parse({"languages": ["en"]})
    return made(SOURCES["books"], tmp_path / "stages", tmp_path, params, quick_runtime())


def removed(of: SourceReport) -> dict[str, tuple[int, int]]:
    return {line.reason.reason: (line.number, line.total) for line in of.removed(of.surveys[0])}


def run(stages: Path, tmp_path: Path, values: dict[str, Any] | None = None) -> Report:
    params = parameters.parse(values) if values else PARAMS
    return report("books", stages, tmp_path / "report", params)


def test_table_3_by_hand(tmp_path: Path) -> None:
    (survey,) = english(tmp_path).surveys
    # Words: 3 + 2, four times 1, and the hostile turn's 5 and 1.
    assert survey.size == Size(
        documents=2, raw=4, dialogues=3, utterances=8, words=5 + 4 + 5 + 1, characters=survey.size.characters
    )
    splits = survey.tables["splits"].set_index("split").to_dict("index")
    assert splits == {
        "test": {"documents": 1, "dialogues": 1, "utterances": 2, "method": "size"},
        "train": {"documents": 1, "dialogues": 2, "utterances": 6, "method": "size"},
    }


def test_table_2_by_hand(tmp_path: Path) -> None:
    lines = removed(english(tmp_path))
    assert lines["undecodable"] == (1, 5)  # of books listed
    assert lines["max_kl_divergence"] == (1, 4)  # of books downloaded
    assert lines["min_delimiters"] == (1, 4)
    # Utterances found: 10 in dialogues, 2 dropped on their own, 2 in dropped dialogues.
    assert lines["max_words"] == lines["drop_scare_quotes"] == (1, 14)
    assert lines["min_turns"] == (2, 6)
    assert lines["max_rare_share"] == (1, 4)


def test_funnel_by_hand(tmp_path: Path) -> None:
    of = english(tmp_path)
    steps = [(step.stage, step.documents, step.dialogues) for step in of.funnel(of.surveys[0])]
    assert steps == [
        ("listed", 5, None),
        ("download", 4, None),
        ("prefilter", 3, None),
        ("extract", 2, 4),
        ("postfilter", 2, 3),
        ("dataset", 2, 3),
    ]


def test_a_book_that_was_dealt_to_no_split_is_left_out(tmp_path: Path) -> None:
    (survey,) = english(tmp_path, split_splits=ENGLISH["split/splits"][:1]).surveys
    assert (survey.size.documents, survey.size.dialogues, survey.size.words) == (1, 2, 9)
    assert {row["id"] for row in survey.samples["kept",]} == {"b1:10", "b1:90"}


def test_plays_are_counted_on_their_own(tmp_path: Path) -> None:
    rows = [
        {"dialogue_id": id, "source_id": id.partition(":")[0], "speakers": ["Ann"], "addressees": addressees}
        for id, addressees in (("b1:10", ["Tom", None]), ("b1:90", [None] * 4), ("b2:50", ["Tom", "Ann"]))
    ]
    plays = [{"scene": "", "number": 1, **row} for row in rows]
    of = english(tmp_path, extract_scenes=plays)
    # The dialogue of rare words is not in the dataset.
    figures = {"books": 1, "dialogues": 2, "utterances": 6, "addressed": 1}
    assert [numbers for _, numbers in of.values()["plays"]] == [figures]
    html = page.render(of, "books", SOURCES["books"].sections)
    row = html.partition('id="h-plays"')[2].partition("</section>")[0]
    assert re.findall(r"<td>([\d.]+)", row) == ["1", "2", "6", "75.0", "16.7"]


def test_sizes_at_other_values_add_up(tmp_path: Path) -> None:
    of = english(tmp_path)
    sizes = parting_sizes(of.surveys[0], of.params)
    assert list(sizes["dialogues"]) == [6, 4]
    assert list(sizes["is_current"]) == [False, True]
    figure = parting_figure(of.surveys, of.params)
    assert "now 525: 4 of 6" in figure.panels[0].svg


@pytest.mark.parametrize(("uncertain", "shown"), [("drop", True), ("part", False)])
def test_certainty_has_a_curve_only_where_it_drops_dialogues(
    tmp_path: Path, uncertain: str, shown: bool
) -> None:
    of = english(tmp_path)
    of = replace(of, params=parameters.parse({"languages": ["en"], "extract": {"uncertain": uncertain}}))
    assert ("extract.min_certainty" in {one.parameter for one in of.curves()}) == shown


@pytest.fixture(scope="module")
def made_by_hand(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of English as it was written by hand, and of nothing in Hungarian."""
    folder = tmp_path_factory.mktemp("made")
    write(folder / "stages", "en", ENGLISH)
    write(folder / "stages", "hu", {})
    return run(folder / "stages", folder)


def test_metrics_are_the_papers_figures(made_by_hand: Report) -> None:
    metrics = made_by_hand.metrics
    en, total = metrics["languages"]["en"], metrics["total"]
    assert list(en)[:5] == ["utterances", "words_per_utterance", "dialogues", "turns_per_dialogue", "books"]
    assert en == total
    assert en["turns_per_dialogue"] == 2.6667
    # Of five pairs in three dialogues; the one that was dropped does not count.
    assert en["estimated_wrong_pairs"] == 0.3
    # 1 and 0.5 in two books, the odds of six novels: 2 * 0.35 * 0.7 * sqrt(1.25 + 1.5² / 6) / 5.
    assert en["estimated_wrong_pairs_within"] == 0.1249
    assert en["turns_with_speaker"] == 0
    assert "estimated_not_speech" not in en
    assert en["removed"]["prefilter"]["books"]["max_kl_divergence"] == {"number": 1, "share": 0.25}
    assert en["removed"]["extract"]["dialogues"]["min_turns"] == {"number": 2, "share": 0.3333}
    assert metrics["languages"]["hu"]["words_per_utterance"] is None
    assert metrics["languages"]["hu"]["removed"] == {}


def test_plots_have_the_columns_dvc_draws(made_by_hand: Report) -> None:
    plots = made_by_hand
    tables = ("books", "dialogue_gap", "dialogue_lengths")
    assert plots.plots() == {
        *("books.csv", "dialogue_gap.csv", "dialogue_lengths.csv", "funnel.csv"),
        *(f"{table}/en.csv" for table in tables),
        *("funnel/en.csv", "funnel/hu.csv"),
    }
    assert plots.rows("funnel.csv")[0] == ["stage", "language", "books", "dialogues"]
    assert plots.rows("funnel.csv")[4] == ["extract", "en", "2", "4"]
    assert plots.rows("funnel.csv")[1] == ["listed", "en", "5", ""]
    assert plots.rows("dialogue_gap.csv")[1:] == [
        ["100.0", "en", "6", "20", "3.3333"],
        ["525.0", "en", "4", "10", "2.5"],
    ]
    assert plots.rows("dialogue_lengths.csv")[1:] == [["2", "en", "2"], ["4", "en", "1"]]
    books = (plots.folder / "plots" / "books.csv").read_text("utf-8")
    assert [line.rsplit(",", 3)[1:] for line in books.strip().split("\n")] == [
        ["words", "utterances", "dialogues"],
        ["30000", "6", "2"],
        ["900", "2", "1"],
        ["40000", "0", "0"],
    ]


def test_quarantined_files_are_listed(tmp_path: Path) -> None:
    bad = [drop("download", "file", f"pg{n}", "undecodable") for n in range(150)]
    for number, row in enumerate(bad):
        row["detail"] = f"{HOSTILE} {number}"
    write(tmp_path / "stages", "en", {**ENGLISH, "download/drops": bad})
    values = {"languages": ["en"], "report": {"examples": 0}}
    many = run(tmp_path / "stages", tmp_path, values)
    assert "English: 150 files undecodable" in many.words
    assert "Shown are 100, chosen by a hash of their ids" in many.words
    assert many.html.count("<td><code>undecodable</code></td>") == 100
    write(tmp_path / "few", "en", {**ENGLISH, "download/drops": bad[:1]})
    few = run(tmp_path / "few", tmp_path, values)
    assert few.html.count("<td><code>undecodable</code></td>") == 1
    assert "Shown are" not in few.words


def test_light_with_thousands_of_books(tmp_path: Path) -> None:
    of = english(tmp_path)
    (survey,) = of.surveys
    authors = ["Thackeray, William Makepeace", "Doyle, Arthur Conan"]
    many = pd.DataFrame(
        [
            (f"pg{n}", f"The History of pg{n}: A Romance", authors, f"pg{n}", 90_000, "train", 40, n % 50)
            for n in range(1, 20_001)
        ],
        columns=survey.tables["books"].columns,
    )
    size = replace(survey.size, documents=len(many))
    large = replace(survey, tables={**survey.tables, "books": many}, size=size, samples={})
    html = page.render(replace(of, surveys=[large]), "books", SOURCES["books"].sections)
    assert len(html.encode()) < 1_000_000
    assert "19,980 other statements" in html
    assert f"Shown are {MOST_DOTS:,} of 20,000 books" in html
    assert html.count("<circle") <= MOST_DOTS + 4
    assert "The first 1,000" in html
    assert html.count('<td class="id">') == 1_000


@pytest.fixture(scope="module")
def sample_page(sample: Build, tmp_path_factory: pytest.TempPathFactory) -> str:
    return report("books", sample.stages, tmp_path_factory.mktemp("page") / "report", sample.params).html


def by_language(html: str) -> list[str]:
    """The part of the examples of each language."""
    return re.findall(r'<details class="language.*?</details>', html, re.DOTALL)


def test_every_reason_that_occurs_has_an_example(sample: Build, sample_page: str) -> None:
    for language, part in zip(sample.params.languages, by_language(sample_page), strict=True):
        stages = ("download", "prefilter", "extract", "postfilter")
        rows = [row for stage in stages for row in sample.rows(stage, language, "drops")]
        sections = r'(<section class="reason">.*?<code>(\w+)</code>.*?</section>)'
        shown = {name: body for body, name in re.findall(sections, part, re.DOTALL)}
        assert shown.keys() == {row["reason"] for row in rows if row["unit"] != "file"}
        for reason, body in shown.items():
            own = [row for row in rows if row["reason"] == reason]
            assert body.count("<li>") == min(len(own), sample.params.report.examples)
            assert any(row["id"] in body for row in own)
            if own[0]["threshold"] is not None:
                assert re.search("wanted: at least|allowed: at most", body)
            if own[0]["start"] is not None:
                assert body.count("characters ") >= body.count("<li>")


def test_the_sample_in_seven_languages(sample: Build, sample_page: str) -> None:
    assert "Dialogues from books in seven languages" in " ".join("".join(check(sample_page).words).split())
    assert len(sample_page.encode()) < 400_000
    drawings = re.findall(r"<svg.*?</svg>", sample_page, re.DOTALL)
    assert len(drawings) > 30
    assert all("aria-label=" in drawing and "<desc>" in drawing for drawing in drawings)
    for language, part in zip(sample.params.languages, by_language(sample_page), strict=True):
        assert set(re.findall(r' lang="(\w+)"', part)) == {language}
    # Of the joins of English people were annotated, those of the other six were read.
    section = sample_page.partition('id="h-joins"')[2].partition("</section>")[0]
    assert section.count('<th scope="row">') == 6
    # One is unfolded, that of the dialogue at the head of the page.
    assert [" open>" in part.partition("<summary>")[0] for part in by_language(sample_page)].count(True) == 1

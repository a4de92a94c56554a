"""Who speaks, in the report of books: counts by hand."""

import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.extraction import markdown
from dialogue_etl import params as parameters
from dialogue_etl.report import page
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.books.report.speakers import MEASURED, casts, sure
from dialogue_etl.steps.report import made
from tests.conftest import quick_runtime
from tests.sources.books.report.made import ENGLISH, HOSTILE, dialogue, write

SAID = (  # speaker, confidence, words
    ("Ann", 0.97, "No."),
    (HOSTILE, 0.6, "Ann, will you have some tea?"),
    ("Ann", 0.59, "I shall have some later, thank you."),
    (None, None, "Who is there?"),
    ("Tom", 0.7, "Me."),
    ("Ann", 0.9, "Come in."),
)


def speaking(source_id: str, start: int) -> dict[str, Any]:
    made = dialogue(source_id, start, *(words for _, _, words in SAID))
    for turn, (name, confidence, _) in zip(made["turns"], SAID, strict=True):
        turn |= {"speaker": name, "speaker_confidence": confidence}
    return made


def report(tmp_path: Path, tag: str = "en", **extract: Any) -> Any:
    talk = [speaking("b1", 10), speaking("b1", 90)]
    row = {"names": [], "gender": "", "turns": 1, "start": 0}
    names = [{"source_id": "b1", "name": name, **row} for name in ("Ann", "Tom")]
    rows = {**ENGLISH, "postfilter/dialogues": talk, "extract/characters": names}
    write(tmp_path / "stages", tag, rows)
    params = parameters.parse({"languages": [tag], "extract": extract})
    return made(SOURCES["books"], tmp_path / "stages", tmp_path, params, quick_runtime())


def test_names_by_confidence_and_what_other_thresholds_leave(tmp_path: Path) -> None:
    of = report(tmp_path)
    found = sure(of.surveys[0], of.params)
    assert (found.turns, found.named) == (12, [2, 2, 2, 0, 4])
    shares = [named for named, _ in found.left]
    assert shares == pytest.approx([10 / 12, 8 / 12, 6 / 12, 4 / 12, 4 / 12])
    right = [share for _, share in found.left]
    high = MEASURED[900][1]
    assert right[2:] == pytest.approx([(2 * MEASURED[700][1] + 4 * high) / 6, high, high])


def test_below_the_value_in_use_and_in_other_languages_nothing_is_claimed(tmp_path: Path) -> None:
    of = report(tmp_path, min_speaker_confidence=0.7)
    left = sure(of.surveys[0], of.params).left
    assert [named is None for named, _ in left] == [True, True, False, False, False]
    of = report(tmp_path / "hu", "hu")
    assert {right for _, right in sure(of.surveys[0], of.params).left} == {None}


def test_who_talks_with_whom(tmp_path: Path) -> None:
    of = report(tmp_path)
    (cast,) = casts(of.surveys[0])
    assert (cast.book, cast.number) == ("b1", 3)
    ann, other, tom = cast.characters
    assert (ann.name, ann.turns, ann.partners, ann.others) == ("Ann", 6, [(HOSTILE, 4), ("Tom", 2)], 0)
    assert (tom.turns, tom.partners, tom.example) == (2, [("Ann", 2)], "Me.")
    assert ann.example == SAID[2][2]  # of five words and more there is one
    assert other.name == HOSTILE
    html = page.render(of, "books", SOURCES["books"].sections)
    section = html.partition('id="h-speakers"')[2].partition("</section>")[0]
    assert "<script" not in section
    assert re.findall(r"of ([\d,]+)</small>", section) == [f"{names:,}" for names, _ in MEASURED.values()]


def test_without_names_there_is_no_such_section(tmp_path: Path) -> None:
    write(tmp_path / "stages", "en", ENGLISH)
    params = parameters.parse({"languages": ["en"]})
    of = made(SOURCES["books"], tmp_path / "stages", tmp_path, params, quick_runtime())
    assert "h-speakers" not in page.render(of, "books", SOURCES["books"].sections)


def test_what_was_measured_is_what_the_benchmark_says() -> None:
    text = (Path(__file__).parents[4] / "benchmarks/names.md").read_text("utf-8")
    for least, (names, right) in MEASURED.items():
        band = f"{least / 1000:.1f} to {least / 1000 + 0.1:.1f}"
        assert f"| published | {band} | {names:,} | {markdown.percent(right)} |" in text

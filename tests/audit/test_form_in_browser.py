"""The form in a real browser: what people do with it, and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dialogue_etl.audit import answers, form, survey
from dialogue_etl.labels.answer_files import rows
from tests.audit.conftest import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from dialogue_etl.audit.units import Unit

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture
def opened(browser: Browser, made: list[Unit], tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens the form from the disk in a fresh profile; complains of what its console says."""
    complaints: list[str] = []
    path = tmp_path / "sheet.html"
    path.write_text(form.render(made), "utf-8")
    context = browser.new_context(offline=True)

    def open_(file: Path = path) -> Page:
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(file.as_uri())
        return page

    yield open_
    context.close()
    assert complaints == []


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def sign(page: Page, name: str) -> None:
    page.fill("#annotator", name)
    page.press("#annotator", "Enter")


def download(page: Page, tmp_path: Path, button: str = "#save") -> Path:
    with page.expect_download() as waited:
        page.click(button)
    path = tmp_path / waited.value.suggested_filename
    waited.value.save_as(path)
    return path


def judge_all(page: Page) -> None:
    press(page, "2", "Enter", "0", "Enter", "1", "5", "n")
    page.keyboard.insert_text(NOTE)
    press(page, "Escape", "ArrowRight", "1", "3", "Enter", "0")


NOTE = "=HYPERLINK(\"x\"); 'quotes', “marks”\nand a line"
JUDGED: list[tuple[list[str], str]] = [
    (["same_speaker"], ""),
    ([], ""),
    (["non_conversational", "other"], NOTE),
    (["conversation_split", "same_speaker"], ""),
    ([], ""),
]


def found(path: Path) -> list[tuple[list[str], str]]:
    read = answers.read([path])
    assert read.not_judged == {str(path): 0}
    notes = [dict(row)["note"] for _, row in rows(path)]
    return [(sorted(answer.errors), note) for answer, note in zip(read.given, notes, strict=True)]


def checked(page: Page) -> list[str | None]:
    return [box.get_attribute("value") for box in page.locator("#categories :checked").all()]


def test_a_sheet_is_judged_kept_downloaded_and_loaded_again(opened: Any, made: Any, tmp_path: Path) -> None:
    page = opened()
    assert page.title() == "Audit: 5 units"
    # Texts are shown and never run.
    assert page.text_content("#title") == f"Title {HOSTILE}"
    assert HOSTILE in page.evaluate("document.getElementById('passage').textContent")
    assert page.locator("img").count() == 0
    assert page.locator("#passage mark").all_inner_texts() == ["1Where?", "2There, 0."]
    # An error and no error exclude each other; digits in fields judge nothing.
    press(page, "0")
    assert checked(page) == ["no_error"]
    press(page, "1", "2")
    assert checked(page) == ["non_conversational", "same_speaker"]
    press(page, "1", "2", "n")
    page.keyboard.type("12 u s ?")
    assert page.inner_text("#done") == "0 of 5 judged"
    page.fill("#note", "")
    press(page, "Escape")
    # Keys lead through the units; answers are kept for each name, and in another tab.
    judge_all(page)
    sign(page, "Ann Ö.")
    assert page.inner_text("#done") == "5 of 5 judged", "what was judged before the name was given is hers"
    sign(page, "Bob")
    assert page.inner_text("#done") == "0 of 5 judged"
    press(page, "u", "ArrowLeft", "ArrowLeft")
    assert page.input_value("#number") == "1"
    other = opened()
    sign(other, "Bob")
    press(other, "0")
    page.wait_for_function("document.getElementById('done').textContent === '1 of 5 judged'")
    sign(page, "Ann Ö.")
    path = download(page, tmp_path)
    assert path.name == "audit-Ann-Ö-.jsonl"
    assert found(path) == JUDGED
    assert {answer.annotator for answer in answers.read([path]).given} == {"Ann Ö."}


def test_an_answer_of_a_survey_is_of_one_category(opened: Any, tmp_path: Path) -> None:
    for name in ("source", "one"):
        (tmp_path / name).write_text("A?\nB?\n", "utf-8")
    source, said = tmp_path / "source", {"one": tmp_path / "one"}
    units, _ = survey.sheet(source, said, language="en", questions=2, seed=0)
    path = tmp_path / "survey.html"
    path.write_text(form.render(units, form.Sheet("survey")), "utf-8")
    page = opened(path)
    press(page, "1")
    assert checked(page) == ["valid"]
    press(page, "3", "Enter", "2")
    assert checked(page) == ["plausible"]
    assert page.inner_text("#done") == "2 of 2 judged"
    read = answers.read([download(page, tmp_path)])
    assert [set(answer.errors) for answer in read.given] == [{"invalid"}, {"plausible"}]


@pytest.mark.parametrize(("button", "form_"), [("#save", ".jsonl"), ("#table", ".csv")])
def test_answers_are_loaded_again_and_those_to_other_units_are_not(
    opened: Any, fill: Any, tmp_path: Path, button: str, form_: str
) -> None:
    page = opened()
    sign(page, "Ann")
    judge_all(page)
    path = download(page, tmp_path, button)
    assert path.suffix == form_
    page.evaluate("localStorage.clear()")
    page.reload()
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("name,age\nx,1\n", "utf-8")
    for file, status in (
        (path, f"Loaded 5 answers of Ann from {path.name}"),
        (wrong, "wrong.csv: "),
        (fill("other.jsonl", *["other"] * 5), "other.jsonl: no answers to these units"),
    ):
        page.set_input_files("#file", file)
        told = "name => document.getElementById('status').textContent.includes(name)"
        page.wait_for_function(told, arg=file.name)
        assert status in page.inner_text("#status")
        assert found(download(page, tmp_path)) == JUDGED

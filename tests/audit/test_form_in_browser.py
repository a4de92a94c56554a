"""The form in a real browser: what people do with it, and what comes out."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from dialogue_etl.audit import answers, sheet, spreadsheet
from dialogue_etl.audit.write import write
from tests.audit.conftest import HOSTILE, unit
from tests.audit.test_spreadsheet import saved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from dialogue_etl.audit.units import Unit

pytestmark = pytest.mark.slow

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# As root and in containers; nothing that asks the network.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
FLAGS += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - loads a driver

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Browser, made: list[Unit], tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens the form from the disk in a fresh profile; complains of what its console says."""
    complaints: list[str] = []
    _, path = write(made, tmp_path / "sheet")
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


def download(page: Page, tmp_path: Path) -> Path:
    with page.expect_download() as waited:
        page.click("#save")
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
    assert (read.problems, read.not_judged, read.missing) == ([], {}, {})
    return [(sorted(answer.errors), answer.note) for answer in read.given]


def test_what_is_judged_with_the_keyboard_is_tallied(opened: Any, tmp_path: Path) -> None:
    page = opened()
    sign(page, "Ann Ö.")
    judge_all(page)
    assert page.inner_text("#done") == "5 of 5 judged"
    path = download(page, tmp_path)
    assert path.name == "audit-Ann-Ö-.csv"
    assert found(path) == JUDGED
    assert {answer.annotator for answer in answers.read([path]).given} == {"Ann Ö."}


def test_the_downloaded_sheet_is_the_written_one_but_for_the_answers(
    opened: Any, made: Any, tmp_path: Path
) -> None:
    path = download(opened(), tmp_path)
    assert path.read_bytes() == spreadsheet.write(sheet.COLUMNS, sheet.rows(made))


def test_texts_are_shown_and_never_run(opened: Any) -> None:
    page = opened()
    assert page.title() == "Audit: 5 units"
    assert page.text_content("#title") == f"=Title {HOSTILE}"
    assert HOSTILE in page.evaluate("document.getElementById('passage').textContent")
    assert page.locator("img").count() == 0
    assert page.locator("#passage mark").all_inner_texts() == ["1Where?", "2There, 0."]
    assert page.locator("#turns li").all_inner_texts() == ["1Where?", "2There, 0."]


def test_answers_are_kept_for_each_name(opened: Any) -> None:
    page = opened()
    press(page, "2")
    sign(page, "Ann")
    assert page.inner_text("#done") == "1 of 5 judged", "what was judged before the name was given is Ann's"
    press(page, "ArrowRight", "0")
    sign(page, "Bob")
    assert page.inner_text("#done") == "0 of 5 judged"
    page.reload()
    assert page.input_value("#annotator") == "Bob"
    sign(page, "Ann")
    assert page.inner_text("#done") == "2 of 5 judged"
    assert page.input_value("#number") == "2"


def test_two_tabs_do_not_write_over_each_other(opened: Any) -> None:
    one, other = opened(), opened()
    press(one, "0")
    other.wait_for_function("document.getElementById('done').textContent === '1 of 5 judged'")
    press(other, "ArrowRight", "0")
    one.wait_for_function("document.getElementById('done').textContent === '2 of 5 judged'")


def test_no_error_and_an_error_exclude_each_other(opened: Any) -> None:
    page = opened()

    def checked() -> list[str]:
        return [box.get_attribute("value") for box in page.locator("#categories :checked").all()]

    press(page, "0")
    assert checked() == ["no_error"]
    press(page, "1", "2")
    assert checked() == ["non_conversational", "same_speaker"]
    press(page, "1")
    assert checked() == ["same_speaker"]
    page.locator("#categories label").first.click()
    assert checked() == ["no_error"]
    press(page, "0", "9")
    assert checked() == []
    assert page.inner_text("#done") == "0 of 5 judged"


def test_keys_lead_through_the_units(opened: Any) -> None:
    page = opened()
    press(page, "0", "Enter", "Enter", "0")
    press(page, "u")
    assert page.input_value("#number") == "4"
    press(page, "u", "u")
    assert page.input_value("#number") == "2"
    press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert page.input_value("#number") == "1"
    page.fill("#number", "5")
    page.press("#number", "Enter")
    assert "dialogue book:1" in page.inner_text("#source")
    press(page, "Enter")
    assert page.inner_text("#status").startswith("That was the last one: 2 of 5 judged.")


def test_digits_in_fields_judge_nothing(opened: Any) -> None:
    page = opened()
    sign(page, "Ann 1")
    page.fill("#note", "")
    page.type("#note", "12 u s ?")
    assert page.inner_text("#done") == "0 of 5 judged"
    assert page.input_value("#note") == "12 u s ?"


@pytest.mark.parametrize(
    "saving",
    [
        {},
        {"delimiter": ";", "line": "\n", "encoding": "utf-8-sig"},
        {"delimiter": "\t", "encoding": "utf-16"},
        {"delimiter": ";", "encoding": "cp1252", "first": "sep=;\r\n"},
    ],
    ids=str,
)
def test_a_filled_sheet_is_loaded_back(opened: Any, tmp_path: Path, saving: Any) -> None:
    page = opened()
    sign(page, "Ann")
    judge_all(page)
    path = download(page, tmp_path)
    rows = [row.cells for row in spreadsheet.read(path.read_bytes(), sheet.COLUMNS)]
    cells = [[spreadsheet.guard(cell) for cell in row.values()] for row in rows[::-1]]
    path.write_bytes(saved([list(sheet.COLUMNS), *cells], **saving))
    page.evaluate("localStorage.clear()")
    page.reload()
    assert page.inner_text("#done") == "0 of 5 judged"
    page.set_input_files("#file", path)
    page.wait_for_function("document.getElementById('status').textContent.startsWith('Loaded')")
    assert page.inner_text("#status") == f"Loaded 5 answers of Ann from {path.name}"
    assert page.input_value("#annotator") == "Ann"
    assert found(download(page, tmp_path)) == JUDGED


def test_what_can_not_be_loaded_is_said(opened: Any, fill: Any, tmp_path: Path) -> None:
    page = opened()

    def load(path: Path) -> str:
        page.set_input_files("#file", path)
        page.wait_for_function(
            "name => document.getElementById('status').textContent.includes(name)", arg=path.name
        )
        said: str = page.inner_text("#status")
        return said

    other = fill("other.csv", "no_error", units=[unit("pair", 77, ["A", "B"])])
    assert load(other) == "Loaded 0 answers from other.csv; 1 rows are of another sheet or were changed"
    assert (
        load(fill("odd.csv", "no_error", "boring"))
        == "Loaded 1 answers from odd.csv; 1 rows have an unknown category, or no_error with another"
    )
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("name,age\nx,1\n", "utf-8")
    assert load(wrong) == "wrong.csv: no column id, errors, note, annotator, sheet, check"
    moved = fill("moved.csv", "no_error", "other")
    rows = [row.cells for row in spreadsheet.read(moved.read_bytes(), sheet.COLUMNS)]
    rows[0]["id"], rows[1]["id"] = rows[1]["id"], rows[0]["id"]
    moved.write_bytes(spreadsheet.write(sheet.COLUMNS, rows))
    assert load(moved) == "Loaded 0 answers from moved.csv; 2 rows are of another sheet or were changed"

"""The pages of versions in a real browser: in three clicks, by keyboard, narrow, wide, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browse import made
from tests.plugins import site
from tests.plugins.published import serving

if TYPE_CHECKING:
    from fastapi import FastAPI
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """All pages of a workspace with two versions; Airflow's login is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        yield site.build(tmp_path_factory.mktemp("browse"), patch)


@pytest.fixture(scope="module")
def address(whole: FastAPI) -> Iterator[str]:
    with serving(whole) as served:
        yield served.rstrip("/")


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[1400, 420])
def page(browser: Browser, request: pytest.FixtureRequest, scheme: str) -> Iterator[Page]:
    """A window, in which no script may run and nothing may stick out."""
    page = browser.new_page(viewport={"width": request.param, "height": 900}, color_scheme=scheme)
    said: list[str] = []
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []
    page.close()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


LIGHT, DARK = "rgb(251, 250, 246)", "rgb(19, 21, 26)"


def test_every_page_fits_and_follows_the_mode_of_airflow(
    page: Page, address: str, whole: FastAPI, scheme: str
) -> None:
    from fastapi.testclient import TestClient  # noqa: PLC0415 - comes with Airflow

    user = TestClient(whole)
    walked = [one.removeprefix("http://testserver") for one in site.walk(user)[0] if "/file?" not in one]
    wrong = ["/datasets/compare", "/dialogues/v/default/1/dialogues?shortest=x", "/chat/nothing"]
    for path in [one for one in walked if "csv" not in one] + wrong:
        page.goto(address + path)
        own, other = (LIGHT, DARK) if scheme == "light" else (DARK, LIGHT)
        assert background(page) == own, path
        assert fits(page), path
        page.evaluate("localStorage.setItem('theme', '{}')".format("dark" if own == LIGHT else "light"))
        page.reload()
        assert background(page) == other, path
        page.evaluate("localStorage.setItem('theme', 'system')")


def test_the_mode_changes_while_a_page_is_open_in_airflow(page: Page, address: str, scheme: str) -> None:
    page.goto(address)  # a page of Airflow, which may have frames
    page.evaluate(
        """address => {
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts allow-same-origin allow-forms";
      frame.src = address;
      document.body.append(frame);
      return new Promise(loaded => { frame.onload = loaded; }).then(() => null);
    }""",
        f"{address}/datasets/default/1/report/",
    )
    (frame,) = page.frames[1:]
    for mode, colour in (("dark", DARK), ("light", LIGHT), ("system", LIGHT if scheme == "light" else DARK)):
        page.evaluate("mode => localStorage.setItem('theme', mode)", mode)
        frame.wait_for_function(
            "colour => getComputedStyle(document.body).backgroundColor === colour", arg=colour, timeout=5_000
        )


def test_forms_are_sent_as_a_browser_sends_them(page: Page, address: str) -> None:
    page.goto(f"{address}/dialogues/v/default/1/dialogues")
    for fields, said in (
        ({}, "3 dialogues of books en."),
        ({"Text": "who is"}, "1 dialogue of books en with text “who is”."),
        ({"Text": "", "Speaker": "bob"}, "1 dialogue of books en with speaker “bob”."),
        ({"Speaker": "", "Turns from": "2", "to": "2"}, "2 dialogues of books en with 2 to 2 turns."),
        ({"Turns from": "9", "to": "3"}, "No dialogue has from 9 to 3 turns"),
        ({"Turns from": "", "to": "", "Text": made.SCRIPT * 30}, "0 dialogues of books en with text"),
    ):
        for label, value in fields.items():
            page.get_by_label(label, exact=True).fill(value)
        page.get_by_role("button", name="Search").click()
        page.get_by_text(said).wait_for()
        assert "shortest=" in page.url
        assert fits(page)
    page.get_by_label("Text", exact=True).fill("x" * 2_000)
    page.get_by_role("button", name="Search").click()
    page.get_by_text("text: 2,000 characters; at most 1,000").wait_for()
    page.goto(f"{address}/datasets/")
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    page.get_by_role("button", name="Compare two").click()
    page.get_by_text("choose two versions in the list, not 0").wait_for()
    assert fits(page)


def test_three_clicks_from_the_list_to_a_dialogue_in_its_book(page: Page, address: str, scheme: str) -> None:
    page.goto(f"{address}/datasets/")
    assert fits(page)
    assert background(page) == (LIGHT if scheme == "light" else DARK)
    page.get_by_role("link", name="Dialogues", exact=True).first.click()
    assert fits(page)
    page.get_by_role("link", name="Gate of b1").first.click()
    assert page.locator("mark.here").first.inner_text() == "Who is there?"
    assert made.SCRIPT in page.locator(".text").inner_text()
    assert fits(page)
    page.get_by_role("link", name="Next").click()
    assert page.locator("mark.gone").inner_text() == "so to speak"
    page.get_by_role("link", name="All datasets").click()
    assert page.get_by_role("heading", name="Datasets").is_visible()


def test_a_dropped_book_is_found_by_keyboard(page: Page, address: str) -> None:
    page.goto(f"{address}/dialogues/v/default/1/dropped")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.get_by_label("Title, id or text").focus()
    page.keyboard.type("lost voyage")
    page.keyboard.press("Enter")
    page.get_by_text("0 rows of books with text “lost voyage”.").wait_for()
    page.get_by_label("Title, id or text").fill("lost <i>")
    page.keyboard.press("Enter")
    row = page.locator("tbody tr")
    row.get_by_text("1.82 nats; allowed: at most 1.2").wait_for()
    assert "The Lost <i>Voyage</i>" in row.inner_text()
    assert fits(page)


def test_two_versions_are_compared_and_put_side_by_side(page: Page, address: str) -> None:
    page.goto(f"{address}/datasets/")
    boxes = page.get_by_role("checkbox")
    assert [box.is_checked() for box in boxes.all()] == [True, True]
    page.get_by_role("button", name="Compare two").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="What differs").wait_for()
    assert page.url.endswith("compare?tag=dataset%2Fdefault%2F2&tag=dataset%2Fdefault%2F1")

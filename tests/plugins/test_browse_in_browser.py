"""The pages of versions in a real browser: in three clicks, by keyboard, narrow, wide, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browse import made
from tests.plugins.published import client, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Airflow's pages of a workspace with two versions; its login is tested elsewhere."""
    import dialogue_etl_versions  # noqa: PLC0415 - imports Airflow
    from dialogue_etl_browse import browse_app  # noqa: PLC0415
    from dialogue_etl_links import of_version  # noqa: PLC0415
    from dvc_airflow.pages import datasets_app  # noqa: PLC0415
    from fastapi import FastAPI  # noqa: PLC0415

    root = tmp_path_factory.mktemp("browse")
    for number in (1, 2):
        made.make(root, number)
    whole, patch = FastAPI(), pytest.MonkeyPatch()
    patch.setattr(dialogue_etl_versions, "_cache", lambda root: root / ".dvc" / "cache")
    differ = "<html><body><h1>What differs</h1></body></html>"
    datasets = datasets_app(root / "published", lambda *_: differ, of_version)
    for at, app in (("/datasets", datasets), ("/dialogues", browse_app(root))):
        client(app)  # logged in
        whole.mount(at, app)
    with serving(whole) as served:
        yield served.rstrip("/")
    patch.undo()


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[1280, 400])
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


def test_three_clicks_from_the_list_to_a_dialogue_in_its_book(page: Page, address: str, scheme: str) -> None:
    page.goto(f"{address}/datasets/")
    assert fits(page)
    assert (page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(251, 250, 246)") is (
        scheme == "light"
    )
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

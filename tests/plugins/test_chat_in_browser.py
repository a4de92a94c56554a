"""The chat in a real browser, with the product's own program: by keyboard, narrow, wide, light and dark."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.derived.retrieval.test_evaluate import write
from tests.plugins.published import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a workspace with two datasets; its login is tested elsewhere."""
    from dialogue_etl_chat import Product, chat_app  # noqa: PLC0415 - imports Airflow

    workspace = tmp_path_factory.mktemp("chat")
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, workspace)
    for source, language in (("books", "en"), ("threads", "pt")):
        write(workspace / "data" / source / "dataset", language)
    product = Product(workspace)
    with serving(chat_app(workspace / "published", product)) as served:
        yield served
    product.end()


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_two_agents_are_asked_by_keyboard(browser: Browser, address: str, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(address)
    page.select_option("[name=agent1]", "threads pt")
    for question, answer in (
        ("Where is the boat?", "In the boat house."),
        ("<b>Which</b> boat house?", "The old one."),
    ):
        page.locator("#question").focus()
        page.keyboard.type(question)
        page.keyboard.press("Enter")
        asked = page.locator(".asked", has_text=question)
        asked.wait_for()
        left, right = (page.get_by_label(name, exact=True).last for name in ("Left", "Right"))
        assert left.locator("p").first.inner_text() == right.locator("p").first.inner_text() == answer
        assert "b2:train, turn" in left.inner_text()
    assert page.locator(".asked").count() == 2
    assert page.input_value("[name=agent1]") == "threads pt"
    page.locator("summary").last.focus()
    page.keyboard.press("Enter")
    assert page.locator("details[open] p").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = [page.locator(f".said.{side}").first.bounding_box() for side in ("left", "right")]
    wrapped = "Array.from(document.querySelectorAll('.said p'), one => getComputedStyle(one).whiteSpace)"
    assert set(page.evaluate(wrapped)) == {"normal"}
    assert (boxes[0]["y"] == boxes[1]["y"]) is (width > 1000)
    ink = page.evaluate("getComputedStyle(document.querySelector('h1')).color")
    assert (ink == "rgb(28, 31, 38)") is (scheme == "light")
    page.get_by_role("button", name="Start again").click()
    page.wait_for_function("!document.querySelector('.asked')")
    assert said == []
    page.close()

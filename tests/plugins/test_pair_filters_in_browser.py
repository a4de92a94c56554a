"""The page of pair filters in a real browser: one edits, and sees at once what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pairs.workspace import build
from tests.plugins.published import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, served with the product's own program; its login is tested elsewhere."""
    from dialogue_etl_pairs import Product, pairs_app  # noqa: PLC0415 - imports Airflow

    workspace = build(tmp_path_factory.mktemp("filters") / "workspace")
    with serving(pairs_app(workspace / "published", Product(workspace))) as served:
        yield served


@pytest.mark.parametrize("width", [1280, 420])
def test_what_is_edited_is_seen_without_a_button(browser: Browser, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(address)
    result = page.locator("#result")
    result.get_by_text("110 of 330 pairs stay").wait_for()
    # Texts of the sample are shown as they are, and no script of them is run.
    result.get_by_text("Where is he? → <script>alert(1)</script>").first.wait_for()
    page.fill("#config", "interaction_filters:\n- {type: regex, target: trigger, pattern: '[?]$'}\n")
    result.get_by_text("165 of 330 pairs stay").wait_for()
    page.fill("#config", "transformers:\n- {type: shout}\n")
    page.get_by_role("alert").get_by_text("filters.yaml, line 2: transformers.0").wait_for()
    page.fill("#config", "transformers:\n- {type: uppercase}\nmetadata_filters:\n- {type: year, max: 1979}\n")
    result.get_by_text("10 of 30 films stay").wait_for()
    result.locator(".after", has_text="WHERE IS HE? →").first.wait_for()
    page.fill("[name=seed]", "5")
    page.click("button")
    result.get_by_text("10 of 30 films stay").wait_for()
    assert page.input_value("[name=seed]") == "5"
    assert "uppercase" in page.input_value("#config")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert said == []
    page.close()

"""What is in the form's page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from dialogue_etl.audit import form, sheet
from tests.audit.conftest import HOSTILE

if TYPE_CHECKING:
    from dialogue_etl.audit.units import Unit


class Elements(HTMLParser):
    """Tags of a page with their attributes, and the text of its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts.append(data)


@pytest.fixture
def html(made: list[Unit]) -> str:
    return form.render(made, sheet.rows(made), ",")


def test_texts_are_data_whatever_they_hold(html: str, made: list[Unit]) -> None:
    page = Elements(html)
    assert [tag for tag, _ in page.tags].count("script") == 2
    assert "img" not in [tag for tag, _ in page.tags]
    data = json.loads(page.scripts[0])
    assert data["units"][0]["row"]["title"] == f"=Title {HOSTILE}"
    assert [one["turns"] for one in data["units"]] == [list(one.turns) for one in made]


def test_nothing_is_fetched(html: str) -> None:
    addresses = [value for _, attributes in Elements(html).tags for value in attributes.values() if value]
    assert not [value for value in addresses if re.match(r"\w+:|//", value)]
    assert "default-src 'none'" in html


def test_the_form_writes_the_separator_of_the_sheet(made: list[Unit]) -> None:
    data = json.loads(Elements(form.render(made, sheet.rows(made), ";")).scripts[0])
    assert data["separator"] == ";"

"""What is in the form's page."""

import json
import re

import pytest
from lxml import html as parser

from dialogue_etl.audit import form, sheet
from tests.audit.conftest import HOSTILE


@pytest.fixture
def html(made):
    return form.render(made, sheet.rows(made), ";")


def test_texts_are_data_whatever_they_hold(html, made):
    page = parser.fromstring(html)
    scripts = page.findall(".//script")
    assert (len(scripts), page.findall(".//img")) == (2, [])
    data = json.loads(scripts[0].text)
    assert data["units"][0]["row"]["title"] == f"=Title {HOSTILE}"
    assert [one["turns"] for one in data["units"]] == [list(one.turns) for one in made]
    assert data["separator"] == ";"  # that of the sheet


def test_nothing_is_fetched(html):
    addresses = [value for element in parser.fromstring(html).iter() for value in element.attrib.values()]
    assert not [value for value in addresses if re.match(r"\w+:|//", value)]
    assert "default-src 'none'" in html

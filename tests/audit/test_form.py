"""What is in the form's page."""

import json
import re

from lxml import html as parser

from dialogue_etl.audit import form
from tests.audit.conftest import HOSTILE


def test_texts_are_data_whatever_they_hold_and_nothing_is_fetched(made):
    html = form.render(made)
    page = parser.fromstring(html)
    scripts = page.findall(".//script")
    assert (len(scripts), page.findall(".//img")) == (2, [])
    units = json.loads(scripts[0].text)["units"]
    assert units[0]["title"] == f"Title {HOSTILE}"
    assert [one["turns"] for one in units] == [list(one.turns) for one in made]
    addresses = [value for element in page.iter() for value in element.attrib.values()]
    assert not [value for value in addresses if re.match(r"\w+:|//", value)]
    assert "default-src 'none'" in html


def test_other_units_are_another_sheet(made):
    pages = [parser.fromstring(form.render(units)) for units in (made, made, made[:2], made[1:3])]
    sheets = [json.loads(page.find(".//script").text)["sheet"] for page in pages]
    assert sheets[0] == sheets[1]
    assert len(set(sheets)) == 3

"""Whatever is sent to a page by its forms, or in its address: the answer is a page with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest

from tests.browse.made import SCRIPT
from tests.plugins import site

pytestmark = pytest.mark.slow  # imports Airflow

NASTY = [
    "",
    " ",
    "-1",
    "0.5",
    "9" * 18,
    "9" * 4_000,
    "1e999",
    "nan",
    "a\0b",
    "x" * 5_000,
    "../" * 300 + "etc/passwd",
    "[" * 900,
    '{"a":' * 1_500,
    SCRIPT,
    "(a|a)+$\\",
    "{{ 7 * 7 }}",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{COLLISION SYMBOL}\N{COMBINING ACUTE ACCENT}",
    "--help",
]
ENCODED = ["%ff%fe", "%ed%a0%80", "\xff", "%", "%zz", "&&", "=", "&".join(f"a{n}=b" for n in range(1_500))]

LONGEST = 60_000  # of an address, for the client that asks


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        yield site.build(tmp_path_factory.mktemp("site"), patch)


@pytest.fixture(scope="module")
def user(whole: Any) -> Any:
    from fastapi.testclient import TestClient  # noqa: PLC0415 - comes with Airflow

    return TestClient(whole)


@pytest.fixture(scope="module")
def walked(user: Any) -> tuple[list[str], list[site.Form]]:
    return site.walk(user)


def is_a_page(answer: Any, what: object) -> None:
    """Not an error of the server, and nothing that only a program can read."""
    assert answer.status_code < 500, (what, answer.text[-2_000:])
    if answer.status_code == 200 and "attachment" in answer.headers.get("content-disposition", ""):
        return
    assert answer.headers["content-type"].startswith("text/html"), (what, answer.text)
    assert SCRIPT not in answer.text, what
    assert "Traceback" not in answer.text, what
    if answer.status_code != 200:
        assert 'id="main"' in answer.text, what
        (sentence,) = site.parser.document_fromstring(answer.text).xpath("//main/pre")
        assert sentence.text_content().strip(), what


def test_every_form_is_answered_by_a_page(user: Any, walked: Any) -> None:
    _, forms = walked
    assert {form.action.split("?")[0].removeprefix("http://testserver") for form in forms} >= {
        "/datasets/beside",
        "/datasets/compare",
        "/dialogues/v/default/1/dialogues",
        "/dialogues/v/default/1/dropped",
        "/pair-filters/",
        "/chat/",
    }
    for form in forms:
        as_it_is = site.send(user, form, list(form.fields))
        assert as_it_is.status_code == 200, (form, as_it_is.text)
        is_a_page(as_it_is, form)
        is_a_page(site.send(user, form, [(name, "") for name in form.names]), form)
        is_a_page(site.send(user, form, []), form)
        for value in NASTY:
            every = [(name, value) for name in form.names]
            if len(urlencode(every)) < LONGEST:
                is_a_page(site.send(user, form, every), (form, value[:20]))
            # Each field of a form that is got is a parameter below.
            for name in form.names if form.method == "POST" else ():
                others = [(one, known) for one, known in form.fields if one != name]
                is_a_page(site.send(user, form, [*others, (name, value)]), (form.action, name, value[:20]))


def test_every_parameter_of_every_page_is_answered_by_a_page(whole: Any, user: Any, walked: Any) -> None:
    addresses, _ = walked
    asked_of = set()
    for name, (pattern, known) in site.parameters(whole).items():
        there = [(one, match) for one in addresses if (match := pattern.fullmatch(one.split("?")[0]))]
        assert there, f"no link leads to {name}"
        address, match = max(there, key=lambda one: len(one[0]))
        path, given = address.split("?")[0], dict(parse_qsl(urlsplit(address).query))
        for where, parameter in known:
            # Pages of a version and of a run are the same, and all have the same path before their names.
            shared = (*name.split("/")[:2], where, parameter, where == "path" or name.rpartition("/")[2])
            if shared in asked_of:
                continue
            asked_of.add(shared)
            for value in NASTY:
                if where == "query":
                    asked = f"{path}?{urlencode({**given, parameter: value})}"
                elif "\n" not in value:  # of those Airflow itself says that they are not there
                    begin, end = match.span(parameter)
                    asked = f"{path[:begin]}{quote(value, safe='')}{path[end:]}"
                    is_a_page(user.get(asked), (name, parameter, value))
            if where == "query":
                twice = urlencode([*given.items(), (parameter, "a"), (parameter, "b")])
                is_a_page(user.get(f"{path}?{twice}"), (name, "twice", parameter))
                others = {one: value for one, value in given.items() if one != parameter}
                is_a_page(user.get(f"{path}?{urlencode(others)}"), (name, "without", parameter))
        for encoded in ENCODED:
            is_a_page(user.get(f"{path}?{encoded}"), (name, encoded))

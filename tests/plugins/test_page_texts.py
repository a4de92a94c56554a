from __future__ import annotations

import pytest
from dvc_airflow.page_texts import difference, message_page, when, with_way_back


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (1000, 2500, "+1,500"),
        (3, 1, "−2"),
        (3, 3, ""),
        (None, 3, ""),
        ("a", 3, ""),
        (0.5, 0.75, "+0.25"),
        (True, 3, ""),
    ],
)
def test_difference(old: object, new: object, said: str) -> None:
    assert difference(new, old) == said


def test_a_way_back_is_put_into_the_body() -> None:
    assert with_way_back('<BODY class="a">x<body>', "../").startswith('<BODY class="a"><p style=')
    assert with_way_back("no page", "../") == "no page"


def test_messages_are_escaped() -> None:
    page = message_page("<a>", "<b>", "./")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


def test_dates() -> None:
    assert when("2026-01-01T10:11:12+00:00") == "2026-01-01 10:11 UTC"
    assert when("yesterday") == "yesterday"

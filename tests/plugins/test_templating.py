from __future__ import annotations

import pytest
from dvc_airflow.templating import TemplateError, lookup, resolve, text

VALUES = {"a": {"b": [1, {"c": "x"}]}, "flag": True, "languages": ["en", "hu"]}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("${languages}", ["en", "hu"]),
        ("${a.b[1].c}", "x"),
        ("in ${a.b[0]} and ${a.b[1].c}", "in 1 and x"),
        ("${flag}", True),
        ("is ${flag}", "is true"),
        (r"\${languages}", "${languages}"),
        ({"${a.b[1].c}": ["${flag}"]}, {"x": [True]}),
        (7, 7),
    ],
)
def test_resolve(template: object, expected: object) -> None:
    assert resolve(template, VALUES) == expected


@pytest.mark.parametrize("key", ["nope", "a.nope", "a.b[9]", "flag.x", "a.b.c"])
def test_a_key_that_names_nothing_is_named(key: str) -> None:
    with pytest.raises(TemplateError, match="names nothing"):
        lookup(key, VALUES)


def test_text_of_scalars() -> None:
    assert [text(False), text(1.5), text("x")] == ["false", "1.5", "x"]

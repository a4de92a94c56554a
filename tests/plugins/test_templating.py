from __future__ import annotations

import pytest
from dvc_airflow.templating import TemplateError, is_reference, lookup, resolve, text

VALUES = {"a": {"b": [1, {"c": "x"}], "": 1}, "flag": True, "languages": ["en", "hu"], "none": None}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("${languages}", ["en", "hu"]),
        ("${a.b[1].c}", "x"),
        ("${ a . b [ 1 ] .c }", "x"),
        ("${a[b].-1.c}", "x"),
        ("in ${a.b[0]} and ${a.b[1].c}", "in 1 and x"),
        ("${flag}", True),
        ("${flag} ", "true "),
        ("is ${flag}, ${none}", "is true, None"),
        (r"\${languages}", "${languages}"),
        (r"\${languages} of ${flag}", "${languages} of true"),
        ("${languages} listed", "['en', 'hu'] listed"),
        ("${flag\n}", "${flag\n}"),
        ("$flag {flag} ${flag", "$flag {flag} ${flag"),
        ({"${a.b[1].c}": ["${flag}"]}, {"x": [True]}),
        (7, 7),
    ],
)
def test_resolve(template: object, expected: object) -> None:
    assert resolve(template, VALUES) == expected


@pytest.mark.parametrize("key", ["nope", "a.nope", "a.b[9]", "flag.x", "a.b.c", "none.x", "a.b[x]"])
def test_a_key_that_names_nothing_is_named(key: str) -> None:
    with pytest.raises(TemplateError, match="names nothing"):
        lookup(key, VALUES)


@pytest.mark.parametrize("key", ["", ".", "a.", ".a", "a[0", "a]", "a[]", "a[0]b", "a..b", "a.[0]"])
def test_a_key_that_is_none_is_named(key: str) -> None:
    with pytest.raises(TemplateError, match="is no key"):
        lookup(key, VALUES)


def test_a_long_wrong_key_is_refused_at_once() -> None:
    with pytest.raises(TemplateError, match="is no key"):
        lookup("a" + " .a[0] " * 20_000 + "]", VALUES)


def test_what_may_stand_in_a_stage() -> None:
    assert resolve("x ${a.b[1]}", VALUES, key="cmd") == "x --c x"
    for template, key in (("${languages}", "cmd"), ("x ${languages}", "deps"), ("${a}", "meta")):
        with pytest.raises(TemplateError, match="cannot stand here"):
            resolve(template, VALUES, key=key)


def test_text_of_scalars() -> None:
    assert [text(False), text(1.5), text("x"), text(None)] == ["false", "1.5", "x", "None"]


MAPPING = {
    "yes": True,
    "no": False,
    "t": "a b",
    "l": [1, "c d", True],
    "m": {"n": {"o": None}},
    "e": [],
    "f": {},
}


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ({}, "--yes --t 'a b' --l 1 'c d' True --m.n.o None"),
        ({"bool": "boolean_optional"}, "--yes --no-no --t 'a b' --l 1 'c d' True --m.n.o None"),
        ({"list": "append"}, "--yes --t 'a b' --l 1 --l 'c d' --l True --m.n.o None"),
    ],
)
def test_a_mapping_becomes_arguments(style: dict[str, str], expected: str) -> None:
    assert text(MAPPING, style) == expected


def test_lists_of_lists_become_no_arguments() -> None:
    for inner in ([1], {"a": 1}):
        with pytest.raises(TemplateError, match="l: a list of lists or mappings"):
            text({"l": [inner]})


def test_what_is_one_reference() -> None:
    assert is_reference("${a}")
    assert not any(map(is_reference, ("${a} ", "${a}${a}", r"\${a}", "a", 1, None, ["${a}"])))

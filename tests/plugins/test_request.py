from __future__ import annotations

from typing import Any

import pytest
from dvc_airflow.params_values import ChangeError, flatten, override
from dvc_airflow.request import Request, read_request, requested
from hypothesis import given
from hypothesis import strategies as st

VALUES = {"languages": ["en", "hu"], "split": {"train": 0.9, "seed": 0}, "gap": {"x": 1}}
PRESETS = {"sample": {"split": {"train": 0.6}, "gap": {"x": 5}}}


def ask(conf: dict[str, Any], values: dict[str, Any], presets: dict[str, Any]) -> dict[str, Any]:
    return requested(read_request(conf), values, presets)


def test_untouched_fields_of_a_form_do_not_override_the_preset() -> None:
    shown = flatten(VALUES)
    conf = {**shown, "run.preset": "sample", "run.shown": shown, "gap.x": 9}
    assert ask(conf, VALUES, PRESETS) == {
        "languages": ["en", "hu"],
        "split": {"train": 0.6, "seed": 0},
        "gap": {"x": 9},
    }


def test_an_edit_after_the_form_was_drawn_is_not_undone() -> None:
    shown = flatten(VALUES)
    edited = override(VALUES, {"split.seed": 7})
    assert ask({**shown, "run.shown": shown}, edited, PRESETS) == edited


def test_each_key_of_the_api_counts_also_against_the_preset() -> None:
    conf = {"run.preset": "sample", "split.train": 0.9}
    assert ask(conf, VALUES, PRESETS)["split"]["train"] == 0.9


def test_a_text_emptied_in_the_form_is_empty() -> None:
    values = {"books": {"title": "^The", "ids": ["x"]}}
    shown = flatten(values)
    conf = {**shown, "run.shown": shown, "books.title": None}
    assert ask(conf, values, {}) == {"books": {"title": "", "ids": ["x"]}}


def test_unknown_preset_and_impossible_key() -> None:
    with pytest.raises(ChangeError, match="'big' is not one of none, sample"):
        ask({"run.preset": "big"}, VALUES, PRESETS)
    with pytest.raises(ChangeError, match="languages is a value"):
        ask({"languages.en": 1}, VALUES, PRESETS)


def test_what_a_form_sends_untouched_asks_for_nothing() -> None:
    shown = flatten(VALUES)
    untouched = {
        **shown,
        "run.shown": shown,
        "run.variant": "default",
        "run.base": None,
        "run.preset": "none",
        "run.from": None,
        "run.force": [],
        "run.only": None,
        "run.dry": False,
    }
    assert read_request(untouched) == read_request({}) == Request()


@pytest.mark.parametrize("name", ["a", "strict-2", "gap_450", "0", "x" * 60])
def test_names_of_variants(name: str) -> None:
    assert read_request({"run.variant": name}).variant == name


@pytest.mark.parametrize(
    "name", ["A", "a b", "-x", "a/b", "..", "a.lock", "x" * 61, "é", "$(x)", "a\n", "${x}", "{{x}}"]
)
def test_names_that_no_variant_has(name: str) -> None:
    with pytest.raises(ChangeError, match="is not allowed"):
        read_request({"run.variant": name})


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("run.force", "books", "no list of texts"),
        ("run.only", [1], "no list of texts"),
        ("run.dry", "yes", "neither true nor false"),
        ("run.from", 3, "no text"),
        ("run.fast", True, "no such option"),
        ("run.base", "a b", "no name of a commit"),
    ],
)
def test_options_that_are_not_allowed(key: str, value: Any, said: str) -> None:
    with pytest.raises(ChangeError, match=said):
        read_request({key: value})


@given(st.text(), st.text(max_size=20))
def test_any_text_is_a_value_and_nothing_else(text: str, other: str) -> None:
    values = {"books": {"title": other}, "n": 1}
    assert ask({"books.title": text}, values, {}) == {"books": {"title": text}, "n": 1}

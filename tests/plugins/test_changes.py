from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dvc_airflow.changes import ChangeError, difference, flatten, override, requested, rewrite

if TYPE_CHECKING:
    from pathlib import Path

VALUES = {"languages": ["en", "hu"], "split": {"train": 0.9, "seed": 0}, "gap": {"x": 1}}
PRESETS = {"sample": {"split": {"train": 0.6}, "gap": {"x": 5}}}


def test_flatten_and_difference() -> None:
    assert flatten(VALUES) == {"languages": ["en", "hu"], "split.train": 0.9, "split.seed": 0, "gap.x": 1}
    changed = override(VALUES, {"split.seed": 3, "new.key": 1})
    assert difference(VALUES, changed) == {"split.seed": [0, 3], "new.key": [None, 1]}
    assert VALUES["split"]["seed"] == 0  # a copy was changed


def test_untouched_fields_of_a_form_do_not_override_the_preset() -> None:
    shown = flatten(VALUES)
    conf = {**shown, "preset": "sample", "shown": shown, "gap.x": 9}
    assert requested(conf, VALUES, PRESETS) == {
        "languages": ["en", "hu"],
        "split": {"train": 0.6, "seed": 0},
        "gap": {"x": 9},
    }


def test_an_edit_after_the_form_was_drawn_is_not_undone() -> None:
    shown = flatten(VALUES)
    edited = override(VALUES, {"split.seed": 7})
    assert requested({**shown, "shown": shown}, edited, PRESETS) == edited


def test_each_key_of_the_api_counts_also_against_the_preset() -> None:
    conf = {"preset": "sample", "split.train": 0.9}
    assert requested(conf, VALUES, PRESETS)["split"]["train"] == 0.9


def test_a_text_emptied_in_the_form_is_empty() -> None:
    values = {"books": {"title": "^The", "ids": ["x"]}}
    shown = flatten(values)
    conf = {**shown, "shown": shown, "books.title": None}
    assert requested(conf, values, {}) == {"books": {"title": "", "ids": ["x"]}}


def test_unknown_preset_and_impossible_key() -> None:
    with pytest.raises(ChangeError, match="'big' is not one of none, sample"):
        requested({"preset": "big"}, VALUES, PRESETS)
    with pytest.raises(ChangeError, match="languages is a value"):
        requested({"languages.en": 1}, VALUES, PRESETS)


def test_rewrite_keeps_comments_and_layout(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    file.write_text(
        "# head\nlanguages:\n- en\n- hu\n\n# about split\nsplit:\n  train: 0.9  # share\n  seed: 0\n"
    )
    rewrite(file, {"split.train": 0.5, "languages": ["en"], "fresh.x": True})
    assert file.read_text() == (
        "# head\nlanguages:\n- en\n\n# about split\nsplit:\n  train: 0.5  # share\n  seed: 0\n"
        "fresh:\n  x: true\n"
    )

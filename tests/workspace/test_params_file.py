from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from dialogue_etl.workspace.params_file import add_missing, flatten, remove_unknown, set_values
from dialogue_etl.workspace.root import WorkspaceError

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
# mine
languages:
- en   # only this

split:
  # shares
  train: 0.8   # less
  test: 0.2

# about books
books:
    ids:
    - pg1
"""
TEMPLATE = {
    "languages": ["en", "hu"],
    "split": {"train": 0.9, "test": 0.1, "seed": 0},
    "books": {"ids": [], "banned": ["x"]},
    "storage": {"shards": 16},
}


def test_missing_keys_go_to_their_sections_and_nothing_else_changes() -> None:
    text, added = add_missing(TEXT, TEMPLATE)
    assert added == ["split.seed", "books.banned", "storage"]
    assert yaml.safe_load(text) == {
        "languages": ["en"],
        "split": {"train": 0.8, "test": 0.2, "seed": 0},
        "books": {"ids": ["pg1"], "banned": ["x"]},
        "storage": {"shards": 16},
    }
    assert "  test: 0.2\n  seed: 0\n\n# about books\n" in text
    assert [line for line in TEXT.splitlines() if line not in text.splitlines()] == []
    assert add_missing(text, TEMPLATE) == (text, [])


def test_a_layout_that_defeats_it_is_said() -> None:
    with pytest.raises(WorkspaceError, match="add by hand"):
        add_missing("split: {train: 0.8}\n", TEMPLATE)


def test_unknown_keys_are_removed_with_what_is_below_them() -> None:
    text = TEXT.replace("  test: 0.2\n", "  test: 0.2\n  old:\n  - 1\n  - 2\n")
    cleaned, removed = remove_unknown(text, TEMPLATE)
    assert removed == ["split.old"]
    assert cleaned == TEXT


def test_set_values_keeps_comments(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    file.write_text(TEXT)
    set_values(file, {"split": {"train": 0.6}, "languages": ["hu", "en"]})
    text = file.read_text()
    assert flatten(yaml.safe_load(text))["split.train"] == 0.6
    for comment in ("# mine", "# shares", "# less", "# about books"):
        assert comment in text

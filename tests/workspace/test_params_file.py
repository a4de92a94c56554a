from pathlib import Path

from dialogue_etl.core import yaml_files
from dialogue_etl.workspace.params_file import flatten, set_values

TEXT = """\
# mine
languages:
- en

# shares
split:
  train: 0.8  # less
  test: 0.2

# about books
books:
    ids:
    - pg1
"""


def test_set_values_keeps_comments(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    file.write_text(TEXT)
    set_values(file, {"split": {"train": 0.6}, "languages": ["hu", "en"], "new": {"x": 1}})
    text = file.read_text()
    values = flatten(yaml_files.load(text))
    assert (values["split.train"], values["languages"], values["new.x"]) == (0.6, ["hu", "en"], 1)
    for comment in ("# mine", "# shares", "# less", "# about books"):
        assert comment in text

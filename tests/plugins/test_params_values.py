from pathlib import Path

import pytest
from dvc_airflow.params_values import difference, flatten, override, rewrite
from dvc_airflow.yaml_files import YamlError, read_yaml
from ruamel.yaml import YAML

VALUES = {"languages": ["en", "hu"], "split": {"train": 0.9, "seed": 0}, "gap": {"x": 1}}


def test_flatten_and_difference() -> None:
    assert flatten(VALUES) == {"languages": ["en", "hu"], "split.train": 0.9, "split.seed": 0, "gap.x": 1}
    changed = override(VALUES, {"split.seed": 3, "new.key": 1})
    assert difference(VALUES, changed) == {"split.seed": [0, 3], "new.key": [None, 1]}
    assert VALUES["split"]["seed"] == 0  # a copy was changed


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


def test_yaml_is_that_of_dvc(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    file.write_text("a: [no, on, Yes, 1e3, true, null, ~, 1.5, -2, .5, 0, '12:30', 'x', 'true']\n")
    assert read_yaml(file) == YAML(typ="safe").load(file)
    assert read_yaml(file)["a"][:4] == ["no", "on", "Yes", 1000.0]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "params.yaml"
    assert read_yaml(file) == {}
    for text in (b"", b"# nothing\n"):
        file.write_bytes(text)
        assert read_yaml(file) == {}
    for text in (b"- 1", b"a: [", b"\xff\xfe\x00"):
        file.write_bytes(text)
        with pytest.raises(YamlError, match=r"params\.yaml: "):
            read_yaml(file)

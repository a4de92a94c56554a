from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow.data_files import DataFileError, parsing_config, read_data, read_mapping

if TYPE_CHECKING:
    from pathlib import Path


MODULE = """
a = 1
b: int = -2
c: int
d = e = 3
f = g()
h = {'x': [1]}
(i, j) = 4, 5
self.k = 6
n = None
def function():
    x = 1
if a:
    y = 2
class A:
    x = 1
    class B:
        y = 2
    def __init__(s):
        self.u = 1
        v = 2
        self.w.x = 3
"""
VALUES = {"a": 1, "b": -2, "h": {"x": [1]}, "k": 6, "n": None, "A": {"x": 1, "B": {"y": 2}, "u": 1}}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("p.yaml", "a: [no, on, 012, 0o12, 1e3, 1:30]", {"a": ["no", "on", 12, 10, 1000.0, "1:30"]}),
        ("p.yml", "", {}),
        ("p.unknown", "a: 1", {"a": 1}),
        ("P.JSON", '{"a": [1, null]}', {"a": [1, None]}),
        ("p.toml", "a = 1\n[b]\nc = 'x'", {"a": 1, "b": {"c": "x"}}),
        ("p.py", MODULE, VALUES),
    ],
)
def test_formats(tmp_path: Path, name: str, text: str, expected: Any) -> None:
    (tmp_path / name).write_text(text)
    assert read_data(tmp_path / name) == expected


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.yaml", b"a: ["),
        ("p.yaml", b"a: 1\na: 2"),
        ("p.yaml", b"\xff"),
        ("p.yaml", b"d: 2020-13-45"),
        ("p.json", b"{"),
        ("p.toml", b"a"),
        ("p.py", b"a = ("),
        ("p.py", b"a\0"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataFileError, match=name):
        read_data(tmp_path / name)


def test_what_is_no_file_or_no_mapping(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"p\.yaml: no such file"):
        read_data(tmp_path / "p.yaml")
    with pytest.raises(DataFileError, match=str(tmp_path)):
        read_data(tmp_path)
    (tmp_path / "p.yaml").write_text("[1]")
    with pytest.raises(DataFileError, match="expected a mapping, found list"):
        read_mapping(tmp_path / "p.yaml")


def test_the_nearest_dvc_folder_says_how_arguments_are_written(tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / ".dvc").mkdir()
    assert parsing_config(below) == {}
    (tmp_path / ".dvc" / "config").write_text(
        "[core]\n    bool = x\n[parsing]\n    bool = store_true\n    list = nargs\n"
    )
    (tmp_path / ".dvc" / "config.local").write_text('[parsing]\n# list = nargs\nlist = "Append" # mine\n')
    assert parsing_config(below) == {"bool": "store_true", "list": "append"}

from pathlib import Path

import pytest

import dialogue_etl
from dialogue_etl import params
from dialogue_etl.workspace import product
from dialogue_etl.workspace.root import WorkspaceError


def test_a_wheel_carries_it_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "dialogue_etl"
    package.mkdir()
    monkeypatch.setattr(dialogue_etl, "__file__", str(package / "__init__.py"))
    with pytest.raises(WorkspaceError, match="reinstall"):
        product.product_folder()
    (package / "_product").mkdir()
    (package / "_product" / "dvc.yaml").touch()
    assert product.product_folder() == package / "_product"


def test_presets_are_valid_values() -> None:
    values = params.read_values(product.product_folder() / "params.yaml")
    for name, preset in product.presets().items():
        params.parse(params.override(values, preset), name)

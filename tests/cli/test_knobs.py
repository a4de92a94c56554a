import json
import shutil

from dialogue_etl.params import knobs
from tests.conftest import ROOT


def test_json_lists_every_knob_with_its_value(command, tmp_path):
    shutil.copy(ROOT / "params.yaml", tmp_path / "params.yaml")
    text = (tmp_path / "params.yaml").read_text("utf-8").replace("dialogue_gap: 150", "dialogue_gap: 99")
    (tmp_path / "params.yaml").write_text(text, "utf-8")
    rows = json.loads(command("params", "--json", "--file", tmp_path / "params.yaml").out)
    assert [row["key"] for row in rows] == [knob.key for knob in knobs()]
    changed = {row["key"]: (row["value"], row["default"]) for row in rows if row["value"] != row["default"]}
    assert changed == {"extract.dialogue_gap": (99, 150)}


def test_the_table_names_every_knob(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    out = command("params").out
    assert all(knob.key in out for knob in knobs())


def test_a_wrong_value_is_a_sentence(command, tmp_path):
    (tmp_path / "params.yaml").write_text("extract:\n  min_turns: none\n")
    said = command("params", "--file", tmp_path / "params.yaml")
    assert (said.code, said.out) == (1, "")
    assert "params.yaml: extract.min_turns: 'none'" in said.err


def test_the_first_stage_refuses_a_wrong_knob_before_it_writes(command, tmp_path):
    (tmp_path / "params.yaml").write_text("extrakt:\n  min_turns: 2\n")
    said = command("code", "--output", tmp_path / "code", "--params", tmp_path / "params.yaml")
    assert said.code == 1
    assert "params.yaml: extrakt: unknown key" in said.err
    assert not (tmp_path / "code").exists()

"""The program and the Airflow plugin read what DVC reads: else it records other values."""

import json
import string
from pathlib import Path

import pytest
from dvc.exceptions import InvalidArgumentError
from dvc.utils.hydra import apply_overrides
from dvc.utils.serialize import parse_yaml as read_by_dvc
from dvc_airflow import params_values
from dvc_airflow import yaml_files as plugin
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl import params
from dialogue_etl.core import yaml_files
from dialogue_etl.params import ParamsError
from dialogue_etl.workspace.params_file import set_values
from tests.conftest import ROOT

FORMS = """
0525 08 5:25 12:30:45 190:20:30.15 0o17 0o8 0x1F 0b11 +.5 ._1 1_000 1__0 1.5_0 0_ 1. 1.0e 525.0 1e3 1e+3 -0
-0.0 1e400 .inf -.INF .nan yes no on off y ~ null Null True TRUE tRUE 2020-01-01 2020-1-1 2020-13-45 = << *a
&a !x !!int !!set - ? % @ ` |
"""
KNOWN = FORMS.split()
NUMBERS = st.text("0123456789+-._:eExXobinfa", min_size=1, max_size=8)
SCALARS = st.one_of(st.sampled_from(KNOWN), NUMBERS, st.text(string.printable, max_size=8))
DOCUMENTS = st.lists(
    st.sampled_from(
        [
            "a: &x {q: 1}",
            "b: *x",
            "c:",
            "  <<: *x",
            "  r: 2",
            "a: 1",
            "- 1",
            "\tt: 1",
            "---",
            "...",
            "%YAML 1.1",
        ]
    )
    | st.builds("{}: {}".format, st.sampled_from(["a", "1", "? [a]", "no", "'a'"]), SCALARS),
    max_size=6,
).map("\n".join)
# No other processes, no other examples than last time: what CI finds is found here too.
MANY = settings(max_examples=200, deadline=None, derandomize=True)
IN_A_FOLDER = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def read(by, text):
    try:
        return repr(by(text) or {})
    except Exception:  # whatever it raises, the value is refused
        return "refused"


@MANY
@given(st.one_of(DOCUMENTS, SCALARS.map("key: {}\n".format), SCALARS.map("key: [{}]\n".format)))
def test_a_value_is_what_dvc_reads_or_refused(text):
    expected = read(lambda given: read_by_dvc(given, "params.yaml"), text)
    assert read(yaml_files.load, text) == expected
    assert read(lambda given: plugin.parse_yaml(given, "params.yaml"), text) in {expected, "refused"}


@pytest.mark.parametrize(
    ("text", "value"),
    [("0525", 525), ("0o17", 15), ("1_000", 1000), ("525.0", 525), ("1e3", 1000), ("+525", 525), ("-0.0", 0)],
)
def test_what_dvc_holds_to_be_equal_is_one_number(tmp_path, text, value):
    file = tmp_path / "params.yaml"
    file.write_text(f"extract:\n  dialogue_gap: {text}\n")
    gap = params.load(file).extract.dialogue_gap
    assert (gap, type(gap)) == (value, int)
    assert read_by_dvc(file.read_text(), "params.yaml") == {"extract": {"dialogue_gap": value}}


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        *(
            ("extract.dialogue_gap", text, "whole number")
            for text in ("5:25", "'525'", "525.5", "true", "~", ".inf", "1e400", "2020-01-01")
        ),
        *(("split.train", text, "number") for text in (".nan", ".inf", "yes", "12:30:45")),
        *(("normalise.lower_case", text, "true | false") for text in ("yes", "off", "1", "'true'")),
        ("books.issued_from", "2004-01-01", "'YYYY-MM-DD' in quotes"),
    ],
)
def test_what_is_refused_names_key_value_and_allowed_form(tmp_path, key, text, said):
    section, _, name = key.partition(".")
    (tmp_path / "params.yaml").write_text(f"{section}:\n  {name}: {text}\n")
    with pytest.raises(ParamsError, match=rf"params\.yaml: {key}: .*{said}"):
        params.load(tmp_path / "params.yaml")


@pytest.mark.parametrize("key", ["extract.dialogue_gap", "gates.max_loss", "normalise.lower_case"])
def test_what_dvc_exp_sets_is_what_the_program_sets_or_refused(tmp_path, key):
    file = tmp_path / "params.yaml"
    both = 0
    for text in KNOWN:
        file.write_text(
            "extract:\n  dialogue_gap: 1\ngates:\n  max_loss: 1\nnormalise:\n  lower_case: true\n"
        )
        given = params.read_values(file)
        try:
            apply_overrides(file, [f"{key}={text}"])
            by_dvc = params.load(file)
            by_us = params.parse(params.override(given, dict([params.assignment(f"{key}={text}")])))
        except (InvalidArgumentError, ParamsError):
            continue
        assert by_dvc == by_us, text
        both += 1
    assert both > 1


TEXTS = st.text(min_size=1, max_size=3)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from(KNOWN),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=4,
)
FILE = "# head\nbooks:\n  ids: [pg1]  # ids\n  title_pattern: ''\n\n# gap\nextract:\n  dialogue_gap: 0525\n"


@IN_A_FOLDER
@given(VALUES)
def test_what_is_written_is_what_dvc_reads_or_the_file_stays(tmp_path, value):
    for write, refused in (
        (lambda file: set_values(file, {"books": {"title_pattern": value}}), ParamsError),
        (lambda file: params_values.rewrite(file, {"books.title_pattern": value}), ValueError),
    ):
        file = tmp_path / "params.yaml"
        file.write_text(FILE, "utf-8")
        try:
            write(file)
        except refused:
            assert file.read_text("utf-8") == FILE
            continue
        found = read_by_dvc(file.read_text("utf-8"), "params.yaml")
        assert found == {"books": {"ids": ["pg1"], "title_pattern": value}, "extract": {"dialogue_gap": 525}}


def test_values_of_an_alias_are_not_changed_unasked(tmp_path):
    file = tmp_path / "params.yaml"
    text = "books: &shared\n  types: [Text]\nworks: *shared\n"
    file.write_text(text)
    with pytest.raises(ParamsError, match=r"works\.types: cannot be set without changing other values"):
        set_values(file, {"works": {"types": ["Sound"]}})
    with pytest.raises(params_values.ChangeError, match=r"works\.types: cannot be set"):
        params_values.rewrite(file, {"works.types": ["Sound"]})
    assert file.read_text() == text


@MANY
@given(VALUES)
def test_dvc_reads_the_plugin_s_quick_text(value):
    content = {"schema": "2.0", "stages": {"one": {"cmd": "x", "params": {"params.yaml": {"a": value}}}}}
    assert read_by_dvc(plugin.quick_text(content), "dvc.lock") == content


def test_the_plugin_s_quick_text_has_dates_and_infinities():
    content = yaml_files.load("a: 2020-01-01\nb: .inf\nc: {1: 2}\n")
    assert read_by_dvc(plugin.quick_text(content), "dvc.lock") == content
    assert json.dumps(plugin.as_json(content["a"])) == '"2020-01-01"'


@pytest.mark.parametrize("path", sorted(ROOT.glob("presets/*.yaml")), ids=lambda path: path.stem)
def test_presets_are_what_dvc_reads(path: Path):
    assert params.read_values(path) == read_by_dvc(path.read_text("utf-8"), path)

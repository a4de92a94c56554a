import pytest
import yaml

from dialogue_etl import params
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Params, ParamsError
from dialogue_etl.params.model import PAPER
from tests.conftest import ROOT

PARAMETERS = {parameter.key: parameter for parameter in params.parameters()}
NUMBERS = [key for key, parameter in PARAMETERS.items() if "minimum" in parameter.json_schema]
CHOICES = [key for key, parameter in PARAMETERS.items() if "enum" in parameter.json_schema]
SWITCHES = [key for key, parameter in PARAMETERS.items() if parameter.json_schema["type"] == "boolean"]
LISTS = [key for key, parameter in PARAMETERS.items() if parameter.json_schema["type"] == "array"]
TEXTS = [
    key
    for key, parameter in PARAMETERS.items()
    if parameter.json_schema["type"] == "string" and key not in CHOICES
]


def refused(values) -> str:
    with pytest.raises(ParamsError) as caught:
        params.parse(values)
    return str(caught.value)


def nested(key, value):
    return params.override({}, {key: value})


def test_every_parameter_is_of_a_kind_tested_here():
    assert sorted([*NUMBERS, *CHOICES, *SWITCHES, *LISTS, *TEXTS]) == sorted(PARAMETERS)


def test_params_yaml_holds_every_parameter_with_its_default_in_the_order_of_the_model():
    values = yaml.safe_load((ROOT / "params.yaml").read_text("utf-8"))
    assert values == Params().model_dump()
    keys = [
        f"{key}.{name}" if isinstance(v, dict) else key for key, v in values.items() for name in (v or [""])
    ]
    assert list(dict.fromkeys(keys)) == list(PARAMETERS)


@pytest.mark.parametrize("path", sorted((ROOT / "presets").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_preset_is_allowed(path):
    params.parse(params.override(Params().model_dump(), params.read_values(path)))


def test_the_preset_paper_holds_every_parameter_the_paper_names():
    preset = params.read_values(ROOT / "presets" / "paper.yaml")
    named = {f"{section}.{name}" for section, values in preset.items() for name in values}
    assert named >= {key for key, parameter in PARAMETERS.items() if parameter.source == PAPER}
    values = params.parse(params.override(Params().model_dump(), preset)).extract
    assert (values.dialogue_gap, values.boundaries) == (150, "off")
    # Nothing but the gap parts dialogues, and a turn is a paragraph.
    assert not any((values.chapter_breaks, values.split_speakers, values.join_speakers))


@pytest.mark.parametrize("key", PARAMETERS)
def test_every_parameter_says_what_it_is(key):
    parameter = PARAMETERS[key]
    assert len(parameter.description) > 10
    assert parameter.unit
    assert parameter.source
    assert parameter.range


@pytest.mark.parametrize("key", NUMBERS)
def test_limits_themselves_are_allowed(key):
    schema = PARAMETERS[key].json_schema
    for value in (schema["minimum"], schema["maximum"]):
        if not key.startswith("split.") or key == "split.seed":
            params.parse(nested(key, value))


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize("side", ["below", "above"])
def test_out_of_range_is_refused_naming_key_value_and_range(key, side):
    schema = PARAMETERS[key].json_schema
    value = schema["minimum"] - 1 if side == "below" else schema["maximum"] + 1
    message = refused(nested(key, value))
    assert f"params.yaml: {key}: {value!r}: " in message
    assert f"allowed: {schema['minimum']:,} to {schema['maximum']:,} {PARAMETERS[key].unit}" in message


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize("value", ["many", None, True, [1], {"a": 1}, float("nan"), float("inf")], ids=repr)
def test_what_is_no_number_is_refused(key, value):
    message = refused(nested(key, value))
    assert f"{key}" in message
    assert PARAMETERS[key].range in message


@pytest.mark.parametrize("key", [key for key in NUMBERS if PARAMETERS[key].json_schema["type"] == "integer"])
def test_a_fraction_is_no_whole_number(key):
    assert f"{key}: 1.5" in refused(nested(key, 1.5))


@pytest.mark.parametrize("key", CHOICES)
@pytest.mark.parametrize("value", ["other", 1, None, []], ids=repr)
def test_what_is_no_choice_is_refused_naming_the_choices(key, value):
    message = refused(nested(key, value))
    assert f"{key}: {value!r}" in message
    assert all(choice in message for choice in PARAMETERS[key].json_schema["enum"])


@pytest.mark.parametrize("key", SWITCHES)
@pytest.mark.parametrize("value", ["yes", 1, None], ids=repr)
def test_a_switch_is_true_or_false(key, value):
    message = refused(nested(key, value))
    assert f"{key}: {value!r}" in message
    assert "true | false" in message


def test_a_model_has_a_name():
    assert "at least 1 character" in refused(nested("classify.model_id", ""))


@pytest.mark.parametrize("key", TEXTS)
@pytest.mark.parametrize("value", [1, None, [], True, 2.5], ids=repr)
def test_a_text_is_a_text(key, value):
    message = refused(nested(key, value))
    assert f"{key}: {value!r}" in message
    assert PARAMETERS[key].range in message


@pytest.mark.parametrize("key", ["books.issued_from", "books.issued_to"])
@pytest.mark.parametrize("value", ["soon", "2004", "2004-1-1", "2004-13-01", "2003-02-29", "01.01.2004", " "])
def test_a_date_is_one_of_the_calendar(key, value):
    assert f"params.yaml: {key}: {value!r}: " in refused(nested(key, value))


@pytest.mark.parametrize("value", ["", "2004-02-29"])
def test_a_date_may_be_left_out(value):
    assert params.parse(nested("books.issued_from", value)).books.issued_from == value


def test_the_first_day_is_not_after_the_last():
    days = {"issued_from": "2004-01-02", "issued_to": "2004-01-01"}
    assert "issued_from 2004-01-02 is later than issued_to 2004-01-01" in refused({"books": days})
    assert params.parse({"books": {**days, "issued_to": "2004-01-02"}}).books.issued_to == "2004-01-02"


@pytest.mark.parametrize("value", ["(", "[a", "a{2,1}", "*"])
def test_a_pattern_is_a_regular_expression(value):
    message = refused(nested("books.title_pattern", value))
    assert f"books.title_pattern: {value!r}: " in message
    assert "is no regular expression" in message


@pytest.mark.parametrize("key", LISTS)
@pytest.mark.parametrize("value", ["en", None, [1], [["en"]]], ids=repr)
def test_a_list_holds_texts(key, value):
    message = refused(nested(key, value))
    assert key in message
    assert PARAMETERS[key].range in message


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("languages", [], "at least 1"),
        ("languages", ["xx"], f"'xx' is not one of {', '.join(LANGUAGES)}"),
        ("languages", ["en", "en"], "twice"),
        ("books.ids", ["pg1", "pg1"], "twice"),
        ("books.ids", ["a b"], "books.ids.0: 'a b'"),
        ("books.banned", ["../etc"], "books.banned.0: '../etc'"),
        ("books.subjects", ["Fiction", ""], "books.subjects.1: ''"),
        ("books.authors", ["Austen", "Austen"], "twice"),
        ("threads.languages", ["EN"], "'EN' is no language; en would be one"),
        ("threads.languages", ["chinese"], "is no language"),
        ("threads.languages", [""], "is no language"),
        ("threads.languages", ["en", "en"], "twice"),
        ("threads.corpora", ["../x"], "should match pattern"),
        ("threads.deleted", [""], "at least 1 character"),
        ("package.formats", [], "at least 1"),
        ("package.formats", ["csv"], "parquet | jsonl | text"),
        ("package.formats", ["text", "text"], "twice"),
    ],
)
def test_lists_are_checked(key, value, said):
    message = refused(nested(key, value))
    assert key in message
    assert said in message


def test_languages_of_threads_are_any_and_may_be_none():
    for tags in ([], ["pt-BR", "zh-Hant", "sw"]):
        assert params.parse(nested("threads.languages", tags)).threads.languages == tags


def test_splits_that_do_not_add_up_to_1_are_refused():
    message = refused({"split": {"train": 0.5}})
    assert "split" in message
    assert "add up to 0.6" in message
    assert "must add up to 1" in message


def test_splits_may_be_thirds():
    assert params.parse({"split": {"train": 1 / 3, "validation": 1 / 3, "test": 1 / 3}}).split.test == 1 / 3


def test_an_unknown_key_is_refused_naming_the_known_ones():
    message = refused({"extract": {"dialog_gap": 7}})
    assert "extract.dialog_gap: unknown key (value 7)" in message
    assert "extract.dialogue_gap" in message


def test_an_unknown_section_is_refused_naming_the_known_ones():
    message = refused({"extraction": {"dialogue_gap": 7}})
    assert "extraction: unknown key" in message
    assert "extract" in message.partition("known:")[2].split(", ")


def test_every_wrong_key_is_named_at_once():
    message = refused({"extract": {"min_turns": -1}, "split": {"seed": -1}, "typo": 1})
    assert [line.split(": ")[1] for line in message.splitlines()] == [
        "extract.min_turns",
        "split.seed",
        "typo",
    ]


@pytest.mark.parametrize("values", [[], "extract", 7, None], ids=repr)
def test_the_whole_must_be_a_mapping(values):
    assert "expected a mapping" in refused(values)


@pytest.mark.parametrize("section", [None, 7, [1]], ids=repr)
def test_a_section_must_be_a_mapping(section):
    assert f"params.yaml: extract: {section!r}" in refused({"extract": section})


def test_keys_that_are_no_text_are_refused():
    assert "1" in refused({1: 2})


def test_params_cannot_be_changed():
    with pytest.raises(ValueError, match="frozen"):
        Params().extract.dialogue_gap = 1


@pytest.mark.parametrize("section", ["extract", "normalise"])
def test_a_reference_profile_is_refused_where_the_original_does_not_know_a_language(section):
    said = refused({"languages": ["fr", "en", "pl"], section: {"profile": "reference"}})
    assert f"{section}.profile: 'reference': it is for de, en, es, hu, it, nl, pt, and " in said
    assert "languages has fr, pl; allowed with them: " in said
    known = params.parse({"languages": ["hu", "en"], section: {"profile": "reference"}})
    assert known.languages == ["hu", "en"]

"""The parameters: what each is, what it refuses and what it says then."""

import pytest

from dialogue_etl import params
from dialogue_etl.compare import labels
from dialogue_etl.core import yaml_files
from dialogue_etl.core.parameters import PAPER, DeclaredSection, declare
from dialogue_etl.derived.retrieval.parameters import WEIGHTS
from dialogue_etl.filters.parameters import ALL
from dialogue_etl.filters.rule import Rule, inert, judging, parameters
from dialogue_etl.filters.utterance import ORDER
from dialogue_etl.params import ParamsError, WholeParams
from tests.conftest import ROOT

PARAMETERS = {parameter.key: parameter for parameter in params.parameters()}
WRONG = {
    "boolean": ["yes", 1, None],
    "array": ["en", None, [1], [["en"]]],
    "number": ["many", None, True, [1], {"a": 1}, float("nan"), float("inf")],
    "integer": ["many", None, True, [1], 1.5, float("nan")],
    "string": [1, None, [], True, 2.5],
}


def refused(values) -> str:
    with pytest.raises(ParamsError) as caught:
        params.parse(values)
    return str(caught.value)


def nested(key, value):
    return params.override({}, {key: value})


def test_params_yaml_holds_every_parameter_with_its_default_in_the_order_of_the_model():
    values = yaml_files.load((ROOT / "params.yaml").read_text("utf-8"))
    assert values == WholeParams().model_dump()
    keys = [
        f"{key}.{name}" if isinstance(v, dict) else key for key, v in values.items() for name in (v or [""])
    ]
    assert list(dict.fromkeys(keys)) == list(PARAMETERS)


@pytest.mark.parametrize("path", sorted((ROOT / "presets").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_preset_is_allowed(path):
    params.parse(params.override(WholeParams().model_dump(), params.read_values(path)))


def test_the_preset_paper_holds_every_parameter_the_paper_names():
    preset = params.read_values(ROOT / "presets" / "paper.yaml")
    named = {f"{section}.{name}" for section, values in preset.items() for name in values}
    assert named >= {key for key, parameter in PARAMETERS.items() if parameter.source == PAPER}
    values = params.parse(params.override(WholeParams().model_dump(), preset)).extract
    assert (values.dialogue_gap, values.boundaries) == (150, "off")
    # Nothing but the gap parts dialogues, and a turn is a paragraph.
    assert not any((values.chapter_breaks, values.split_speakers, values.join_speakers, values.min_speech))


@pytest.mark.parametrize("section", dict.fromkeys(key.partition(".")[0] for key in PARAMETERS))
def test_every_parameter_says_what_it_is_and_refuses_what_it_is_not(section):
    for key, parameter in PARAMETERS.items():
        if key.partition(".")[0] != section:
            continue
        assert len(parameter.description) > 10, key
        assert parameter.unit, key
        assert parameter.source, key
        schema = parameter.json_schema
        wrong = ["other", 1, None, []] if "enum" in schema else WRONG[schema["type"]]
        for value in wrong:
            message = refused(nested(key, value))
            assert f"params.yaml: {key}" in message
            assert parameter.range in message


def test_limits_are_allowed_and_what_is_beyond_them_is_refused_naming_key_value_and_range():
    limits = [
        (key, one.json_schema, *end)
        for key, one in PARAMETERS.items()
        if "minimum" in one.json_schema
        for end in ((one.json_schema["minimum"], -1), (one.json_schema["maximum"], 1))
    ]
    assert limits
    for key, schema, limit, beyond in limits:
        whole = key.startswith("split.") or key.removeprefix("retrieval.") in WEIGHTS  # they add up
        if not whole or key == "split.seed":
            params.parse(nested(key, limit))
        message = refused(nested(key, limit + beyond))
        assert f"params.yaml: {key}: {params.plain(limit + beyond)!r}: " in message
        assert f"allowed: {schema['minimum']:,} to {schema['maximum']:,} {PARAMETERS[key].unit}" in message


DAYS = {"issued_from": "2004-01-02", "issued_to": "2004-01-01"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        *(
            ({"books.issued_from": day}, f"issued_from: {day!r}: ")
            for day in ("soon", "2004-1-1", "2003-02-29")
        ),
        ({"books": DAYS}, "issued_from 2004-01-02 is later than issued_to 2004-01-01"),
        ({"books.title_pattern": "[a"}, "books.title_pattern: '[a': "),
        ({"books.ids": ["a b"]}, "books.ids.0: 'a b'"),
        ({"books.banned": ["../etc"]}, "books.banned.0: '../etc'"),
        ({"books.subjects": ["Fiction", ""]}, "books.subjects.1: ''"),
        ({"books.authors": ["Austen", "Austen"]}, "twice"),
        ({"languages": []}, "at least 1"),
        (
            {"languages": ["xx"]},
            "'xx' is not a language; languages with a file of their own: da (Danish), de (German), ",
        ),
        ({"languages": ["en", "iw"]}, "'iw': Hebrew is written he"),
        ({"languages": ["English"]}, "'English': English is written en"),
        ({"languages": ["en", "en"]}, "twice"),
        ({"threads.languages": ["EN"]}, "'EN' is not a BCP-47 tag: English is written en"),
        ({"threads.languages": ["hebrew"]}, "'hebrew' is not a BCP-47 tag: Hebrew is written he"),
        ({"threads.languages": [""]}, "'' is not a BCP-47 tag: write it as en, zh or pt-BR"),
        ({"threads.corpora": ["../x"]}, "should match pattern"),
        ({"threads.deleted": [""]}, "at least 1 character"),
        ({"classify.model_id": ""}, "at least 1 character"),
        ({"package.formats": ["csv"]}, "parquet | jsonl | messages"),
        ({"split": {"train": 0.5}}, "add up to 0.6, they must add up to 1"),
        ({"extract": {"dialog_gap": 7}}, "extract.dialog_gap: unknown key (value 7)"),
        ({"extract": {"dialog_gap": 7}}, "extract.dialogue_gap"),
        ({"extraction": {"dialogue_gap": 7}}, "extraction: unknown key"),
        ({"rules.too_long": "cut"}, "off | split | drop"),
        ({"rules.order": [*ORDER, "polls"]}, "twice: polls"),
        ({"rules.order": [*ORDER[:-1], "pols"]}, "no such rule: pols; allowed: list of rules and of moves"),
        ({"rules.order": ["emoji before urls", "emojis after url"]}, "no such rule: emojis, url"),
        ({"rules.order": ["emoji after emoji"]}, "twice: emoji after emoji"),
        ({"rules.order": ["emoji behind urls"]}, "no such rule: emoji behind urls"),
    ],
)
def test_what_is_refused_is_said(changes, said):
    assert said in refused(params.override({}, changes))


@pytest.mark.parametrize(
    "changes",
    [
        *({"books.issued_from": day} for day in ("", "2004-02-29")),
        {"books": {**DAYS, "issued_to": "2004-01-02"}},
        *({"threads.languages": tags} for tags in ([], ["pt-BR", "zh-Hant", "sw"])),
        {"split": {"train": 1 / 3, "validation": 1 / 3, "test": 1 / 3}},
        *(
            {"rules.order": order}
            for order in (list(reversed(ORDER)), ["urls", "emoji"], ["emoji before urls"])
        ),
        *({f"rules.{rule.name}": 0 if rule.name == "min_turns" else "off"} for rule in ALL),
    ],
    ids=str,
)
def test_what_is_allowed(changes):
    parsed = params.parse(params.override({}, changes)).model_dump()
    assert params.override(parsed, changes) == parsed


def test_every_wrong_key_is_named_at_once():
    message = refused({"extract": {"min_turns": -1}, "split": {"seed": -1}, "typo": 1, 1: 2})
    keys = [line.split(": ")[1] for line in message.splitlines()]
    assert keys == ["extract.min_turns", "split.seed", "typo", "1"]


@pytest.mark.parametrize("values", [[], "extract", None, {"extract": None}, {"extract": [1]}], ids=repr)
def test_the_whole_and_a_section_must_be_a_mapping(values):
    assert f"params.yaml: {'extract: ' if isinstance(values, dict) else 'expected a mapping'}" in refused(
        values
    )


@pytest.mark.parametrize("section", ["extract", "normalise"])
def test_a_reference_profile_is_refused_where_the_original_does_not_know_a_language(section):
    said = refused({"languages": ["fr", "en", "pl"], section: {"profile": "reference"}})
    assert f"{section}.profile: 'reference': it is for de, en, es, hu, it, nl, pt, and " in said
    assert "languages has fr, pl; allowed with them: " in said
    known = params.parse({"languages": ["hu", "en"], section: {"profile": "reference"}})
    assert known.languages == ["hu", "en"]


@pytest.mark.parametrize("unit", ["dialogue", "utterance"])
def test_every_rule_says_what_it_leaves_out_to_who_compares_versions(unit):
    said = [labels.why({"stage": "rules", "unit": unit, "reason": rule.name}) for rule in ALL]
    assert all(rule.drop in text for rule, text in zip(ALL, said, strict=True))
    assert len(set(said)) == len(ALL)


def test_a_rule_is_declared_in_one_place():
    def shouting(least: int):
        return inert if not least else lambda text: text.isupper() and len(text) >= least

    characters = declare(3, "Fewer are no shouting", unit="characters", source="us", ge=0, le=9)
    rule = Rule(shouting, "in capitals", judging("Capitals", source="us"), {"shouting_least": characters})

    class Own(DeclaredSection, declared=parameters([rule])):
        """Of one rule."""

    assert Own().model_dump() == {"shouting": "split", "shouting_least": 3}
    assert Own.model_json_schema()["properties"]["shouting_least"]["maximum"] == 9
    with pytest.raises(ValueError, match="less than or equal to 9"):
        Own(shouting_least=10)
    assert rule.ready(Own().model_dump())("LOUD")
    assert rule.ready({"shouting_least": 0}) is inert
    with pytest.raises(KeyError, match="least"):
        rule.ready({})

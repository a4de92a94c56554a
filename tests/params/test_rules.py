"""The section `rules`."""

import pytest

from dialogue_etl import params
from dialogue_etl.compare import labels
from dialogue_etl.filters.rule import Rule, inert, judging, parameters
from dialogue_etl.filters.utterance import ORDER
from dialogue_etl.parameter import DeclaredSection, declare
from dialogue_etl.params import ParamsError, Rules
from dialogue_etl.params.threads import ALL

NAMES = [rule.name for rule in ALL]
DEFAULTS = Rules()


def refused(**rules) -> str:
    with pytest.raises(ParamsError) as caught:
        params.parse({"rules": rules})
    return str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_parameter_that_turns_it_off(name):
    off = "off" if isinstance(getattr(DEFAULTS, name), str) else 0
    assert getattr(params.parse({"rules": {name: off}}).rules, name) == off


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_does_what_there_is_not(name):
    assert f"rules.{name}: 'delete'" in refused(**{name: "delete"})


@pytest.mark.parametrize("name", ["no_script", "too_long", "blacklist_dirty", "generic_forms"])
def test_what_is_judged_as_a_whole_cannot_be_cut(name):
    assert "off | split | drop" in refused(**{name: "cut"})


def test_the_order_is_any_order_of_all_rules():
    order = list(reversed(ORDER))
    assert params.parse({"rules": {"order": order}}).rules.order == order
    assert Rules().order == list(ORDER)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (ORDER[1:], "missing: mojibake"),
        ([*ORDER, "polls"], "twice: polls"),
        ([*ORDER[:-1], "pols"], "no such rule: pols; missing: repeated_words"),
        ([*ORDER, "min_turns"], "no such rule: min_turns"),
    ],
)
def test_an_order_without_a_rule_or_with_others_is_refused(order, why):
    assert why in refused(order=list(order))


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

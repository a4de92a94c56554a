"""The section `rules`."""

import pytest

from dialogue_etl import params
from dialogue_etl.params import ParamsError, Rules
from dialogue_etl.params.rules import UTTERANCE_RULES
from dialogue_etl.sources.threads.rules.dialogues import AFTER, BEFORE

DIALOGUE_RULES = [*BEFORE, "names", *AFTER]


def refused(**rules) -> str:
    with pytest.raises(ParamsError) as caught:
        params.parse({"rules": rules})
    return str(caught.value)


@pytest.mark.parametrize("name", [*UTTERANCE_RULES, *DIALOGUE_RULES, "adverts", "frequent_trigrams"])
def test_every_rule_has_a_knob_that_turns_it_off(name):
    off = 0 if name == "min_turns" else "off"
    assert getattr(params.parse({"rules": {name: off}}).rules, name) == off


@pytest.mark.parametrize("name", [*UTTERANCE_RULES, *DIALOGUE_RULES, "adverts", "frequent_trigrams"])
def test_no_rule_does_what_there_is_not(name):
    assert f"rules.{name}: 'delete'" in refused(**{name: "delete"})


@pytest.mark.parametrize("name", ["no_script", "too_long", "blacklist_dirty", "generic_forms"])
def test_what_is_judged_as_a_whole_cannot_be_cut(name):
    assert "off | split | drop" in refused(**{name: "cut"})


def test_the_order_is_any_order_of_all_rules():
    order = list(reversed(UTTERANCE_RULES))
    assert params.parse({"rules": {"order": order}}).rules.order == order
    assert Rules().order == list(UTTERANCE_RULES)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (UTTERANCE_RULES[1:], "missing: mojibake"),
        ([*UTTERANCE_RULES, "polls"], "twice: polls"),
        ([*UTTERANCE_RULES[:-1], "pols"], "no such rule: pols; missing: repeated_words"),
        ([*UTTERANCE_RULES, "min_turns"], "no such rule: min_turns"),
    ],
)
def test_an_order_without_a_rule_or_with_others_is_refused(order, why):
    assert why in refused(order=list(order))


def test_every_knob_says_where_its_default_comes_from():
    for knob in params.knobs():
        if knob.key.startswith("rules."):
            assert knob.source
            assert knob.description

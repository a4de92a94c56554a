"""The report knows every reason there is, and the parameter behind it."""

from __future__ import annotations

import pytest

from dialogue_etl import params as knobs
from dialogue_etl.report.removals import is_off
from dialogue_etl.report.rules import RULES, Rule
from dialogue_etl.sources.books.catalogues import selection
from dialogue_etl.sources.books.talk import REASONS

PLAIN = knobs.Params().model_dump()
WITH_KNOB = [rule for rule in RULES if rule.knob]
by_key = pytest.mark.parametrize("rule", WITH_KNOB, ids=lambda rule: ".".join(rule.key))


def test_no_reason_is_there_twice() -> None:
    assert len({rule.key for rule in RULES}) == len(RULES)


def test_every_rule_of_the_selection_is_there() -> None:
    of_selection = {rule.__name__ for rule in selection.RULES} | {"max_books", "not_listed"}
    assert {rule.reason for rule in RULES if (rule.stage, rule.unit) == ("download", "book")} == of_selection


def test_every_reason_why_marked_words_are_no_talk_is_there() -> None:
    of_extract = {
        rule.reason: rule.knob for rule in RULES if (rule.stage, rule.unit) == ("extract", "utterance")
    }
    assert of_extract.keys() == {*filter(None, REASONS), "skip_apparatus", "max_words"}
    assert all(knob == f"extract.{reason}" for reason, knob in of_extract.items())


@by_key
def test_a_rule_names_a_parameter_and_the_value_that_turns_it_off(rule: Rule) -> None:
    assert rule.knob in {knob.key for knob in knobs.knobs()}
    off = knobs.parse(knobs.override(PLAIN, {rule.knob: rule.off}))
    assert is_off(rule, off)


@by_key
def test_a_rule_is_on_with_another_value(rule: Rule) -> None:
    others = [1, 0.5, True, ["x"], "1999-12-31", "one", "public_domain", "reference"]
    on = next(value for value in others if value != rule.off and _is_allowed(rule.knob, value))
    assert not is_off(rule, knobs.parse(knobs.override(PLAIN, {rule.knob: on})))


def _is_allowed(key: str, value: object) -> bool:
    try:
        knobs.parse(knobs.override(PLAIN, {key: value}))
    except knobs.ParamsError:
        return False
    return True

"""The report knows every reason there is, and the parameter behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialogue_etl import params as parameters
from dialogue_etl.sources.books.catalogues import selection
from dialogue_etl.sources.books.extraction.speech_rules import REASONS as NO_SPEECH
from dialogue_etl.sources.books.extraction.speech_rules import SWITCHES
from dialogue_etl.sources.books.reasons import REASONS

if TYPE_CHECKING:
    from dialogue_etl.report.drops import Reason

PLAIN = parameters.Params().model_dump()
WITH_PARAMETER = [rule for rule in REASONS if rule.parameter]
by_key = pytest.mark.parametrize("rule", WITH_PARAMETER, ids=lambda rule: ".".join(rule.key))


def test_no_reason_is_there_twice() -> None:
    assert len({rule.key for rule in REASONS}) == len(REASONS)


def test_every_rule_of_the_selection_is_there() -> None:
    of_selection = {rule.__name__ for rule in selection.RULES} | {"max_books", "not_listed"}
    assert {
        rule.reason for rule in REASONS if (rule.stage, rule.unit) == ("download", "book")
    } == of_selection


def test_every_reason_why_marked_words_are_no_talk_is_there() -> None:
    of_extract = {
        rule.reason: rule.parameter for rule in REASONS if (rule.stage, rule.unit) == ("extract", "utterance")
    }
    assert of_extract.keys() == {*filter(None, NO_SPEECH), "skip_apparatus", "max_words"}
    with_parameter = {*(rule.name for rule in SWITCHES), "skip_apparatus", "max_words"}
    assert {reason: parameter for reason, parameter in of_extract.items() if parameter} == {
        reason: f"extract.{reason}" for reason in with_parameter
    }


@by_key
def test_a_rule_names_a_parameter_and_the_value_that_turns_it_off(rule: Reason) -> None:
    assert rule.parameter in {parameter.key for parameter in parameters.parameters()}
    off = parameters.parse(parameters.override(PLAIN, {rule.parameter: rule.off}))
    assert rule.is_off(off)


@by_key
def test_a_rule_is_on_with_another_value(rule: Reason) -> None:
    others = [1, 0.5, True, ["x"], "1999-12-31", "one", "public_domain", "reference"]
    on = next(value for value in others if value != rule.off and _is_allowed(rule.parameter, value))
    assert not rule.is_off(parameters.parse(parameters.override(PLAIN, {rule.parameter: on})))


def _is_allowed(key: str, value: object) -> bool:
    try:
        parameters.parse(parameters.override(PLAIN, {key: value}))
    except parameters.ParamsError:
        return False
    return True

"""The report knows every reason there is, and the parameter behind it."""

from contextlib import suppress

import pytest
from pydantic import ValidationError

from dialogue_etl import params as parameters
from dialogue_etl.report.drops import Reason
from dialogue_etl.sources.books.catalogues import selection
from dialogue_etl.sources.books.extraction.speech_rules import REASONS as NO_SPEECH
from dialogue_etl.sources.books.extraction.speech_rules import SWITCHES
from dialogue_etl.sources.books.reasons import REASONS
from dialogue_etl.sources.threads.reasons import REASONS as OF_THREADS

PLAIN = parameters.WholeParams()
WITH_PARAMETER = [rule for rule in (*REASONS, *OF_THREADS) if rule.parameter]
ALWAYS_ON = {"threads.min_turns"}
by_key = pytest.mark.parametrize("rule", WITH_PARAMETER, ids=lambda rule: ".".join(rule.key))


def test_no_reason_is_there_twice() -> None:
    for reasons in (REASONS, OF_THREADS):
        assert len({rule.key for rule in reasons}) == len(reasons)


def test_every_rule_of_the_selection_is_there() -> None:
    of_selection = {*selection.REASONS, "not_listed"}
    assert {
        rule.reason for rule in REASONS if (rule.stage, rule.unit) == ("download", "book")
    } == of_selection


def test_every_reason_why_marked_words_are_no_talk_is_there() -> None:
    of_extract = {
        rule.reason: rule.parameter for rule in REASONS if (rule.stage, rule.unit) == ("extract", "utterance")
    }
    assert of_extract.keys() == {*filter(None, NO_SPEECH), "max_words", "longest_turn"}
    with_parameter = {*(rule.name for rule in SWITCHES), "min_speech", "max_words", "longest_turn"}
    assert {reason: parameter for reason, parameter in of_extract.items() if parameter} == {
        reason: f"extract.{reason}" for reason in with_parameter
    }


@by_key
def test_a_rule_names_a_parameter_and_knows_the_values_that_turn_it_off(rule: Reason) -> None:
    section, _, name = rule.parameter.partition(".")
    values = [rule.off, 0, 0.0, False, "off", "", [], 1, 0.5, True, ["x"], "one", "drop", "split", "cut"]
    is_off = set()
    for value in [*values, "join", "public_domain", "reference", "1999-12-31", "simplified"]:
        with suppress(ValidationError):
            own = type(getattr(PLAIN, section)).model_validate({name: value})
            is_off.add(rule.is_off(PLAIN.model_copy(update={section: own})))
    assert is_off == ({False} if rule.parameter in ALWAYS_ON else {False, True})

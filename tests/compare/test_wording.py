import pytest

from dialogue_etl.compare import dialogues, fates, wording
from dialogue_etl.compare.changes import NOT_FOUND
from dialogue_etl.report.rules import RULES


def test_every_kind_is_explained():
    assert tuple(wording.KINDS) == dialogues.KINDS


@pytest.mark.parametrize("own", [fates.NOT_SELECTED, fates.UNLISTED, fates.EMPTIED, NOT_FOUND._asdict()])
def test_reasons_without_a_row_have_words_of_their_own(own):
    assert not wording.why(own).startswith("for ")


def test_reasons_of_the_report_are_said_in_its_words():
    for rule in RULES:
        assert wording.why({"stage": rule.stage, "unit": rule.unit, "reason": rule.reason}) == rule.why


def test_an_unknown_reason_is_said_by_its_name():
    assert wording.why({"stage": "x", "unit": "book", "reason": "too_blue"}) == "for too blue"


def test_what_was_measured_stands_beside_the_rule():
    reason = {"stage": "prefilter", "reason": "min_words", "value": 12345.0, "threshold": 20000.0}
    assert wording.rule(reason) == "prefilter min_words 1.234e+04 against 2e+04"


@pytest.mark.parametrize(
    ("kind", "pair", "said"),
    [
        ("split", (1, 2), "1 → 2"),
        ("same", (1200, 1200), "1,200"),
        ("removed", (3, 0), "3"),
        ("added", (0, 4), "4"),
        ("recut", (0, 0), "–"),
    ],
)
def test_numbers_of_a_kind(kind, pair, said):
    assert wording.pair(kind, *pair) == said


def test_rules_of_threads_go_by_their_names():
    assert wording.why({"stage": "rules", "unit": "dialogue", "reason": "short_response"}) == (
        "by the rule short response"
    )


def test_sources_are_a_noun():
    assert wording.sources(["books", "threads"]) == "books and threads"
    assert wording.sources([]) == "books"

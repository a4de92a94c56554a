from collections import Counter

import pytest

from dialogue_etl.audit import answers, tally
from dialogue_etl.audit.answers import Answer
from dialogue_etl.labels.categories import KINDS, NO_ERROR, SCHEMES
from tests.audit.conftest import unit


def test_a_filled_form_tallies_to_the_interval_by_hand(fill):
    """100 pairs, 5 of them with an error: p = 0.05, n = 100, z² = 3.841459.

    Wilson: (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)
    = (0.06920729 ± 1.959964 · 0.02389637) / 1.03841459 = 0.02154368 and 0.11175048.
    """
    units = [unit("pair", number, ["One.", "Two."]) for number in range(100)]
    path = fill("a.jsonl", *["same_speaker"] * 5, *["no_error"] * 95, units=units)
    [table] = tally.tables(answers.read([path]).given)
    line = next(line for line in table.lines if line.key == "same_speaker")
    assert (line.ours.count, line.ours.of) == (5, 100)
    assert (line.ours.low, line.ours.high) == pytest.approx((0.0215437, 0.1117505), abs=1e-6)
    assert (line.paper.count, line.paper.of) == (4, 100)
    assert table.lines[0].ours.count == 95
    assert (table.types, table.paper_types) == ((95, 5), (89, 11))


def answer(id, *errors, annotator="Ann", kind="dialogue", language="en"):
    return Answer(annotator, kind, language, id, frozenset(errors))


def test_a_unit_may_have_several_errors():
    given = [answer("a", "same_speaker", "other", "conversation_split"), answer("b", "other"), answer("c")]
    [pairs, table] = tally.tables([*given, answer("d", kind="pair")])
    assert (pairs.kind, pairs.language, pairs.units, pairs.lines[-1].paper) == ("pair", "en", 1, None)
    counts = {line.key: line.ours.count for line in table.lines}
    assert Counter(counts) == Counter(no_error=1, same_speaker=1, other=2, conversation_split=1)
    assert table.types == (1, 1, 0, 1)
    assert table.paper_types == (16, 21, 11, 2)


def test_a_unit_of_several_annotators_has_the_errors_that_half_of_them_name():
    given = [
        *(answer("two", annotator=name) for name in "A"),
        *(answer("two", "other", annotator=name) for name in "B"),
        *(answer("three", "same_speaker", annotator=name) for name in "AB"),
        *(answer("three", "other", annotator=name) for name in "C"),
    ]
    assert tally.together(given) == {"two": {"other"}, "three": {"same_speaker"}}
    assert tally.tables(given)[0].units == 2


def test_kappa_by_hand():
    """Both say an error 20 times, neither 15, only the first 5, only the second 10: of 50.

    Observed (20 + 15)/50 = 0.7. By chance (25·30 + 25·20)/50² = 0.5. (0.7 − 0.5)/(1 − 0.5) = 0.4.
    """
    said = [("other", "other")] * 20 + [("", "")] * 15 + [("other", "")] * 5 + [("", "other")] * 10
    given = [
        answer(str(number), *filter(None, [error]), annotator=name, kind="pair")
        for number, pair in enumerate(said)
        for name, error in zip("AB", pair, strict=True)
    ]
    found = {one.key: one.kappa for one in tally.agreements(given)}
    assert found["other"] == found["no_error"] == pytest.approx(0.4)
    assert found["same_speaker"] is None


def test_only_units_that_both_have_judged_are_compared():
    named = [("B", "1", "other"), ("A", "1"), ("A", "2"), ("B", "3"), ("C", "9")]
    given = [answer(id, *errors, annotator=name, kind="pair") for name, id, *errors in named]
    found = {one.key: one for one in tally.agreements(given)}
    assert {one.annotators for one in found.values()} == {("A", "B")}
    assert {one.units for one in found.values()} == {1}
    assert (found["no_error"].agreed, found["other"].agreed, found["same_speaker"].agreed) == (0, 0, 1)
    assert found["same_speaker"].kappa is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_papers_figures_add_up(kind):
    scheme = SCHEMES[kind]
    assert sum(scheme.paper_types.values()) == scheme.paper_units
    named = sum(category.paper or 0 for category in scheme.categories)
    unnamed = 2 if kind == "pair" else 0  # two minor types of pairs, one case each
    assert sum(number * units for number, units in scheme.paper_types.items()) == named + unnamed
    keys = [NO_ERROR, *scheme.keys]
    assert len(set(keys)) == len(keys) <= 10  # a number key for each

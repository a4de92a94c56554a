import pytest

from dialogue_etl.audit.agreement import agreements, kappa
from dialogue_etl.audit.answers import Answer


def test_kappa_by_hand():
    """Both yes 20, both no 15, only the first yes 5, only the second 10: of 50.

    Observed (20 + 15)/50 = 0.7. By chance (25·30 + 25·20)/50² = 0.5. (0.7 − 0.5)/(1 − 0.5) = 0.4.
    """
    said = [(True, True)] * 20 + [(False, False)] * 15 + [(True, False)] * 5 + [(False, True)] * 10
    assert kappa(said) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([(True, True), (False, False)], 1),
        ([(True, False), (False, True)], -1),
        ([(True, True), (True, False)], 0),
        ([(False, False)] * 9, None),
        ([(True, True)], None),
    ],
)
def test_kappa_at_its_ends(said, expected):
    assert kappa(said) == (expected if expected is None else pytest.approx(expected))


def answer(annotator, id, *errors):
    return Answer(annotator, "pair", "en", id, frozenset(errors), "")


def test_only_units_that_both_have_judged_are_compared():
    given = [answer("B", "1", "other"), answer("A", "1"), answer("A", "2"), answer("B", "3")]
    found = {one.key: one for one in agreements([*given, answer("C", "9")])}
    assert {one.annotators for one in found.values()} == {("A", "B")}
    assert {one.units for one in found.values()} == {1}
    assert (found["no_error"].agreed, found["other"].agreed, found["same_speaker"].agreed) == (0, 0, 1)
    assert found["same_speaker"].kappa is None

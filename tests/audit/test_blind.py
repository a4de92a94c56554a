"""What is said of two sides on the same places, by hand."""

import numpy as np
import pytest

from dialogue_etl.audit import blind
from dialogue_etl.audit.answers import Answer
from dialogue_etl.audit.blind import Key, Place
from dialogue_etl.errors import DialogueEtlError

# Stratum, errors of each side (None: it has not this place); the same of both stand as one.
SAID = [
    *[("same", "")] * 6, *[("same", "other")] * 2,
    *[("differing", "", "")] * 5, *[("differing", "other", "")] * 9, *[("differing", "", "other")] * 1,
    *[("differing", "other", "same_speaker")] * 5,
    *[("removed", "other", None)] * 3, *[("removed", "", None)] * 1,
]  # fmt: skip
SIZES = {"same": 800, "differing": 100, "removed": 100, "added": 0}


def answer(id, errors, annotator="Ann"):
    return Answer(annotator, "dialogue", "en", id, frozenset(filter(None, [errors])))


def sheet(said=SAID, sizes=SIZES):
    key, given = Key(names=["A", "B"], units={}, sizes={"en": sizes} if sizes else {}), []
    for number, (stratum, *sides) in enumerate(said):
        for side, errors in enumerate(sides):
            if errors is not None:
                of = ["A", "B"] if len(sides) == 1 else ["AB"[side]]
                key.units[f"{number}.{side}"] = Place(place=str(number), of=of, stratum=stratum)
                given.append(answer(f"{number}.{side}", errors))
    return given, key


def test_shares_are_those_of_the_data_and_pairs_are_tested_as_pairs():
    """A: 6/8 of 800, 6/20 of 100, 1/4 of 100 without error: 655 of 1,000. B: 600 + 70 of 900.

    Of 28 places of both 9 speak for B and 1 for A: p = 2 · (1 + 10) / 2^10.
    """
    [found] = blind.compare(*sheet())
    right, other = found.right
    assert (right.share, other.share) == pytest.approx((0.655, 670 / 900))
    assert found.difference.share == pytest.approx((70 - 30) / 900)
    assert found.difference.low > 0
    assert [(one.name, one.places, one.judged, one.right) for one in found.strata] == [
        ("same", 800, 8, (6, 6)),
        ("differing", 100, 20, (6, 14)),
        ("removed", 100, 4, (1, None)),
        ("added", 0, 0, (None, None)),
    ]
    lines = {line.key: line for line in found.lines}
    assert (lines["no_error"].of, lines["no_error"].alone) == ((12, 20), (1, 9))
    assert lines["no_error"].p == pytest.approx(22 / 1024)
    assert (lines["same_speaker"].alone, lines["same_speaker"].p) == ((0, 5), 2 / 32)


def test_places_count_alike_without_sizes_and_only_when_all_is_judged():
    given, key = sheet([("", "", "other"), ("", "", ""), ("", "other", "")], {})
    [found] = blind.compare(given[:-1], key)
    assert [(one.places, one.judged, one.right) for one in found.strata] == [(2, 2, (2, 1))]
    assert found.difference.share == -0.5


def test_a_unit_that_several_judged_counts_once():
    given, key = sheet([("", "other", "")], {})
    more = [answer(one.id, "", who) for who in ("Bob", "Cyd") for one in given]
    [found] = blind.compare([*given, *more], key)
    assert found.strata[0].right == (1, 1)


def test_an_interval_holds_the_truth_about_as_often_as_it_says():
    """Of 100 samples of a data set whose truth is known, at 95 %: 95 ± 3 · √(100 · .95 · .05)."""
    random = np.random.default_rng(1)
    chances = {"same": [0.7, 0, 0, 0.3], "differing": [0.4, 0.1, 0.3, 0.2]}
    held = np.zeros(2, int)
    for _ in range(100):
        strata = [
            (places, [[(True, True), (True, False), (False, True), (False, False)][cell] for cell in cells],
             name == "same")
            for name, places in (("same", 700), ("differing", 300))
            for cells in (random.choice(4, 25, p=chances[name]),)
        ]  # fmt: skip
        (one, _), difference = blind._estimates(strata)
        held += [one.low <= 0.7 * 0.7 + 0.3 * 0.5 <= one.high, difference.low <= 0.3 * 0.2 <= difference.high]
    assert (abs(held - 95) <= 3 * 2.18).all(), held


def test_an_answer_to_another_page_and_a_file_that_is_no_key_are_sentences(tmp_path):
    given, key = sheet()
    with pytest.raises(DialogueEtlError, match="x: not in this key"):
        blind.compare([*given, answer("x", "")], key)
    (tmp_path / "key.json").write_text("{}", "utf-8")
    with pytest.raises(DialogueEtlError, match="not a key of a page"):
        Key.read(tmp_path / "key.json")

import numpy as np
import pytest

from dialogue_etl.labels.classifiers.association import Association
from dialogue_etl.labels.classifiers.units import LONGEST, is_long, units

POSTS = ["rain again", "rain today", "rain here", "soup again", "soup today", "soup here"] * 3
RESPONSES = ["umbrella then", "umbrella yes", "umbrella no", "spoon then", "spoon yes", "spoon no"] * 3


def fit(known, post, response):
    (of_post, _), (of_response, _) = known.look_up([post]), known.look_up([response])
    return float((of_post @ known.posts @ (of_response @ known.responses).T)[0, 0])


def test_words_that_answer_each_other_go_together():
    known = Association.learn(POSTS, RESPONSES)
    assert fit(known, "rain", "umbrella") > fit(known, "rain", "spoon")
    assert fit(known, "soup", "spoon") > fit(known, "soup", "umbrella")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Where ARE you, Bob?", {"where", "are", "you", "bob", ",", "?"}),
        ("下雨了ok", {"下", "雨", "了", "下雨", "雨了", "ok"}),
        ("𠮷野", {"𠮷", "野", "𠮷野"}),
        ("a" * LONGEST + " b", {"a" * LONGEST}),
        (" " * 5_000_000, set()),
    ],
    ids=["words", "chinese", "extension B", "long", "blank"],
)
def test_words_and_signs_stand_alone_and_chinese_in_characters_and_neighbours(text, found):
    # Behind others that fill a block, and one more often than once: numbers are those of the units alone.
    some = [*units(["x y"] * 20_000 + [text, "z"])]
    own = {int(number) for of in some for number, owner in zip(*of, strict=True) if owner == 20_000}
    assert own == {number_of(unit) for unit in found}
    assert {unit for unit in found if is_long(np.array([number_of(unit)], np.uint64))} == {
        unit for unit in found if len(unit) > 1
    }


def number_of(unit):
    parts = set().union(*(numbers(sign) for sign in unit if sign != unit))
    (number,) = numbers(unit) - parts
    return number


def numbers(text):
    return {int(number) for some in units([text]) for number in some.numbers}

import numpy as np

from dialogue_etl.labels.classifiers.association import LONGEST, Association, units

POSTS = ["rain again", "rain today", "rain here", "soup again", "soup today", "soup here"] * 3
RESPONSES = ["umbrella then", "umbrella yes", "umbrella no", "spoon then", "spoon yes", "spoon no"] * 3


def fit(known, post, response):
    return float((known.has([post]) @ known.posts @ (known.has([response]) @ known.responses).T)[0, 0])


def test_words_that_answer_each_other_go_together():
    known = Association.learn(POSTS, RESPONSES)
    assert fit(known, "rain", "umbrella") > fit(known, "rain", "spoon")
    assert fit(known, "soup", "spoon") > fit(known, "soup", "umbrella")


def test_rarer_words_weigh_more_and_very_rare_ones_are_left_out():
    known = Association.learn([*POSTS, "once"], [*RESPONSES, "then"])
    assert "once" not in known.numbers
    assert known.weights[known.numbers["then"]] > known.weights[known.numbers["spoon"]]


def test_the_same_pairs_give_the_same_numbers():
    one, other = Association.learn(POSTS, RESPONSES), Association.learn(POSTS, RESPONSES)
    assert np.array_equal(one.posts, other.posts)
    assert np.array_equal(one.responses, other.responses)


def test_no_pairs_teach_nothing_and_any_text_has_a_row():
    known = Association.learn([], [])
    assert known.has(["a", ""]).shape == (2, 0)
    assert known.posts.shape == (0, 0)


def test_words_are_in_lower_case_and_signs_stand_alone():
    assert units("Where ARE you, Bob?") == {"where", "are", "you", "bob", ",", "?"}


def test_chinese_gives_characters_and_neighbours():
    assert units("下雨了ok") == {"下", "雨", "了", "下雨", "雨了", "ok"}


def test_characters_of_extension_b_are_characters():
    assert units("𠮷野") == {"𠮷", "野", "𠮷野"}


def test_a_text_without_end_is_looked_at_no_further_than_its_beginning():
    assert units("a" * LONGEST + " b") == {"a" * LONGEST}
    assert units(" " * 5_000_000) == set()

"""Rules of whole dialogues."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters import Drop
from dialogue_etl.filters.rule import Utterance, inert
from dialogue_etl.filters.text_batch import TextBatch
from tests.filters.ready import judge, texts, turns


def done(name, said, **values):
    """The texts of each piece a rule leaves; None if it has nothing to do."""
    verdict = judge(name, **values)(turns(said))
    return None if verdict is None else [] if isinstance(verdict, Drop) else texts(verdict.left)


@pytest.mark.parametrize(
    ("rule", "said", "pieces"),
    [
        ("split_reposts", ["甲//@b: 丙//@d:戊"], [["戊", "丙", "甲"]]),
        ("split_reposts", ["帖子", "甲// @b：丙", "乙"], [["帖子", "丙", "甲", "乙"]]),
        ("split_reposts", ["帖子", "丙", "甲//@b:丙"], [["帖子", "丙", "甲"]]),  # an earlier turn says it
        ("split_reposts", ["帖子", "//@b:丙"], [["帖子", "丙"]]),
        ("split_reposts", ["帖子", "甲//@b:"], [["帖子", "甲"]]),
        ("split_reposts", ["甲//@b:丙//@d:丙"], [["丙", "甲"]]),
        ("split_reposts", ["甲//＠b：丙//@d:戊"], [["戊", "丙", "甲"]]),
        *(
            ("split_reposts", [text, "好"], None)
            for text in ("甲//乙", "@小明:好", "甲//@小明 乙", "http://a@b")
        ),
        ("split_reposts", ["甲//@大 明:丙//<a href='/n/小红'>@小红</a>:戊"], [["戊", "丙", "甲"]]),
        ("generic_responses", ["没睡好", "我也是 我也是 啊啊", "早点睡"], [["没睡好"], ["早点睡"]]),
        ("generic_responses", ["真好看", "哈哈，同感！同感~"], [["真好看"]]),
        ("generic_responses", ["It rains", "Same here, same here lol"], [["It rains"]]),
        ("generic_responses", ["我也是我也是", "我也是啊", "我也是，不过睡了", "好的好的", "哈哈哈哈"], None),
        ("other_language", ["今天下雨吗", "会吧，带上伞", "好"], None),
        (
            "other_language",
            ["今天下雨吗", "Она сказала, что придёт позже", "带上伞吧", "好"],
            [["今天下雨吗"], ["带上伞吧", "好"]],
        ),
        ("other_language", ["Will it rain today?", "I think so", "ok"], []),
        ("other_language", ["Wird es heute noch regnen?", "ok"], []),
        ("other_language", ["雨が降るかな", "傘を持って行こう"], []),
        ("other_language", ["哈哈哈 lol omg 😂", "OK 666", "iPhone"], None),
        ("other_language", [], None),
        ("same_as_post", ["好", "不好", "好"], None),
        ("same_as_post", ["好", "好"], [["好"]]),
        ("same_as_post", ["甲", "乙", "乙", "丙", "丁"], [["甲", "乙"], ["丙", "丁"]]),
        ("same_as_post", ["甲", "甲", "甲", "乙"], [["甲"], ["乙"]]),
        ("all_same", ["好", "好", "好"], []),
        ("all_same", ["好", "好", "不"], None),
        ("all_same", ["好"], None),
        ("short_response", ["你好", "嗯 ", "好"], [["你好"]]),
        ("short_response", ["嗯", "你好"], None),
        ("short_response", ["嗯", "好"], []),
        ("min_turns", ["甲", "乙"], None),
        ("min_turns", ["甲"], []),
        *((rule, [], None) for rule in ("same_as_post", "all_same", "short_response")),
        ("min_turns", [], []),
    ],
)
def test_what_a_rule_leaves_of_a_dialogue(rule, said, pieces):
    assert done(rule, said) == pieces


def test_how_sure_it_must_be_that_a_dialogue_is_in_another_language():
    german, short = ["Wird es heute noch regnen?", "Ja, am Abend."], ["Das ist gut so", "Ja"]
    assert done("other_language", german, language="en") == []
    assert done("other_language", german, language="en", other_language_margin=1.0) is None
    assert done("other_language", short, language="en") is None
    assert done("other_language", short, language="en", other_language_letters=10) == []
    drop = judge("other_language", language="en")(turns(german))
    assert (drop.reason, drop.threshold, drop.detail) == ("other_language", 0.05, f"German: {german[0]}")
    assert judge("other_language", language="la") is inert


def test_the_test_of_many_dialogues_finds_those_that_the_rule_does():
    of = [
        ["好", "Она сказала, что придёт позже"],
        ["好", "不好"],
        ["Where are you going now?", "Home"],
        ["ok", "lol"],
    ]
    said = [{"text": text} for dialogue in of for text in dialogue]
    column = pa.ListArray.from_arrays(pa.array([0, 2, 4, 6, 8], pa.int32()), pa.array(said))
    rule = judge("other_language")
    assert rule.may_find(TextBatch.of(column)).tolist() == [rule(turns(one)) is not None for one in of]
    assert rule.may_find(TextBatch.of(column)).tolist() == [True, False, True, False]


def test_a_repost_keeps_the_id_of_who_reposts_and_names_no_account():
    [piece] = judge("split_reposts")([Utterance("c", "1", "甲//@b:丙//@d:戊")]).left
    assert piece == [Utterance("c.1", None, "戊"), Utterance("c.2", None, "丙"), Utterance("c", "1", "甲")]


@pytest.mark.parametrize(("number", "lengths"), [(30, None), (31, [15, 16]), (61, [20, 20, 21])])
def test_long_dialogues_are_even_pieces(number, lengths):
    pieces = done("long_dialogues", [str(place) for place in range(number)])
    assert (pieces and [len(piece) for piece in pieces]) == lengths


@given(st.integers(0, 500), st.integers(3, 40))
def test_long_dialogues_lose_no_turn_and_leave_none_alone(number, most):
    said = [str(place) for place in range(number)]
    pieces = done("long_dialogues", said, long_dialogues_turns=most)
    if pieces is None:
        assert number <= most
    else:
        assert [text for piece in pieces for text in piece] == said
        assert all(2 <= len(piece) <= most for piece in pieces)


NAMES = {"names": ("小明", "王老师", "Will", "Emily")}


def renamed(said, language="zh"):
    cut = judge("names", language, NAMES)(turns(said))
    return list(said) if cut is None else texts(cut.left)[0]


@pytest.mark.parametrize(
    ("language", "said", "expected"),
    [
        (
            "zh",
            ["小明，王老师叫你", "王老师？", "对，小明"],
            ["<NAME1>，<NAME2>叫你", "<NAME2>？", "对，<NAME1>"],
        ),
        ("zh", ["王老师", "好"], ["<NAME1>", "好"]),  # numbers begin again in every dialogue
        (
            "zh",
            ["<NAME3>，小明来了", "<NAME3>"],
            ["<NAME1>，<NAME2>来了", "<NAME1>"],
        ),  # and in a piece of one
        ("zh", ["<NAME1>在吗", "在"], ["<NAME1>在吗", "在"]),
        # Nobody lists full names; nor is every surname the beginning of one.
        ("zh", ["李晓红、你没来呀", "王建国，李晓红呢"], ["<NAME1>、你没来呀", "<NAME2>，<NAME1>呢"]),
        ("zh", ["高兴明天去", "张国庆节放假", "小红书和老王八", "黄金龙头股"], None),
        # Only whole words in their own case.
        ("en", ["I will ask Will.", "Willow? Emily's?"], ["I will ask <NAME1>.", "Willow? <NAME2>'s?"]),
    ],
)
def test_a_name_has_one_number_in_its_dialogue(language, said, expected):
    assert renamed(said, language) == (expected or said)


@given(
    st.lists(st.lists(st.sampled_from(["小明", "王老师", "<NAME2>", "<NAME1>", "，", "好 "])).map("".join))
)
def test_names_are_numbered_once(said):
    once = renamed(said)
    assert renamed(once) == once

"""Rules of whole dialogues."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters import Drop
from dialogue_etl.filters.rule import Utterance
from tests.filters.ready import judge, texts, turns


def done(name, said, **values):
    """The texts of each piece a rule leaves; None if it has nothing to do."""
    verdict = judge(name, **values)(turns(said))
    return None if verdict is None else [] if isinstance(verdict, Drop) else texts(verdict.left)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["甲//@b: 丙//@d:戊"], ["戊", "丙", "甲"]),
        (["帖子", "甲// @b：丙", "乙"], ["帖子", "丙", "甲", "乙"]),
        (["帖子", "丙", "甲//@b:丙"], ["帖子", "丙", "甲"]),  # an earlier turn says it
        (["帖子", "//@b:丙"], ["帖子", "丙"]),
        (["帖子", "甲//@b:"], ["帖子", "甲"]),
        (["甲//@b:丙//@d:丙"], ["丙", "甲"]),
        (["甲//＠b：丙//@d:戊"], ["戊", "丙", "甲"]),
    ],
)
def test_reposts_are_turns_and_the_last_one_is_said_first(said, told):
    assert done("split_reposts", said) == [told]


@pytest.mark.parametrize("text", ["甲//乙", "@小明:好", "甲//@小明 乙", "http://a@b"])
def test_no_repost_is_no_turn(text):
    assert done("split_reposts", [text, "好"]) is None


def test_a_repost_keeps_the_id_of_who_reposts_and_names_no_account():
    [piece] = judge("split_reposts")([Utterance("c", "1", "甲//@b:丙//@d:戊")]).left
    assert piece == [Utterance("c.1", None, "戊"), Utterance("c.2", None, "丙"), Utterance("c", "1", "甲")]


@pytest.mark.parametrize(
    ("said", "pieces"),
    [
        (["好", "不好", "好"], None),
        (["好", "好"], [["好"]]),
        (["甲", "乙", "乙", "丙", "丁"], [["甲", "乙"], ["丙", "丁"]]),
        (["甲", "甲", "甲", "乙"], [["甲"], ["乙"]]),
        ([], None),
    ],
)
def test_an_echo_parts_a_dialogue(said, pieces):
    assert done("same_as_post", said) == pieces


@pytest.mark.parametrize(
    ("said", "pieces"), [(["好", "好", "好"], []), (["好", "好", "不"], None), (["好"], None), ([], None)]
)
def test_all_turns_the_same(said, pieces):
    assert done("all_same", said) == pieces


@pytest.mark.parametrize(
    ("said", "pieces"),
    [
        (["你好", "嗯 ", "好"], [["你好"]]),
        (["嗯", "你好"], None),
        (["嗯", "好"], []),
        ([], None),
    ],
)
def test_short_last_turns_go(said, pieces):
    assert done("short_response", said) == pieces


@pytest.mark.parametrize(
    ("number", "lengths"),
    [(30, None), (31, [15, 16]), (61, [20, 20, 21]), (65, [21, 22, 22]), (90, [30] * 3)],
)
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


@pytest.mark.parametrize(("said", "pieces"), [(["甲", "乙"], None), (["甲"], []), ([], [])])
def test_too_few_turns(said, pieces):
    assert done("min_turns", said) == pieces


NAMES = {"names": ("小明", "王老师", "Will", "Emily")}


def renamed(said, language="zh"):
    cut = judge("names", language, NAMES)(turns(said))
    return list(said) if cut is None else texts(cut.left)[0]


def test_a_name_has_one_number_in_its_dialogue():
    said = renamed(["小明，王老师叫你", "王老师？", "对，小明"])
    assert said == ["<NAME1>，<NAME2>叫你", "<NAME2>？", "对，<NAME1>"]


def test_numbers_begin_again_in_every_dialogue():
    assert renamed(["王老师", "好"]) == ["<NAME1>", "好"]


def test_only_whole_words_in_their_own_case():
    assert renamed(["I will ask Will.", "Willow? Emily's?"], "en") == [
        "I will ask <NAME1>.",
        "Willow? <NAME2>'s?",
    ]


def test_a_piece_of_a_parted_dialogue_is_numbered_anew():
    assert renamed(["<NAME3>，小明来了", "<NAME3>"]) == ["<NAME1>，<NAME2>来了", "<NAME1>"]


def test_nothing_to_do_is_nothing_done():
    assert judge("names", terms=NAMES)(turns(["<NAME1>在吗", "在"])) is None
    assert judge("names", "fr")(turns(["Emily"])) is None


@given(
    st.lists(st.lists(st.sampled_from(["小明", "王老师", "<NAME2>", "<NAME1>", "，", "好 "])).map("".join))
)
def test_names_are_numbered_once(said):
    once = renamed(said)
    assert renamed(once) == once

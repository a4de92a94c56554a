"""Rules of whole dialogues."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules.dialogues import AFTER, BEFORE
from dialogue_etl.sources.threads.rules.rule import Utterance


def turns(texts):
    return [Utterance(f"c{place}", "1", text) for place, text in enumerate(texts)]


def done(name, texts, **knobs):
    """The texts of each piece a rule makes; None if it has nothing to do."""
    part = {**BEFORE, **AFTER}[name](Rules(**knobs))(turns(texts))
    return None if part is None else [[turn.text for turn in piece] for piece in part.pieces]


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
    [piece] = BEFORE["split_reposts"](Rules())([Utterance("c", "1", "甲//@b:丙//@d:戊")]).pieces
    assert piece == [Utterance("c.1", None, "戊"), Utterance("c.2", None, "丙"), Utterance("c", "1", "甲")]


@pytest.mark.parametrize(
    ("said", "action", "pieces"),
    [
        (["好", "不好", "好"], "split", None),
        (["好", "好"], "split", [["好"]]),
        (["甲", "乙", "乙", "丙", "丁"], "split", [["甲", "乙"], ["丙", "丁"]]),
        (["甲", "甲", "甲", "乙"], "split", [["甲"], ["乙"]]),
        (["甲", "乙", "乙", "丙"], "drop", []),
        ([], "split", None),
    ],
)
def test_an_echo_parts_a_dialogue(said, action, pieces):
    assert done("same_as_post", said, same_as_post=action) == pieces


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


def test_long_dialogues_may_go():
    assert done("long_dialogues", ["a"] * 31, long_dialogues="drop") == []


@pytest.mark.parametrize(("said", "pieces"), [(["甲", "乙"], None), (["甲"], []), ([], [])])
def test_too_few_turns(said, pieces):
    assert done("min_turns", said) == pieces

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads.report.sizes import KINDS, Counting, Size, kind_of, tokens

TEXTS = st.lists(st.text("ab c,.é你好", max_size=12), min_size=2, max_size=5)


def test_a_dialogue_of_two_turns_is_a_single_turn_one() -> None:
    assert [kind_of(turns) for turns in (2, 3, 30)] == ["single", "multi", "multi"]


def test_chinese_is_cut_by_jieba_with_its_signs_but_without_blanks() -> None:
    assert tokens("我 爱北京。", "zh") == ["我", "爱", "北京", "。"]
    assert tokens("我 爱北京。", "zh-Hans") == ["我", "爱", "北京", "。"]


def test_other_languages_are_cut_into_runs_of_letters() -> None:
    assert tokens("Where are you? I’m 12.", "en") == ["where", "are", "you", "i’m", "12"]


def test_counts_of_a_dialogue_are_those_of_its_kind() -> None:
    counting = Counting("en")
    counting.add(["Where are you?", "Here."])
    counting.add(["a b", "a", "c d e"])
    assert counting.sums["single"] == {"dialogues": 1, "utterances": 2, "characters": 17, "words": 4}
    assert counting.sums["multi"] == {"dialogues": 1, "utterances": 3, "characters": 6, "words": 6}
    assert counting.vocabulary == {"single": {"where", "are", "you", "here"}, "multi": set("abcde")}
    assert counting.turns == {2: 1, 3: 1}
    assert counting.lengths == {3: 2, 2: 1, 1: 2}


@given(st.lists(TEXTS), st.sampled_from(["en", "zh"]))
def test_lengths_and_sums_are_of_the_same_dialogues(dialogues: list[list[str]], language: str) -> None:
    counting = Counting(language)
    for dialogue in dialogues:
        counting.add(dialogue)
    words = sum(counting.sums[kind]["words"] for kind in KINDS)
    assert words == sum(n * k for n, k in counting.lengths.items())
    assert sum(counting.turns.values()) == len(dialogues)
    assert counting.lengths.total() == sum(map(len, dialogues))


def test_means_of_nothing_are_none() -> None:
    empty = Size()
    assert (empty.kept, empty.words_per_utterance, empty.turns_per_dialogue) == (None, None, None)
    assert Size(4, 1, 2, words=3).kept == 0.25

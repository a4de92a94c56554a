import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.filters.utterance import ORDER
from dialogue_etl.sources.threads import rule_examples
from dialogue_etl.sources.threads.rule_batches import CutBatch
from dialogue_etl.sources.threads.rule_examples import MOST, Example, Examples
from dialogue_etl.sources.threads.rules import RuleError
from tests.conftest import ends_soon, tree
from tests.sources.threads.cleaning import cleaned, row
from tests.sources.threads.corners import NOISY_ZH

ADVERT = "全场五折的好东西都在这里等着你来看一看呀快来快来不要错过"


def test_what_is_dropped_says_why(tmp_path):
    rows = [
        row("w:1", ["今天去哪里玩", "你这个王八蛋"]),
        row("w:2", ["吃了没有", "滚，王八蛋", "好的", "再见了"]),
    ]
    done = cleaned(tmp_path, rows)
    assert done.texts() == [["好的", "再见了"]]
    drops = {(drop["unit"], drop["id"]): drop for drop in done.rows("drops")}
    assert drops["dialogue", "w:1:c1"]["reason"] == "blacklist_dirty"
    assert drops["dialogue", "w:1:c1"]["detail"] == "王八蛋 | 你这个王八蛋"
    assert drops["utterance", "c1"]["reason"] == "blacklist_dirty"
    assert drops["utterance", "c0"]["reason"] == "min_turns"
    assert done.metrics["dropped"]["dialogues"] == {"blacklist_dirty": 1}
    assert done.metrics["dropped"]["utterances"] == {"blacklist_dirty": 3, "min_turns": 1}
    assert done.metrics["hits"]["blacklist_dirty"] == {"split": 2}
    assert done.adds_up()


def test_pieces_have_ids_of_their_own_and_speakers_from_one(tmp_path):
    done = cleaned(tmp_path, [row("w:1", ["去哪里玩", "公园吧", "王八蛋", "别骂人", "对不起"])])
    first, second = done.rows()
    assert (first["id"], second["id"]) == ("w:1:c1", "w:1:c4@c3")
    assert [turn["speaker"] for turn in second["turns"]] == ["1", "2"]
    assert (done.metrics["dialogues_split"], done.metrics["pieces"]) == (1, 2)
    assert done.adds_up()


@ends_soon
def test_a_dialogue_in_thousands_of_pieces_takes_no_longer_than_its_length(tmp_path):
    said = [("王八蛋" if place % 3 == 2 else f"第{place}句话") for place in range(30_000)]
    done = cleaned(tmp_path, [row("w:1", said)])
    assert done.metrics["pieces"] == 10_000
    assert done.adds_up()


def test_one_piece_of_several_paths_is_kept_once(tmp_path):
    rows = [
        row("w:1", [("a", "去哪里玩"), ("b", "公园吧"), ("c", "王八蛋")]),
        row("w:1", [("a", "去哪里玩"), ("b", "公园吧"), ("d", "笨蛋王八蛋")]),
        row("w:2", [("a", "去哪里玩"), ("b", "公园吧"), ("d", "好的呀")]),
    ]
    done = cleaned(tmp_path, rows)
    assert [one["id"] for one in done.rows()] == ["w:1:b", "w:2:d"]
    assert done.metrics["dropped"]["dialogues"] == {"repeated": 1}
    assert done.adds_up()


def test_a_repost_becomes_turns_that_are_counted(tmp_path):
    done = cleaned(tmp_path, [row("w:1", ["真的吗//@小红花:我也去//@大树:明天爬山", "真的呀"])])
    assert done.texts() == [["明天爬山", "我也去", "真的吗", "真的呀"]]
    assert done.rows()[0]["id"] == "w:1:c1"
    assert done.metrics["utterances_added"] == 2
    assert done.adds_up()


def test_empty_dialogues_and_empty_input_are_no_accident(tmp_path):
    done = cleaned(tmp_path / "a", [row("w:1", []), row("w:2", ["", " "]), row("w:3", ["好的"])])
    assert (done.rows(), done.metrics["dialogues_in"]) == ([], 3)
    assert done.adds_up()
    nothing = cleaned(tmp_path / "b", [])
    assert nothing.adds_up()
    assert nothing.metrics["order"] == list(ORDER)
    assert nothing.metrics["terms"]["dirty"] > 10


def test_wrong_lines_of_lists_are_told_and_dropped_and_the_run_goes_on(tmp_path, caplog):
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "topics.txt").write_bytes(b"\xfe\xfa\n" + "高铁\n\u3000\n".encode())
    rows = [row("w:1", ["坐高铁吗", "坐呀"]), row("w:2", ["坐什么", "坐船呀"])]
    with caplog.at_level(logging.WARNING):
        done = cleaned(tmp_path, rows, lists=lists, count=3)
    assert "topics.txt:1: not UTF-8" in caplog.text
    assert done.texts() == [["坐什么", "坐船呀"]]
    lines = [drop for drop in done.rows("drops") if drop["unit"] == "line"]
    assert [(drop["id"], drop["reason"]) for drop in lines] == [
        ("topics.txt:1", "not_utf8"),
        ("topics.txt:3", "blank_term"),
    ]
    assert done.metrics["dropped"]["lines"] == {"blank_term": 1, "not_utf8": 1}


def test_a_rule_that_fails_stops_the_stage_and_names_the_dialogue(tmp_path, monkeypatch):
    def failing(*_):
        raise KeyError("oops")

    monkeypatch.setattr("dialogue_etl.filters.text_chain.TextChain._changes", failing)
    with pytest.raises(RuleError, match=r"dialogue w:1:c1: a rule failed: KeyError: 'oops'"):
        cleaned(tmp_path, [row("w:1", ["好的呀[doge]", "走吧"])])
    assert not (tmp_path / "rules").exists()


def test_examples_show_texts_before_and_after_each_rule(tmp_path):
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "topics.txt").write_text("高铁\n", "utf-8")
    rows = [
        row("w:1", ["今天天气很好[doge]", "是的，我们去公园吧"]),
        row("w:2", [f"第{n}句话说得很好" for n in range(40)]),
        row("w:3", ["坐高铁吗", "坐呀坐呀", "好的" * 300 + "[哭]", "那就走吧"]),
        *[row(f"v:{n}", [f"第{n}个帖子", ADVERT]) for n in range(3)],
    ]
    examples = rule_examples.read(cleaned(tmp_path, rows, lists=lists).output)
    assert examples["square_brackets"] == [Example("今天天气很好[doge]", "今天天气很好")]
    assert examples["long_dialogues"] == [Example("40 turns", "20 turns, 20 turns")]
    assert examples["blacklist_topics"] == [Example("坐高铁吗", None)]
    assert examples["adverts"] == [Example(ADVERT, None)]
    assert rule_examples.read(tmp_path) == {}


def test_examples_are_few_whatever_their_order():
    some = [Example(f"{n}[x]", f"{n}") for n in range(5 * MOST)]
    one, halves = Examples(), (Examples(), Examples())
    for place, example in enumerate(some):
        one.add("rule", example)
        halves[place % 2].add("rule", example)
    assert len(set(one.chosen()["rule"])) == MOST
    assert rule_examples.merged(half.chosen() for half in halves).chosen() == one.chosen()


@pytest.mark.parametrize(
    ("texts", "parameters", "kept"),
    [
        (["甲帖子", "乙帖子"], {}, 2),
        (["甲帖子", "乙帖子", "丙帖子"], {}, 0),
        (["甲帖子", "乙帖子", "丙帖子"], {"adverts": "off"}, 3),
        (["甲帖子", "乙帖子", "丙帖子"], {"adverts_posts": 3}, 3),
        (["甲帖子", "乙帖子", "丙帖子"], {"adverts_characters": 28}, 3),
        (["甲帖子", "甲帖子", "甲 帖子", "乙帖子"], {}, 4),
    ],
)
def test_an_advert_is_a_long_answer_under_many_distinct_posts(tmp_path, texts, parameters, kept):
    done = cleaned(tmp_path, [row(f"w:{n}", [text, ADVERT]) for n, text in enumerate(texts)], **parameters)
    assert len(done.rows()) == kept


def test_an_advert_parts_a_dialogue_or_drops_it_and_what_is_left_is_judged_again(tmp_path):
    rows = [row(f"w:{n}", [f"第{n}个帖子", ADVERT]) for n in range(3)]
    rows.append(row("w:9", ["去哪里玩", "公园吧", "嗯", ADVERT, "你好呀", "再见了"]))
    done = cleaned(tmp_path / "split", rows)
    assert done.texts() == [["去哪里玩", "公园吧"], ["你好呀", "再见了"]]
    assert done.adds_up()
    done = cleaned(tmp_path / "drop", rows, adverts="drop")
    assert done.texts() == []
    assert done.metrics["dropped"]["dialogues"] == {"adverts": 4}
    assert {(drop["value"], drop["threshold"]) for drop in done.rows("drops")} == {(4, 2)}
    assert done.adds_up()


def test_a_pair_counts_once_however_many_paths_and_threads_it_is_in(tmp_path):
    same = [row(f"w:{n}", ["谁知道这个", "我也不知道"]) for n in range(30)]
    assert len(cleaned(tmp_path / "a", same, frequent_trigrams_utterances=1, count=4).rows()) == 30
    other = [*same, row("w:x", ["还有谁知道", "我也不知道"])]
    assert not cleaned(tmp_path / "b", other, frequent_trigrams_utterances=1, count=4).rows()


def test_what_is_rare_in_each_part_of_the_answers_may_be_frequent_in_all(tmp_path, monkeypatch):
    monkeypatch.setattr("dialogue_etl.core.engines.database._ROWS", 1)
    rows = [row(f"w:{n}", [f"第{n}个帖子", f"我也不知道{end}"]) for n, end in enumerate("甲乙丙丁")]
    parameters = {"frequent_trigrams_share": 0.5}
    assert not cleaned(tmp_path / "a", rows, frequent_trigrams_utterances=3, **parameters).rows()
    assert len(cleaned(tmp_path / "b", rows, frequent_trigrams_utterances=4, **parameters).rows()) == 4


def test_english_is_counted_in_words(tmp_path):
    rows = [row(f"r:{n}", [f"question {n}", "I do not know"], language="en") for n in range(5)]
    parameters = {"language": "en", "frequent_trigrams_utterances": 4}
    assert cleaned(tmp_path / "a", rows, **parameters).rows() == []
    rows = [row(f"r:{n}", [f"question {n}", f"I do not {n}"], language="en") for n in range(5)]
    assert len(cleaned(tmp_path / "b", rows, **parameters).rows()) == 5


MANY = [
    *[row(f"w:{n}", [f"第{n}个帖子在说什么", ADVERT, "好的呀", "再见了"]) for n in range(9)],
    *[row(f"v:{n}", [f"第{n}个人在问问题", "我也不知道"]) for n in range(12)],
    *[
        row(f"u:{n % 4}", [("a", "坐哪里"), ("b", "坐这里吧"), (f"d{n}", "王八蛋"), (f"e{n}", "好吧")])
        for n in range(8)
    ],
    *[
        row(f"t:{n}", ["小明在吗", f"在的，{n}点来吧", "http://t.cn/abc 好", "王八蛋", "老李呢", "他也在"])
        for n in range(6)
    ],
]
PARAMETERS = {"frequent_trigrams_utterances": 10}


def test_shards_workers_and_order_change_nothing(tmp_path):
    one = cleaned(tmp_path / "one", sorted(MANY, key=lambda one: one["source_id"]), **PARAMETERS)
    assert one.adds_up()
    assert {"adverts", "frequent_trigrams"} <= set(one.metrics["hits"])
    assert "repeated" in one.metrics["dropped"]["dialogues"]
    for name, turned, workers in [("eight", False, 1), ("workers", False, 2), ("turned", True, 1)]:
        rows = sorted(MANY, key=lambda one: one["source_id"], reverse=turned)
        other = cleaned(tmp_path / name, rows, count=8, workers=workers, **PARAMETERS)
        assert other.rows() == one.rows()
        assert other.rows("drops") == one.rows("drops")
        assert other.metrics == one.metrics
        assert rule_examples.read(other.output) == rule_examples.read(one.output) != {}
    assert tree(tmp_path / "eight" / "rules") == tree(tmp_path / "workers" / "rules")


SAID = st.sampled_from(
    [
        *("好的呀", "嗯", "", "王八蛋", "小明在吗", "老李说小明来了", ADVERT, "哈哈哈哈哈哈哈哈哈"),
        *("真的吗//@小红花:我也去//@大树:明天爬山", "看http://t.cn/abcdefg这里", "★★", "hi", "打13800001111"),
        *("我也不知道", "去哪里玩", "[doge]", "@小红花 你看", "加QQ12345678", "转发微博", "＃话题＃ 第一"),
    ]
)
DIALOGUES = st.lists(st.lists(SAID, max_size=7), max_size=12)


@settings(max_examples=15)  # of the chain alone: filters/test_chain.py
@given(DIALOGUES)
def test_a_second_pass_changes_nothing_and_nothing_is_lost(tmp_path_factory, dialogues):
    folder = tmp_path_factory.mktemp("passes")
    parameters = {"frequent_trigrams_utterances": 2, "long_dialogues_turns": 4}
    rows = [row(f"w:{n}", texts) for n, texts in enumerate(dialogues)]
    once = cleaned(folder / "once", rows, **parameters)
    assert once.adds_up()
    twice = cleaned(folder / "twice", once.output, **parameters)
    assert twice.rows() == once.rows()
    assert twice.rows("drops") == []
    assert twice.metrics["hits"] == {}


@pytest.mark.parametrize(("language", "name"), [("en", "<NAME1>"), ("fi", "Emily"), ("ja", None)])
def test_any_language_is_cleaned(tmp_path, language, name):
    said = ["see https://example.org/x", "Emily, come along", "ok then"]
    done = cleaned(tmp_path, [row("r:1", said, language=language)], language=language, other_language="off")
    assert done.adds_up()
    assert not name or done.texts() == [["see", f"{name}, come along", "ok then"]]


def test_dialogues_that_stay_columns_are_as_the_chain_makes_them(tmp_path, monkeypatch):
    rows = [row(f"z:{place}", ["说说看", text, "是这样"]) for place, text in enumerate(NOISY_ZH.values())]
    rows += [row("w:1", ["你好", "[doge]"]), row("w:2", ["你好", "在吗[doge]", "在//@a: 好"]), row("w:3", [])]
    columns = cleaned(tmp_path / "columns", rows)
    monkeypatch.setattr(CutBatch, "_settled", lambda self, chain: [False] * len(self._batch))
    one_by_one = cleaned(tmp_path / "one by one", rows)
    assert columns.metrics == one_by_one.metrics
    assert all(columns.rows(table) == one_by_one.rows(table) for table in ("dialogues", "drops"))
    assert (columns.output / "examples.json").read_bytes() == (
        one_by_one.output / "examples.json"
    ).read_bytes()

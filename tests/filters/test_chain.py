"""All rules together: order, what becomes of bad utterances, nothing lost, nothing left for a second pass."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.filters import Cut
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.hits import EMPTY, UNSETTLED, Active
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.utterance import ORDER, ordered
from tests.conftest import ROOT
from tests.filters.ready import turns

LISTS = {"dirty": ("脏话",), "names": ("小明", "李雷"), "symbols": ("☆",)}


def chain_of(language="zh", lists=None, **values):
    return Chain.of(language, Rules(**values).model_dump(), lists or {})


def cleaned(texts, language="zh", lists=None, **values):
    return chain_of(language, lists, **values).apply(turns(texts))


def said(result):
    return [[turn.text for turn in piece] for piece in result.pieces]


def order(*first):
    return [*first, *(name for name in ORDER if name not in first)]


def test_a_clean_dialogue_stays_as_it_is():
    dialogue = turns(["你吃了吗", "吃了，你呢", "还没"])
    result = chain_of().apply(dialogue)
    assert (result.pieces, result.hits, result.dropped, result.made) == ([dialogue], [], [], 0)


def test_noise_is_cut_and_every_cut_is_a_hit():
    result = cleaned(["回复@小明:看http://t.cn/A6ab[doge]", "好看😀"])
    assert said(result) == [["看", "好看"]]
    assert (result.hits[-1].before, result.hits[-1].after) == ("好看😀", "好看")
    assert [(hit.rule, hit.action, hit.utterance, hit.verdict.detail) for hit in result.hits] == [
        ("reply_tags", "cut", "c0", "回复@小明:"),
        ("urls", "cut", "c0", "http://t.cn/A6ab"),
        ("square_brackets", "cut", "c0", "[doge]"),
        ("emoji", "cut", "c1", "😀"),
    ]


def test_the_order_is_a_parameter():
    said_now = ["【" + "@小明 你好", "嗯嗯", "哈" * 8 + "[" + "哈" * 2 + "]"]
    first = cleaned(said_now, order=order("repeated_phrases", "square_brackets")).hits
    last = cleaned(said_now, order=order("square_brackets", "repeated_phrases")).hits
    assert next(hit.rule for hit in first if hit.utterance == "c2") == "repeated_phrases"
    assert next(hit.rule for hit in last if hit.utterance == "c2") == "square_brackets"


def test_one_rule_is_moved_and_all_others_stay():
    moved = ordered(["emoji before mentions", "polls after too_long"])
    assert [name for name in moved if name not in {"emoji", "polls"}] == [
        name for name in ORDER if name not in {"emoji", "polls"}
    ]
    assert moved[moved.index("mentions") - 1] == "emoji"
    assert moved[moved.index("too_long") + 1] == "polls"
    swapped = ordered(["emoji", "mentions"])
    places = [swapped.index(name) for name in ("emoji", "mentions")]
    assert places == [ORDER.index(name) for name in ("mentions", "emoji")]
    assert ordered([]) == list(ORDER)
    assert ", ".join(ORDER) in " ".join((ROOT / "docs" / "threads.md").read_text("utf-8").split())
    assert ordered([*reversed(ORDER)]) == [*reversed(ORDER)]


def test_broken_characters_are_put_right_before_any_is_cut():
    assert said(cleaned(["I donâ€™t know", "ok"], "en")) == [["I don’t know", "ok"]]


def test_an_utterance_of_which_nothing_is_left_parts_its_dialogue():
    result = cleaned(["甲甲", "乙乙", "[doge]", "丙丙", "丁丁"])
    assert said(result) == [["甲甲", "乙乙"], ["丙丙", "丁丁"]]
    [hit] = result.hits
    assert (hit.rule, hit.action, hit.after) == ("square_brackets", "split", None)
    assert result.dropped == [(Utterance("c2", None, "[doge]"), hit)]


@pytest.mark.parametrize(
    ("action", "pieces"),
    [("cut", [["甲甲", "乙", "丙丙", "丁丁"]]), ("split", [["丙丙", "丁丁"]]), ("drop", []), ("off", None)],
)
def test_a_rule_does_what_its_parameter_says(action, pieces):
    texts = ["甲甲", "乙[doge]", "丙丙", "丁丁"]
    assert said(cleaned(texts, square_brackets=action)) == ([texts] if pieces is None else pieces)


def test_on_bad_may_drop_the_dialogue():
    result = cleaned(["甲甲", "乙乙", "[doge]", "丙丙", "丁丁"], on_bad="drop")
    assert result.pieces == []
    assert [(turn.id, hit.rule) for turn, hit in result.dropped] == [
        (f"c{place}", "square_brackets") for place in range(5)
    ]


def test_no_utterances_are_no_dialogue_and_no_error():
    for min_turns in (0, 2):
        result = cleaned([], min_turns=min_turns)
        assert (result.pieces, result.dropped) == ([], [])


def test_blanks_are_bad():
    result = cleaned(["甲甲", " ", "乙乙", "丙丙"])
    assert said(result) == [["乙乙", "丙丙"]]
    assert result.dropped[0][1].rule == EMPTY


def test_what_never_settles_is_bad():
    def longer(text):
        return Cut(text + "x", "x") if text.startswith("x") else None

    result = Chain([Active("longer", "cut", longer)]).apply(turns(["x", "a"]))
    assert said(result) == [["a"]]
    assert result.dropped[0][1].rule == UNSETTLED


def test_what_one_cut_brings_about_is_cut_too():
    assert said(cleaned(["al[doge]ink好的", "嗯嗯"])) == [["好的", "嗯嗯"]]


def test_texts_are_looked_at_once():
    seen = []
    chain = Chain([Active("seen", "cut", seen.append)])
    for _ in range(3):
        chain.apply(turns(["甲", "乙", "长" * 2_000, "长" * 60_000]))
    assert [seen.count(text) for text in ("甲", "乙", "长" * 2_000, "长" * 60_000)] == [1, 1, 1, 3]


def test_rules_of_dialogues_may_drop_what_they_would_part():
    texts = ["甲", "乙", "乙", "丙"]
    assert said(cleaned(texts, same_as_post="drop")) == []
    assert said(cleaned(["a" * 3] * 1 + [f"b{n}" for n in range(31)], "en", long_dialogues="drop")) == []


BITS = st.sampled_from(
    [
        *"甲乙丙，。！ []［］【】<>#@＠:：/…a1x",
        *("好的", "回复@a:", "//@b:", "//@", "//＠b：", "#话题#", "[doge]", "😀", "\ufe0f", "http://t.cn/a"),
        *("t.cn/", "alink", "al", "ink", "转发", "显示全部", "¡ 评论", "脏话", "小明", "☆", "<NAME1>"),
        *("<PHONE>", "13800000000", "a@b.cn", "你也快来表态吧", "\u200d", "\u3000", "QQ12345", "𠮷", "<b>"),
        *("ＱＱ１２３４５", "138-0000-1111", "ｈｔｔｐ：／／ａ．ｃｎ", "ａ＠ｂ．ｃｎ", "ä½\xa0", "哈" * 7),
        *(
            "<a href='/n/小明'>",
            "</a>",
            "<br>",
            "&amp;",
            "&lt;",
            "&gt; ",
            "\n",
            "\n> ",
            "**",
            "`",
            "~~",
            "- ",
            "\\*",
        ),
        *(
            "[x](/y)",
            "u/ab",
            "微信abc_1234",
            "110101199003071234",
            "(⊙o⊙)",
            "T_T",
            "我也是",
            "李晓红",
            "I am a bot and",
        ),
    ]
)
DIALOGUES = st.lists(st.lists(BITS, max_size=8).map("".join), max_size=8)
ACTIONS = {
    "all": {},
    "drop": {"on_bad": "drop", "square_brackets": "split", "mentions": "drop"},
    "more": {
        "letters_and_digits": "cut",
        "all_same": "drop",
        "too_short": "split",
        "long_dialogues_turns": 3,
    },
    "less": {"min_turns": 0, "short_response": "off", "same_as_post": "off", "split_reposts": "off"},
    "other order": {"order": list(reversed(ORDER))},
}
CHAINS = {
    (language, which): chain_of(language, LISTS, **values)
    for language in ("zh", "en")
    for which, values in ACTIONS.items()
}


@pytest.mark.parametrize("which", CHAINS, ids=" ".join)
@settings(max_examples=60)
@given(texts=DIALOGUES)
def test_a_second_pass_changes_nothing_and_no_utterance_is_lost(which, texts):
    chain, dialogue = CHAINS[which], turns(texts)
    result = chain.apply(dialogue)
    assert len(dialogue) + result.made == sum(map(len, result.pieces)) + len(result.dropped)
    ids = [turn.id for piece in result.pieces for turn in piece] + [turn.id for turn, _ in result.dropped]
    assert len(set(ids)) == len(ids)
    assert {turn.id for turn in dialogue} <= set(ids)
    for piece in result.pieces:
        again = chain.apply(piece)
        assert (again.pieces, again.hits) == ([piece], [])
    assert chain.apply(dialogue) == result


@given(st.lists(st.booleans(), max_size=8))
def test_truncating_ends_a_dialogue_at_its_first_bad_utterance(bad):
    judge = Active("no", "cut", lambda text: Cut("") if text.startswith("bad") else None)
    dialogue = turns([f"bad {place}" if one else f"good {place}" for place, one in enumerate(bad)])
    result = Chain([judge], on_bad="truncate").apply(dialogue)
    end = bad.index(True) if True in bad else len(bad)
    assert [turn for piece in result.pieces for turn in piece] == dialogue[:end]
    assert [turn for turn, _ in result.dropped] == dialogue[end:]
    assert {hit.utterance for _, hit in result.dropped} <= {f"c{end}"}

"""Each rule that needs nothing but the text: what it keeps, what it cuts, what it leaves nothing of."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules.patterns import PATTERN_RULES

# rule: texts it keeps, texts with what is left of them, texts of which nothing is left
ZH = {
    "fixed_strings": (
        ["图片真好看"],
        {"看看网页链接吧": "看看吧", "查看图片你好": "你好"},
        ["查看图片", "秒拍视频"],
    ),
    "reply_tags": (
        ["回复你那句是在开玩笑", "我回复@ 了"],
        {
            "回复@小明:我也是": "我也是",
            "回复 @小明 ：我也是": "我也是",
            "回复@小明 我也是": "我也是",
            "Reply to @Bob: same": "same",
            "回复＠小明：我也是": "我也是",
        },
        ["回复@小明:"],
    ),
    "angle_brackets": (
        ["我<3你", "1<2而3>2", "<PHONE>找我", "<NAME1>来了", "<重要>的事"],
        {"<b>好</b>": "好", '<a href="x">好</a>': "好", "{\\i1}字幕": "字幕", "<!-- x -->好": "好"},
        ["<br/>"],
    ),
    "urls": (
        ["我喜欢http这个词", "一杯www"],
        {
            "看http://example.org/a?b=1好看": "看 好看",
            "看 https://example.org/a 吧": "看 吧",
            "www.example.org 很好": " 很好",
            "see https://example.org/a, then": "see, then",
            "看http://t.cn/a[笑]": "看 [笑]",
            "看http://t.cn/a#话题#": "看 #话题#",
            "看http://t.cn/a@小明": "看 @小明",
            "看http://example.org/@a/#b。": "看。",
            "[这里](https://example.org/a_(b))有": "这里有",
            "看ＨＴＴＰ：／／ｅｘａｍｐｌｅ．ｏｒｇ／ａ，ＯＫ": "看，ＯＫ",
            "看http：／／example.org吧": "看 吧",
        },
        [
            "ｗｗｗ．ｅｘａｍｐｌｅ．ｏｒｇ",
            "http://example.org",
            "http：//example.org/a",
            "ftp://example.org/a",
        ],
    ),
    "short_urls": (
        ["1/2的人", "at.cn/x"],
        {"好看 t.cn/A6abCd 吧": "好看 吧", "http://t.cn/A6abCd好": " 好"},
        ["t.cn/A6abCd", "bit.ly/3xY"],
    ),
    "full_width_brackets": (
        ["他【哭】了", "【只有标题】", "［没有完", "［" + "长" * 21 + "］"],
        {"好［笑］的": "好的", "【标题】内容": "内容", "【甲】【乙】内容": "【乙】内容"},
        ["［doge］"],
    ),
    "square_brackets": (
        ["[没有完", "没有开始]", "[" + "长" * 21 + "]"],
        {"好[笑]的[哭]": "好的", "wow [removed]": "wow "},
        ["[doge]", "[doge][doge]"],
    ),
    "hashtags": (
        ["我排#1", "C#和F#都行", "# 标题", "a#b"],
        {"#话题#好看": "好看", "好看 #话题# 吧": "好看 吧", "#甲##乙#好": "好", "好看 #话题": "好看 "},
        ["#话题#", "#话题"],
    ),
    "emotion_codes": (
        ["10:30:15见", "他说:好的:走", "a::b::c"],
        {"好:smile:的": "好的", ":+: 好:cry: 吧": ":+: 好吧"},
        [":smile:"],
    ),
    "repost_mentions": (
        ["@小明 好", "好//@小明:你好", "好// @小明:你好", "好//＠小明:你好", "＠＠小明:你好"],
        {"@小明:你好": "你好", "@小明 ：你好": "你好", "RT @bob: hi": "hi", "＠小明：你好": "你好"},
        ["@小明:"],
    ),
    "reposts": (
        ["甲//乙", "@小明:你好", "1/@2", "1/＠2"],
        {
            "好//@小明:你好//@小红:再见": "好",
            "好/@小明:你好": "好",
            "好// @小明": "好",
            "好//＠小明：你好": "好",
            "好/＠小明：你好": "好",
        },
        ["//@小明:你好", "//＠小明：你好"],
    ),
    "mentions": (
        [
            "写信到a@example.com吧",
            "写信到a＠example.com吧",
            "写信到ａ＠ｅｘａｍｐｌｅ．ｃｏｍ吧",
            "几点@ 哪里",
            "几点＠ 哪里",
            "见@。",
        ],
        {
            "你好@小明 在吗": "你好在吗",
            "hi @bob how": "hi how",
            "haha@小明 来": "haha来",
            "@@小明 来": "来",
            "你好＠小明 在吗": "你好在吗",
            "@＠小明 来": "来",
            "Ａ＠ｂｏｂ 来": "Ａ来",
        },
        ["@小明", "@小-明_1·2 ", "＠小明"],
    ),
    "show_all": (
        ["怎么不显示全部", "看全文"],
        {"太长了…显示全部": "太长了", "太长了... 全文：": "太长了"},
        ["……显示全部"],
    ),
    "comment_tails": (["看评论"], {"很好 ¡ 评论 赞 收藏": "很好 "}, ["¡ 评论 赞"]),
    "link_words": (["malinky"], {"看alink吧": "看吧"}, ["alink"]),
    "trademarks": (["商标TM"], {"可乐™好喝®": "可乐好喝"}, ["©"]),
    "emoji": (
        ["𠮷野家和𪚥", "①■□●▪→", "5*6#", "♪", "한국어 हिन्दी", "™"],
        {
            "好😀的": "好的",
            "haha😀there": "haha there",
            "好👍🏽棒👨\u200d👩\u200d👧": "好棒",
            "1️⃣好": "好",
            "🇨🇳好": "好",
            "好\ufe0f": "好",
        },
        ["😀", "❤️"],
    ),
    "letters_and_digits": (
        ["我用iPhone", "1000块", "<NAME1>来", "3.5分"],
        {"abc9好": "好", "好 9abc": "好 ", "我用a1和b2吧": "我用和吧"},
        ["sda83daj.jp", "a1"],
    ),
    "no_script": (["ok吧", "𠮷", "178", "10.5！", "<PHONE>", "<NAME1>？"], {}, ["thx", "……", "~", "b612"]),
    "polls": (
        ["你也快来吧", "投票给我"],
        {},
        ["我参与了投票，我投给了“好”这个选项，你也快来 表态吧~"],
    ),
    "generic_forms": (["我转发了", "转发微博抽奖"], {}, ["转发微博", " 转发！", "Repost", "repost weibo"]),
    "repeated_phrases": (
        ["哈" * 6, "abcdef" * 6, "一千万10000000", "13800000000", "哈哈"],
        {
            "哈" * 20: "哈",
            "好" + "哈" * 7 + "吧": "好哈吧",
            "好的" * 7 + "吧": "好的吧",
            "不爱了" + "！" * 10: "不爱了！",
            "no no no no no no no": "no",
            "so, " * 7 + "good": "so, good",
        },
        [],
    ),
    "too_short": (["好的", "a b"], {}, ["好", " ", "a "]),
    "too_long": (["长" * 1000, "长 " * 1000], {}, ["长" * 1001]),
}
EN = {
    "hashtags": (
        ["#1 and #2", "C# and F#"],
        {"I love #python so much": "I love so much", "#a,b": ",b"},
        ["#throwback"],
    ),
    "no_script": (["ok", "..."], {}, []),
    "letters_and_digits": (["abc9 and b12"], {}, []),
}
KEPT = [
    (lang, rule, text)
    for lang, table in (("zh", ZH), ("en", EN))
    for rule in table
    for text in table[rule][0]
]
CUT = [
    (lang, rule, text, left)
    for lang, table in (("zh", ZH), ("en", EN))
    for rule in table
    for text, left in table[rule][1].items()
]
GONE = [
    (lang, rule, text)
    for lang, table in (("zh", ZH), ("en", EN))
    for rule in table
    for text in table[rule][2]
]


def made(language, name):
    return PATTERN_RULES[name](language, Rules())


def test_every_rule_is_tried():
    assert set(ZH) == set(PATTERN_RULES)


@pytest.mark.parametrize(("language", "rule", "text"), KEPT)
def test_it_keeps(language, rule, text):
    assert made(language, rule)(text) is None


@pytest.mark.parametrize(("language", "rule", "text", "left"), CUT)
def test_it_cuts(language, rule, text, left):
    noise = made(language, rule)(text)
    assert noise.left == left
    assert noise.evidence


@pytest.mark.parametrize(("language", "rule", "text"), GONE)
def test_it_leaves_nothing(language, rule, text):
    assert not (made(language, rule)(text).left or "").strip()


def test_numbers_may_go_with_what_has_no_han_character():
    assert PATTERN_RULES["no_script"]("zh", Rules(no_script_numbers=False))("178")


@pytest.mark.parametrize("tag", ["zh", "zh-Hant", "ZH-TW"])
def test_chinese_is_chinese_in_every_script(tag):
    assert made(tag, "no_script")("thx")


def test_the_copies_that_stay_are_those_the_knob_says():
    rules = Rules(repeated_phrases_times=3, repeated_phrases_kept=3)
    rule = PATTERN_RULES["repeated_phrases"]("zh", rules)
    assert rule("哈" * 9).left == "哈" * 3
    assert rule("哈" * 3) is None
    more = Rules(repeated_phrases_times=3, repeated_phrases_kept=9)
    assert PATTERN_RULES["repeated_phrases"]("zh", more)("哈" * 9).left == "哈" * 3


def test_repeated_phrases_says_how_often():
    noise = made("zh", "repeated_phrases")("哈" * 20)
    assert (noise.evidence, noise.value, noise.threshold) == ("哈" * 20, 20, 6)


@given(st.lists(st.sampled_from("甲乙丙，1"), max_size=60).map("".join), st.integers(1, 8))
def test_a_phrase_that_is_passed_over_is_not_repeated(text, times):
    rules = Rules(repeated_phrases_times=times, repeated_phrases_characters=4)
    found = PATTERN_RULES["repeated_phrases"]("zh", rules)(text)
    runs = re.search(rf"([^\W\d].{{0,3}}?)(?:\W{{0,2}}\1){{{times},}}|([^\w\s].{{0,3}}?)\2{{{times},}}", text)
    assert (found is None) == (runs is None)


def test_longer_phrases_than_the_knob_says_are_not_looked_for():
    text = "今天吃什么" * 8
    assert PATTERN_RULES["repeated_phrases"]("zh", Rules(repeated_phrases_characters=4))(text) is None
    assert made("zh", "repeated_phrases")(text).left == "今天吃什么"


@pytest.mark.parametrize("name", ["fixed_strings", "generic_forms"])
def test_lists_may_be_others_or_empty(name):
    assert PATTERN_RULES[name]("zh", Rules(**{f"{name}_texts": ["甲乙"]}))("甲乙")
    assert PATTERN_RULES[name]("zh", Rules(**{f"{name}_texts": []}))("转发微博") is None


@pytest.mark.parametrize(
    ("name", "knob", "text"),
    [
        ("mentions", "mentions_characters", "@abcdef"),
        ("hashtags", "hashtags_characters", "#abcdef#"),
        ("square_brackets", "square_brackets_characters", "[abcdef]"),
        ("full_width_brackets", "full_width_brackets_characters", "［abcdef］"),
    ],
)
def test_the_longest_is_the_knobs(name, knob, text):
    assert not PATTERN_RULES[name]("zh", Rules(**{knob: 6}))(text).left
    shorter = PATTERN_RULES[name]("zh", Rules(**{knob: 5}))(text)
    assert shorter is None or shorter.left


@pytest.mark.parametrize("name", PATTERN_RULES)
@pytest.mark.parametrize("text", ["@", "＠", "[", "#", "/", " ", "http", "//@a:", "【a", "哈", "[<", ":a"])
def test_a_long_line_takes_no_longer_than_its_length(name, text):
    line = text * (200_000 // len(text))
    made("zh", name)(line)  # what looks at a place again for every other place would take hours

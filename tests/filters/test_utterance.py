"""Each rule of utterances: what it keeps, what it cuts, what it leaves nothing of."""

import itertools
import re
import sys

import pytest
from ftfy import badness, fix_encoding
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters import utterance
from dialogue_etl.filters.marks import Marks
from dialogue_etl.filters.utterance import encoding
from tests.conftest import ends_soon
from tests.filters.examples import EN, ZH
from tests.filters.ready import judge, left

PIECES = [
    "<a b='",
    "\n>",
    "**a",
    "_a",
    "`a",
    "[a](/",
    "(⊙",
    "^_",
    "T_",
    "http/(",
    "&#",
    "回复a",
    "u/a",
    "bot ",
    "王伟",
]
PIECES += ["@", "＠", "[", "#", "/", " ", "http", "//@a:", "【a", "哈", "[<", ":a", "q"]
EXAMPLES = {"zh": ZH, "en": EN}
CUT = [
    (of, rule, *pair) for of, table in EXAMPLES.items() for rule in table for pair in table[rule][1].items()
]
GONE = [(of, rule, text) for of, table in EXAMPLES.items() for rule in table for text in table[rule][2]]
ELSEWHERE = {"script_conversion", *(rule.name for rule in utterance.blacklists.RULES)}


def test_every_rule_is_tried():
    assert {*ZH, *ELSEWHERE} == {rule.name for rule in utterance.RULES}


@pytest.mark.parametrize(
    ("language", "rule"), [(of, rule) for of, table in EXAMPLES.items() for rule in table]
)
def test_what_it_keeps_cuts_and_leaves_nothing_of(language, rule):
    kept, cut, gone = EXAMPLES[language][rule]
    look = judge(rule, language)
    assert {text: look(text) for text in kept} == dict.fromkeys(kept)
    assert {text: look(text).left for text in cut} == cut
    assert all(look(text).detail for text in cut)
    assert [text for text in gone if left(rule, text, language).strip()] == []
    for text in cut if language == "zh" else ():  # a second pass changes nothing
        once = left(rule, text)
        again = left(rule, once)
        assert left(rule, again) == again
        if rule in {"mojibake", "control_characters"}:
            assert again == once


def test_evidence_is_as_it_was_written():
    cut = judge("repeated_phrases")("哈" * 20)
    assert (cut.detail, cut.value, cut.threshold) == ("哈" * 20, 20, 6)


def test_chinese_is_chinese_in_every_script_and_numbers_may_go_with_what_has_no_han_character():
    assert all(judge("no_script", tag)("thx") for tag in ("zh", "zh-Hant", "ZH-TW"))
    assert judge("no_script", no_script_numbers=False)("178")


def test_words_that_are_allowed_are_no_noise():
    assert judge("alpha_noise", "en")("HTTPSXML")
    assert not judge("alpha_noise", "en", alpha_noise_allowed=["httpsxml"])("HTTPSXML")
    assert not judge("alpha_noise", "de")("Angstschweiß")


def test_script_conversion_is_a_choice_of_chinese():
    assert left("script_conversion", "這個說法", script_conversion="simplified") == "这个说法"
    assert left("script_conversion", "这个说法", script_conversion="traditional") == "這個說法"
    assert judge("script_conversion", script_conversion="off")("這個說法") is None
    assert judge("script_conversion", "en", script_conversion="simplified")("這個說法") is None
    assert judge("script_conversion", script_conversion="simplified")("好的這個說法好").detail == "這個說"


EAST_ASIAN = "你好吗はいネ한국！？，。：；（）、《》ＡＢ１２·–—‘’“”…😀𠮷"
MAYBE_BROKEN = st.text(st.characters(max_codepoint=0x24FF), max_size=8)


@given(
    st.lists(
        st.text(EAST_ASIAN, max_size=6)
        | st.text(st.characters(max_codepoint=0x7F), max_size=6)
        | MAYBE_BROKEN.map(lambda text: text.encode().decode("latin-1"))
        | MAYBE_BROKEN.map(lambda text: text.encode().decode("cp1252", "replace"))
        | MAYBE_BROKEN.map(lambda text: text.encode().decode("gb18030", "replace"))
        | MAYBE_BROKEN.map(lambda text: text.encode().decode("cp1251", "replace"))
    ).map("".join)
)
def test_no_mojibake_is_passed_over_unread(text):
    assert left("mojibake", text) == fix_encoding(text)


def test_no_sign_of_mojibake_is_without_a_character_that_is_looked_for():
    listed = re.compile(f"[{''.join(badness.MOJIBAKE_CATEGORIES.values())}]")
    codes = range(sys.maxunicode + 1)
    passed = [sign for sign in map(chr, codes) if listed.match(sign) and not re.match(encoding.RARE, sign)]
    some = [*passed, *"aZ1 ,'-", "你"]
    assert not any(badness.is_bad("".join(signs)) for signs in itertools.product(some, repeat=3))


@pytest.mark.parametrize(("kept", "copies"), [(3, 3), (9, 3)])
def test_the_copies_that_stay_are_those_the_parameter_says(kept, copies):
    rule = judge("repeated_phrases", repeated_phrases_times=3, repeated_phrases_kept=kept)
    assert rule("哈" * 9).left == "哈" * copies
    assert rule("哈" * 3) is None


@given(st.lists(st.sampled_from("甲乙丙，1"), max_size=60).map("".join), st.integers(1, 8))
def test_a_phrase_that_is_passed_over_is_not_repeated(text, times):
    found = judge("repeated_phrases", repeated_phrases_times=times, repeated_phrases_characters=4)(text)
    runs = re.search(rf"([^\W\d].{{0,3}}?)(?:\W{{0,2}}\1){{{times},}}|([^\w\s].{{0,3}}?)\2{{{times},}}", text)
    assert (found is None) == (runs is None)


def test_longer_phrases_than_the_parameter_says_are_not_looked_for():
    text = "今天吃什么" * 8
    assert judge("repeated_phrases", repeated_phrases_characters=4)(text) is None
    assert judge("repeated_phrases")(text).left == "今天吃什么"


@pytest.mark.parametrize("name", ["fixed_strings", "generic_forms"])
def test_lists_may_be_others_or_empty(name):
    assert judge(name, **{f"{name}_texts": ["甲乙"]})("甲乙")
    assert judge(name, **{f"{name}_texts": []})("转发微博") is None


@pytest.mark.parametrize(
    ("name", "key", "text"),
    [
        ("mentions", "mentions_characters", "@abcdef"),
        ("hashtags", "hashtags_characters", "#abcdef#"),
        ("square_brackets", "square_brackets_characters", "[abcdef]"),
        ("full_width_brackets", "full_width_brackets_characters", "［abcdef］"),
    ],
)
def test_the_longest_is_the_parameters(name, key, text):
    assert not judge(name, **{key: 6})(text).left
    assert judge(name, **{key: 5})(text) is None or left(name, text, **{key: 5})


@pytest.mark.parametrize("name", [rule.name for rule in utterance.RULES if rule.name != "repeated_words"])
@ends_soon
def test_a_long_line_of_marks_takes_no_longer_than_its_length(name):
    rule = judge(name, terms={"dirty": ["ab", "哈"]})
    for piece in PIECES:  # what looks at a place again for every other place would take hours
        rule(piece * (100_000 // len(piece)))


@pytest.mark.parametrize("name", ["mojibake", "control_characters", "script_conversion"])
@given(text=st.text(max_size=40))
def test_what_is_put_right_is_right(name, text):
    once = left(name, text, script_conversion="simplified")
    assert left(name, once, script_conversion="simplified") == once


TERMS = {"dirty": ["Σa", "xX"], "topics": ["Abc", "a b"], "symbols": ["o_o", "™"]}
SIGNS = [*PIECES, "ΑΣ", "XX", "x x", "™", "…全文", "Ã©", "\u200b", "😀", "ｗｗｗ.a", "¡ 评论"]
SIGNS += ["aB c", "O_O", "İ", "Ω" * 9, "Σ" * 7, "哈 " * 13, "asdfg", "转发", "I'm a bot, beep boop", "表"]
MARKS = Marks([judge(rule.name, terms=TERMS) for rule in utterance.RULES])


def test_few_rules_look_at_a_plain_text():
    assert MARKS.of("今天天气很好啊").bit_count() < len(MARKS.judges) / 4


def test_what_a_rule_finds_passes_its_test():
    """The chain passes a rule over where there is none."""
    for language, name, text in [*((of, rule, text) for of, rule, text, _ in CUT), *GONE]:
        assert Marks([judge(name, language)]).of(text), (name, text)


PARTS = st.sampled_from(SIGNS) | st.characters(exclude_characters="\0")


@given(st.lists(st.lists(PARTS, max_size=8).map("".join), max_size=4))
def test_a_rule_finds_nothing_where_its_test_does_not(texts):
    for text, bits in zip(texts, MARKS.of_each(texts).tolist(), strict=True):
        assert not bits & ~MARKS.of(text)
        for place, rule in enumerate(MARKS.judges):
            assert bits >> place & 1 or rule(text) is None, (utterance.RULES[place].name, text)

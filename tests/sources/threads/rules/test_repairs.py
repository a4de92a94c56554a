import itertools
import re
import sys

import pytest
from ftfy import badness, fix_encoding
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules import repairs
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.library_rules import LIBRARY_RULES


def noise(name, text, language="zh", **knobs):
    return LIBRARY_RULES[name](language, Rules(**knobs), Blacklists({}))(text)


def left(name, text, language="zh", **knobs):
    found = noise(name, text, language, **knobs)
    return text if found is None else found.left


def test_mojibake_is_put_right():
    broken = "你好吗".encode().decode("latin-1")
    assert left("mojibake", broken) == "你好吗"
    assert left("mojibake", "It’s fine".encode().decode("cp1252"), "en") == "It’s fine"


@pytest.mark.parametrize("text", ["你好！", "“好”，Ｎｏ", "naïve café", "﹋﹋", "𠮷野家"])
def test_what_was_read_well_stays(text):
    assert noise("mojibake", text) is None


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
    passed = [sign for sign in map(chr, codes) if listed.match(sign) and not repairs._RARE.match(sign)]
    some = [*passed, *"aZ1 ,'-", "你"]
    assert not any(badness.is_bad("".join(signs)) for signs in itertools.product(some, repeat=3))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你\u200b好\x00", "你好"),
        ("加\u200d微\u200d信", "加微信"),
        ("a\u3000b\tc\nd", "a b c d"),
        ("坏\ufffd了", "坏了"),
        ("\ue000\ufeff", None),
        ("👩\u200d💻 好", "👩\u200d💻 好"),
        ("می\u200cروم", "می\u200cروم"),
        ("𠮷\U0002a6a5 ─■", "𠮷\U0002a6a5 ─■"),
    ],
)
def test_control_characters_go_and_rare_characters_stay(text, expected):
    assert left("control_characters", text) == expected


def test_script_conversion_is_a_choice_of_chinese():
    assert left("script_conversion", "這個說法", script_conversion="simplified") == "这个说法"
    assert left("script_conversion", "这个说法", script_conversion="traditional") == "這個說法"
    assert noise("script_conversion", "這個說法", script_conversion="off") is None
    assert noise("script_conversion", "這個說法", "en", script_conversion="simplified") is None
    found = noise("script_conversion", "好的這個說法好", script_conversion="simplified")
    assert found.evidence == "這個說"


@pytest.mark.parametrize("name", ["mojibake", "control_characters", "script_conversion"])
@given(text=st.text(max_size=40))
def test_what_is_put_right_is_right(name, text):
    once = left(name, text, script_conversion="simplified")
    assert once is None or left(name, once, script_conversion="simplified") == once

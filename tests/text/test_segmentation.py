import jieba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text import segmentation


def test_chinese_is_cut_by_jieba_without_signs_and_blanks():
    assert segmentation.words("我爱北京，OK 吗？", "zh-Hans") == ["我", "爱", "北京", "ok", "吗"]
    assert "".join(segmentation.tokens("我 爱，北京")) == "我 爱，北京"


def test_other_languages_are_split_into_letters_and_digits():
    assert segmentation.words("It's 9 o'clock, well-known!", "en") == ["it's", "9", "o'clock", "well-known"]


@pytest.mark.parametrize(
    ("language", "expected"), [("zh", False), ("ja", False), ("en-GB", True), ("fi", True)]
)
def test_languages_with_blanks(language, expected):
    assert segmentation.writes_blanks(language) is expected


_PIECES = [
    "你好",
    "北京大学",
    "在",
    "了",
    "鿖",
    "㐀",
    "𠮷",
    "C++",
    "t.cn",
    "1-0",
    "10.5%",
    "a",
    "Z",
    "7",
    "_",
    "#",
]


@given(st.lists(st.sampled_from(_PIECES) | st.characters(), max_size=12).map("".join), st.booleans())
def test_chinese_is_cut_as_jieba_itself_cuts_it(text, guess):
    assert segmentation.tokens(text, guess=guess) == jieba.lcut(text, HMM=guess)

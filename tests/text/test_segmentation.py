from pathlib import Path

import pytest

from dialogue_etl.text import segmentation


def test_chinese_is_cut_by_jieba_without_signs_and_blanks():
    assert segmentation.words("我爱北京，OK 吗？", "zh-Hans") == ["我", "爱", "北京", "ok", "吗"]
    assert "".join(segmentation.tokens("我 爱，北京")) == "我 爱，北京"


def test_other_languages_by_what_are_letters_and_digits():
    assert segmentation.words("It's 9 o'clock, well-known!", "en") == ["it's", "9", "o'clock", "well-known"]


@pytest.mark.parametrize(
    ("language", "expected"), [("zh", False), ("ja", False), ("en-GB", True), ("fi", True)]
)
def test_languages_with_blanks(language, expected):
    assert segmentation.writes_blanks(language) is expected


def test_jieba_leaves_no_file_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    segmentation.segmenter.cache_clear()
    assert segmentation.words("你好", "zh")
    assert list(Path(tmp_path).iterdir()) == []

import pytest

from dialogue_etl.sources.threads.classify.references import opener


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "But why?"), ("en", "“She did"), ("zh", "他们走了"), ("zh-Hant-TW", "那就好")],
)
def test_what_refers_back_is_told(language, text):
    assert opener(language).match(text)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Butter is cheap"), ("en", "Why but?"), ("zh", "今天下雨")]
)
def test_what_stands_by_itself_is_told(language, text):
    assert not opener(language).match(text)


def test_other_languages_have_no_list():
    assert opener("sw") is None

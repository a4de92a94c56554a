import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules import wordiness
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.library_rules import LIBRARY_RULES


def noise(name, text, language, **knobs):
    return LIBRARY_RULES[name](language, Rules(**knobs), Blacklists({}))(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [("sdfghjk", "en"), ("asdfghjkl qwrtpsd", "en"), ("啊xcvbnmlkj", "zh"), ("hhhhhhhhhh嗯", "zh")],
)
def test_letters_that_make_no_word_are_noise(text, language):
    found = noise("alpha_noise", text, language)
    assert found.left is None
    assert found.value > found.threshold


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("yyds xswl", "zh"),
        ("我在学Python和numpy", "zh"),
        ("wo ai ni", "zh"),
        ("My rhythms are the strengths of thoughts", "en"),
        ("brb ttyl", "en"),
        ("well, asdfghjk happened to me", "en"),
        ("<PHONE><EMAIL>", "zh"),
        ("Angstschweiß", "de"),
        ("вздрогнув", "ru"),
        ("", "en"),
    ],
)
def test_words_names_and_slang_are_not(text, language):
    assert noise("alpha_noise", text, language) is None


def test_words_that_are_allowed_are_no_noise():
    assert noise("alpha_noise", "HTTPSXML", "en")
    assert not noise("alpha_noise", "HTTPSXML", "en", alpha_noise_allowed=["httpsxml"])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("no no no no no no no no no no no no", "en"),
        ("好的好的好的好的好的好的好的好的好的好的", "zh"),
        ("buy it buy it buy it buy it buy it buy it now please", "en"),
    ],
)
def test_a_few_words_again_and_again_are_noise(text, language):
    assert noise("repeated_words", text, language).left is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("no no no", "en"),
        ("no no no no no no no no no no no", "en"),
        ("I know that you said that we know it", "en"),
        ("今天的天气真不错，我们去公园走走好不好", "zh"),
        ("！！！！！！！！！！！！", "zh"),
        ("", "en"),
    ],
)
def test_talk_is_not(text, language):
    assert noise("repeated_words", text, language) is None


def test_shares_are_knobs():
    text = "buy it buy it buy it buy it buy it buy it now please"
    assert not noise("repeated_words", text, "en", repeated_words_top=1.0, repeated_words_distinct=0.0)


KNOBS = st.fixed_dictionaries(
    {
        "repeated_words_distinct": st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.33, 0.5, 0.6, 0.7, 1.0]),
        "repeated_words_top": st.sampled_from([0.0, 0.3, 0.5, 0.7, 0.75, 1.0]),
        "repeated_words_min": st.integers(1, 14),
    }
)
SAID = st.lists(
    st.sampled_from(["好", "的", "我们", "知道", "吗", "，", " ", "ok", "OK", "İ", "天气不错", "说"]),
    max_size=30,
)


def same_without_looking_first(text, language, knobs):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wordiness, "_may_repeat", lambda text, rules: True)
        exactly = noise("repeated_words", text, language, **knobs)
    assert noise("repeated_words", text, language, **knobs) == exactly


@settings(max_examples=200)
@given(SAID.map("".join), KNOBS, st.sampled_from(["zh", "en"]))
def test_what_is_not_cut_into_words_repeats_none(text, knobs, language):
    same_without_looking_first(text, language, knobs)


FEW = st.integers(1, 5).flatmap(
    lambda kinds: st.lists(st.sampled_from(["a", "b", "c", "ab", "dd"][:kinds]), max_size=24)
)


@settings(max_examples=500, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FEW, KNOBS)
def test_nor_does_it_however_words_are_cut(monkeypatch, said, knobs):
    monkeypatch.setattr(wordiness, "words", lambda text, language: said)
    same_without_looking_first("".join(said), "zh", knobs)


def test_three_words_four_times_each_are_just_a_quarter(monkeypatch):
    knobs = {"repeated_words_distinct": 0.25, "repeated_words_top": 1.0, "repeated_words_min": 12}
    monkeypatch.setattr(wordiness, "words", lambda text, language: list(text))
    assert noise("repeated_words", "abc" * 4, "zh", **knobs).value == 0.25
    assert noise("repeated_words", "abc" * 3 + "abd", "zh", **knobs) is None

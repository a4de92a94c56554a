import pytest

from dialogue_etl import params


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"languages": ["EN"]}, "'EN' is no language; en would be one"),
        ({"languages": ["chinese"]}, "is no language"),
        ({"languages": [""]}, "is no language"),
        ({"languages": ["en", "en"]}, "holds a value twice"),
        ({"source": "weibo"}, "'sample' or 'corpora'"),
        ({"corpora": ["../x"]}, "should match pattern"),
        ({"max_depth": -1}, "greater than or equal to 0"),
        ({"max_quarantined": 1.5}, "less than or equal to 1"),
        ({"speakers": "accounts"}, "'numbers', 'names' or 'none'"),
        ({"deleted": [""]}, "at least 1 character"),
    ],
)
def test_a_wrong_value_is_refused_with_a_sentence(changes, says):
    with pytest.raises(params.ParamsError, match=says.replace("(", r"\(")):
        params.parse({"threads": changes})


def test_languages_are_any_and_may_be_none():
    assert params.parse({"threads": {"languages": []}}).threads.languages == []
    assert (
        params.parse({"threads": {"languages": ["pt-BR", "zh-Hant", "sw"]}}).threads.languages[0] == "pt-BR"
    )

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text import patterns
from dialogue_etl.text.patterns import SlowPatternError, check, searcher
from tests.conftest import ends_soon

SLOW = [("(T+)+!", "T" * 5_000), ("(a|a)*$", "a" * 60 + "!"), ("(?=(.*a)*b)", "a" * 3_000)]


@pytest.mark.parametrize(("pattern", "text"), SLOW)
def test_a_search_without_end_is_stopped(pattern: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    with pytest.raises(SlowPatternError, match=r"key: .* stopped after 0.05 s on a text of") as error:
        searcher(check(pattern), key="key")(text)
    assert repr(pattern) in str(error.value)


def test_many_slow_searches_are_stopped_though_each_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.4, 1.0, 1.0, 2.0, 2.5, 3.0, 3.9])
    monkeypatch.setattr(patterns, "process_time", lambda: next(clock))
    monkeypatch.setattr(patterns, "SECONDS_IN_ALL", 1.0)
    found = searcher("b many", key="key")
    assert [found("a b many"), found("a"), found("c")] == [True, False, False]
    with pytest.raises(SlowPatternError, match=r"^key: 'b many': stopped after 2 s of slow searches"):
        found("d")


@pytest.mark.parametrize(
    "pattern",
    ["(?R)", "a(?1)?(b)", "(?P<x>a)(?&x)", "(?P<x>a)(?P>x)", "(a)(?-1)", "(", "", "a" * 2_001, "(" * 1_999],
)
def test_what_cannot_be_a_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"regular expression|not allowed|2,000 characters"):
        check(pattern)


@pytest.mark.parametrize("pattern", [r"\(?R\)", "[(?R)]", r"\\[(?1]", "(a)(?(1)b|c)", r"\p{L}+", "(.*a){25}"])
def test_what_only_looks_like_a_call_is_allowed(pattern: str) -> None:
    assert check(pattern) == pattern


@ends_soon
@given(
    st.lists(
        st.sampled_from(["(", ")", "(?:", "[", "]", "&&", "a", "|", "*", "+", "{9,65535}", "\\1", "\\X"])
    )
)
def test_any_text_is_a_pattern_or_refused(parts: list[str]) -> None:
    try:
        check("".join(parts))
    except ValueError as error:
        assert str(error)

"""Regular expressions of users."""

import pytest

from dialogue_etl.text import patterns


@pytest.mark.parametrize("pattern", ["(?R)", "(a(?1)?b)", "(?P<n>a(?&n)?)", "(?P<n>a(?P>n)?)"])
def test_calls_of_groups_are_refused_since_they_can_fill_the_memory(pattern: str) -> None:
    with pytest.raises(ValueError, match="calls of groups are not supported"):
        patterns.check(pattern)
    assert patterns.check(r"\(\?R\)|(?P<year>\d{4})|(?:a)(?i:b)")


def test_a_pattern_that_is_a_little_slow_on_many_texts_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a" * 18 + "b"
    search = patterns.searcher("(a|a)*$")
    monkeypatch.setattr(patterns, "WHOLE_SECONDS", 0.2)
    with pytest.raises(patterns.SlowPatternError, match=r"stopped after \d+ s on [\d,]+ texts"):
        for _ in range(10_000):
            search(text)
    usual = patterns.searcher("keeper$")
    assert sum(usual("the lighthouse keeper") for _ in range(10_000)) == 10_000

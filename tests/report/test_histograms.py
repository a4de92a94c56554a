"""What stands below and in the histograms of lengths."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import pytest

from dialogue_etl.report.histograms import Lengths, histograms

OF = Lengths("dialogues", "turns", limit=31)


@dataclass(frozen=True)
class Language:
    tag: str
    name: str


BOTH = [Language("en", "English"), Language("zh", "Chinese")]


def caption(of: Lengths, longest: dict[str, int]) -> str:
    counts = {language.tag: Counter({2: 5, longest[language.tag]: 1}) for language in BOTH}
    return histograms(of, BOTH, counts).caption.removeprefix("Dialogues by their number of turns.").strip()


@pytest.mark.parametrize("shared", [False, True])
def test_the_last_bar_is_explained_where_there_is_more_in_it(shared: bool) -> None:
    of = replace(OF, shared=shared)
    said = "The last bar, at 31, counts all dialogues of 31 turns or more."
    assert caption(of, {"en": 31, "zh": 7}).count(said) == 0
    assert caption(of, {"en": 7, "zh": 32}).count(said) == 1
    assert (caption(of, {"en": 7, "zh": 8}) == "") is not shared


def test_the_last_bar_holds_all_above_the_limit() -> None:
    figure = histograms(OF, BOTH[:1], {"en": Counter({2: 5, 31: 1, 40: 2, 90: 4})})
    assert "<title>31 or more turns: 7 dialogues</title>" in figure.panels[0].svg
    assert "longest 90 turns" in figure.panels[0].note


def test_languages_share_an_axis_or_have_their_own() -> None:
    counts = {"en": Counter({2: 5}), "zh": Counter({2: 5, 9: 1})}
    alone = histograms(OF, BOTH[:1], {"en": counts["en"]}).panels[0].svg
    assert histograms(replace(OF, shared=False), BOTH, counts).panels[0].svg == alone
    assert histograms(OF, BOTH, counts).panels[0].svg != alone


def test_a_language_of_nothing_says_so() -> None:
    panel = histograms(OF, BOTH, {"en": Counter(), "zh": Counter({3: 1})}).panels[0]
    assert (panel.svg, panel.note) == ("", "There are no dialogues in this language.")
    assert not histograms(OF, BOTH, {"en": Counter(), "zh": Counter()}).panels[1].svg

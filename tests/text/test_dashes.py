import pytest

from dialogue_etl.languages.hu import HUNGARIAN
from dialogue_etl.text.dashes import spoken
from dialogue_etl.text.spans import Span

GLYPHS = HUNGARIAN.marks[0].glyphs


def said(text, glyphs=GLYPHS):
    spans, marks = spoken(text, Span(0, len(text)), glyphs)
    return [text[start:end] for start, end in spans], marks


@pytest.mark.parametrize("dash", ["--", "–", "—", "―", "-"])
def test_every_glyph_opens_speech_and_parts_it_from_narration(dash):
    assert said(f"{dash} Jó napot! {dash} mondta. {dash} Itthon van?") == (["Jó napot!", "Itthon van?"], 3)


def test_glyphs_are_one_and_the_same_mark():
    assert said("– Jó napot! -- mondta — és leült. ― Nos?") == (["Jó napot!", "és leült."], 4)


def test_a_paragraph_that_does_not_open_with_a_dash_has_no_speech():
    assert said("Az öreg – mondták – alszik.") == ([], 0)


def test_a_dash_without_a_blank_behind_it_opens_too():
    assert said("–Jó napot!") == (["Jó napot!"], 1)


def test_a_hyphen_inside_a_word_parts_nothing():
    assert said("- Jöjjön-e Pest-Budára? - kérdezte.") == (["Jöjjön-e Pest-Budára?"], 2)


def test_a_line_break_counts_as_blank_around_a_hyphen():
    assert said("- Jó napot!\n- mondta\n- Itthon van?") == (["Jó napot!", "Itthon van?"], 3)


def test_without_the_hyphen_among_the_glyphs_it_is_no_mark():
    assert said("- Jó napot!", ("--", "–")) == ([], 0)


@pytest.mark.parametrize("rule", ["---", "-----", "– – –", "——", "--–"])
def test_a_rule_is_no_speech(rule):
    assert said(rule)[0] == []


def test_a_dash_alone_is_no_speech():
    assert said("– ") == ([], 1)


def test_only_the_paragraph_is_looked_at():
    text = "– Egy.\n\n– Kettő – mondta.\n\n– Három."
    spans, marks = spoken(text, Span(8, 25), GLYPHS)
    assert ([text[s:e] for s, e in spans], marks) == (["Kettő"], 2)

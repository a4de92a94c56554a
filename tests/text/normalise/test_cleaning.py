import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text import normalise
from dialogue_etl.text.lines import WINDOWS
from dialogue_etl.text.normalise import clean, readable
from tests.conftest import ends_soon
from tests.text.normalise.lines import LINES


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I am _very_ glad", "I am very glad"),
        ("_dis_agree, every_body_", "disagree, everybody"),
        ("the file snake_case_name", "the file snake_case_name"),
        ("_____", "_____"),
        ("Wie =finde= ich das, #Puff#! ~in praxi~", "Wie finde ich das, Puff! in praxi"),
        ("a=b=c, = so =, 1+1+1, ====", "a=b=c, = so =, 1+1+1, ===="),
        ("_Non omnia_, [48] as you say.[3]", "Non omnia, as you say."),
        ("In [1914] and [a].", "In [1914] and [a]."),
        ("an _ alone, and _ again", "an _ alone, and _ again"),
        ("Stay--no, go ---- now", "Stay—no, go — now"),
        ("Well... yes", "Well… yes"),
        ("Well . . . yes", "Well … yes"),
        ("Well....", "Well…."),
        ("a\u00a0 b\t\nc ", "a b c"),
        ("e\u0301te\u0301", "été"),
        ("Buch\u00adstabe \ufeffA", "Buchstabe A"),
        ("‘’ “” „‟ »« ‚ '", "‘’ “” „‟ »« ‚ '"),
    ],
)
def test_one_form_for_what_is_written_in_several(before, after):
    assert clean(before) == after


@given(LINES)
def test_a_clean_line_is_composed_on_one_line_and_clean_already(line):
    cleaned = clean(line)
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == " ".join(cleaned.split())


@given(LINES)
def test_no_letter_and_no_figure_is_lost(line):
    line = re.sub(r"[\[\]]", "", line)  # the numbers of footnotes go
    line = line.translate(WINDOWS)  # which adds letters

    def kept(text):
        return [c for c in unicodedata.normalize("NFC", text) if c.isalnum()]

    # Composed after the marks between letter and accent are gone: so both are compared without marks.
    assert kept("".join(kept(clean(line)))) == kept("".join(kept(unicodedata.normalize("NFC", line))))


@pytest.mark.parametrize("unit", ["_", "_a ", " ", "-", ".", ". ", "_ ", "a_b", "=a ", " =a", "=~", "[1"])
@ends_soon
def test_long_runs_of_anything_take_linear_time(unit):
    assert len(clean(unit * 300_000)) <= len(unit) * 300_000


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("_So_ he said,--and _then, [12] Good", "So he said,—and then, Good"),
        ("Mr. L____ [A] saw {14} it <3> [Pg 7]", "Mr. L—— saw it"),
        ("[Illustration: a boat] There, [B]oys [laughs]", "There, [B]oys [laughs]"),
        ("*Never* **ever** 5*3*2 a_b ^_^ -_-", "Never ever 5*3*2 a_b ^_^ -_-"),
        ("M^{me} R. was there.--_Yes?_--No.", "Mme R. was there.—Yes?—No."),
        ("V. exc.^a no n.^o 7, ill^mo M.^el x^y 2^n", "V. exc.ª no n.º 7, illmo M.el x^y 2^n"),
        ("The boat sank;* the ferry* did not.", "The boat sank; the ferry did not."),
        ("(Not I.)* Now, * and [* In May.] 3 * 4, sh** ***", "(Not I.) Now, and 3 * 4, sh** ***"),
        ("。渡轮晚点了。", "渡轮晚点了。"),
        ("`Run!' and `stop!’ ``now'' `code`", "'Run!' and ‘stop!’ “now” `code`"),
        ("`Wo´, sagte er, ‘und =wo=hin?’ a =b=", "‘Wo’, sagte er, ‘und wohin?’ a b"),
        (">>Ebből,<< mond, a <<b>> c >> d", "»Ebből,« mond, a «b» c >> d"),
        ("a ted' ,smíme-li!' pak , ano", "a ted' ,smíme-li!' pak, ano"),
        ("the rest --I mean-- goes , too .", "the rest—I mean—goes, too."),
        ("a — b, ' 1 . 5 .5", "a — b, ' 1. 5 .5"),
        (", and so on,", "and so on."),
        ("你，", "你。"),
        ("Only “half", "Only half"),
        ("And “so—“", "And “so—”"),
        ("„Ja,“", "„Ja.“"),
        ('"Stop', "Stop"),
        ("Home.. or,, there", "Home… or, there"),
        ("A lewed* man, f*** 5* it… …or that", "A lewed man, f*** 5* it… or that"),
        ("Why don\x92t you\x85 \x93go\x94", "Why don’t you… “go”"),
        ("Ünchanged ‘text’ – it is.", "Ünchanged ‘text’ – it is."),
    ],
)
def test_text_for_reading_is_as_in_print(before, after):
    assert readable(before) == after


@given(LINES)
def test_text_for_reading_has_no_marks_left_of_a_transcription(line):
    read = readable(line)
    assert read == line or not re.search(r"  |--|\[\d{1,3}\]|[,，、]$", read)
    assert bool(read) == bool(line)


@given(st.text("我们好的aB1，。？！…、 .,_", max_size=8))
def test_plain_texts_are_what_the_rules_leave_of_them(line):
    with pytest.MonkeyPatch.context() as patch:
        fast = readable(line)
        patch.setattr(normalise, "_PLAIN", re.compile("(?!)"))
        assert fast == readable(line)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.narration.remarks import cut_remarks, is_remark
from dialogue_etl.sources.books.extraction.table import SpeechTable
from tests.sources.books.extraction import steps

EN = LANGUAGES["en"]


def cut(text, *spans, begins=None):
    """What is left of stretches of speech, a list for each turn."""
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    begins = np.array([True] * len(spans) if begins is None else begins, np.bool_)
    table = cut_remarks(
        steps.document(text), SpeechTable({"start": starts, "end": ends, "begins_turn": begins})
    )
    turns: list[list[str]] = []
    for piece, first in zip(table.spans.pieces(text), table.column("begins_turn").tolist(), strict=True):
        if first:
            turns.append([])
        turns[-1].append(piece)
    return turns


@pytest.mark.parametrize(
    ("parenthesis", "language"),
    [
        ("smiling", "en"),
        ("rather hesitatingly", "en"),
        ("turning to Emma,", "en"),
        ("_Aside._", "en"),
        ("with a most gallant bow,", "en"),
        ("in a low voice", "en"),
        ("Laughing.", "en"),
        ("quoth he", "en"),
        ("said the old man", "en"),
        ("mit leiser Stimme", "de"),
        ("kopfschüttelnd", "de"),
        ("élevant la voix", "fr"),
        ("con voz ronca", "es"),
        ("dizia o velho", "pt"),
        ("vervolgde hij", "nl"),
    ],
)
def test_what_somebody_does_or_how_it_sounds_is_the_narrators(parenthesis, language):
    assert is_remark(parenthesis, LANGUAGES[language])


@pytest.mark.parametrize(
    "parenthesis",
    [
        "I mean it",
        "and why not?",
        "as I said before",
        "with all my heart",
        "if I may speak in a low voice",
        "put out the candle, my dear",
        "said I not so?",
        "1815",
        "...",
        "???",
        "   ",
    ],
)
def test_what_else_stands_in_parentheses_is_the_speakers_own(parenthesis):
    assert not is_remark(parenthesis, EN)


def test_a_stretch_is_cut_around_its_remarks_and_stays_one_turn():
    text = "Well (smiling), if (with a sigh) you must. No."
    assert cut(text, (0, 42), (43, 46)) == [["Well", ", if", "you must."], ["No."]]


def test_nothing_is_left_of_a_remark_at_an_edge():
    assert cut("(Smiling.) Well then. (Laughter.)", (0, 33)) == [["Well then."]]


def test_a_stretch_of_nothing_but_a_remark_stays_whole():
    assert cut("(laughter) --", (0, 13)) == [["(laughter) --"]]


def test_a_later_stretch_of_a_turn_begins_none():
    text = "Go he said now (sighing) my dear"
    assert cut(text, (0, 2), (11, 32), begins=[True, False]) == [["Go", "now", "my dear"]]


@pytest.mark.parametrize("text", ["Well (smiling", "Well ()", "Well )smiling(", "Well (a (b) smiling)"])
def test_only_whole_parentheses_are_read(text):
    assert cut(text, (0, len(text))) == [[text]]


def test_of_parentheses_in_parentheses_the_inner_ones_are_read():
    assert cut("Well (so (smiling) there)", (0, 25)) == [["Well (so", "there)"]]


def test_a_parenthesis_that_ends_outside_of_speech_stays():
    assert cut("Well (smiling he went) no", (0, 13), (23, 25)) == [["Well (smiling"], ["no"]]


@given(st.lists(st.sampled_from(["(smiling)", "(so)", "word", "(", ")", "\n", " ", ".", "(in a low voice)"])))
def test_all_that_is_not_cut_is_kept_in_order(parts):
    text = "".join(parts)
    middle = len(text) // 2
    spans = [(start, end) for start, end in ((0, middle), (middle, len(text))) if start < end]
    turns = cut(text, *spans)
    assert len(turns) == len(spans)
    left = "".join(piece for turn in turns for piece in turn)
    assert [left.count(word) for word in ("word", "so")] == [text.count(word) for word in ("word", "so")]

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.layout import Kind
from dialogue_etl.text.book_text import BookText
from tests.sources.books.layout.looks import PROSE, between, kinds

LETTER = "“My dear Anna,\n\n“I am well, and the house is dry again.\n\n“Yours,\n\n“TOM.”"
EXAMPLES = {
    "chapter_breaks": ("CHAPTER II", Kind.HEADING),
    "scene_breaks": ("* * * * *", Kind.SCENE_BREAK),
    "skip_letters": (LETTER, Kind.LETTER),
    "skip_verse": ("“The moon is down,\nThe boats are in,\nThe night is long.”", Kind.VERSE),
    "skip_plays": ("ANNA. Who goes there?\n\nTOM. A friend.\n\nANNA. Come in.", Kind.PLAY),
    "skip_epigraphs": ("CHAPTER II\n\n“All roads are one.” —ANNA BELL", Kind.EPIGRAPH),
}


@pytest.mark.parametrize("knob", EXAMPLES)
def test_each_kind_is_found_and_has_a_switch(knob):
    text, kind = EXAMPLES[knob]
    assert kind in between(text)
    assert kind not in between(text, **{knob: False})


@pytest.mark.parametrize("knob", EXAMPLES)
def test_switching_off_one_kind_leaves_the_others(knob):
    _, kind = EXAMPLES[knob]
    text = f"{PROSE}\n" * 9 + "\n\n\n".join(example for example, _ in EXAMPLES.values()) + f"\n\n{PROSE}" * 9
    assert set(kinds(text, **{knob: False})) >= set(Kind) - {kind}


def test_what_is_switched_off_is_running_text():
    text = f"{PROSE}\n{PROSE}\n\n\nCHAPTER II\n\n\n{PROSE}"
    assert kinds(text, chapter_breaks=False) == [Kind.RUNNING] * 4


@pytest.mark.parametrize(
    "text", ["", " \n\n ", "\n", "x", "“", '"\n"', "I", "*", "—", "a\n b", "a\n\n  b\n c"]
)
def test_small_texts(text):
    assert len(kinds(text)) == len(BookText.of(text).paragraphs.starts)


PIECES = st.sampled_from(
    [
        *("CHAPTER I", "“Dear Tom,", "Yours,", "“", "”", '"', "—", "* * *", "ANNA.", "_", "&c.", "P.S."),
        *("II.", "I", "\n", "\n\n", "\n\n\n\n", "    ", "word", "Word", "wrote:", ",", ".", "?", "12"),
        *("ő", "\u2028", "🙂"),
    ]
)


@given(st.lists(PIECES, max_size=60).map(" ".join), st.sampled_from(sorted(LANGUAGES)))
def test_any_text_has_one_kind_for_each_paragraph(text, tag):
    found = kinds(text, tag)
    assert len(found) == len(BookText.of(text).paragraphs.starts)
    assert found == kinds(text, tag)


@given(st.text())
def test_any_characters(text):
    assert len(kinds(text)) == len(BookText.of(text).paragraphs.starts)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_a_speech_mark_begins_no_heading_and_no_scene_break(text):
    book = BookText.of(text)
    for (start, _), kind in zip(book.paragraphs.pairs(), kinds(text), strict=True):
        if text[start] in '"“”—':
            assert kind not in {Kind.HEADING, Kind.SCENE_BREAK} or set(text[start:].split("\n\n")[0]) <= set(
                "—- \n"
            )

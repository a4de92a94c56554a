import re
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.quotations import dashes
from dialogue_etl.text.book_text import BookText

TALK = re.compile(r"\byo\b|[!?¡¿]")


def opened(text, glyphs=dashes.ANY_DASH):
    """What follows the dash in each paragraph that opens with one."""
    book = BookText.of(text)
    found = dashes.after_dashes(book, dashes.dashes_of(book, glyphs))
    return [text[start:end] for start, end in found.spans.pairs()]


def inner(text):
    """The dashes that part or pause."""
    return [text[start:end] for start, end in dashes.dashes_of(BookText.of(text)).inner.pairs()]


@pytest.mark.parametrize("dash", ["--", "---", "–", "—", "―", "-"])
@pytest.mark.parametrize("blank", ["", " ", "\u00a0"])
def test_every_glyph_opens_speech_glued_or_spaced(dash, blank):
    assert opened(f"{dash}{blank}Jó napot!") == ["Jó napot!"]


def test_an_underscore_before_the_dash_is_for_italics():
    assert opened("_—Buenos días._") == ["Buenos días._"]


@pytest.mark.parametrize("rule", ["----", "-----", "– – –", "——", "--–", "--", "– ", "-- 12 --", "— 7"])
def test_a_rule_or_a_page_number_opens_no_speech(rule):
    assert opened(rule) == []


def test_a_paragraph_that_does_not_open_with_a_dash_is_no_speech():
    assert opened("Az öreg – mondták – alszik.\n\n1. — Igen.") == []


def test_only_the_glyphs_given_are_the_mark():
    text = "-- Uno.\n\n— Dos.\n\n- Tres."
    assert opened(text, ("--",)) == ["Uno."]
    assert opened(text) == ["Uno.", "Dos.", "Tres."]


def test_each_paragraph_ends_without_white_space():
    assert opened("—Uno.  \n\n—Dos.\n") == ["Uno.", "Dos."]


def test_hyphens_in_words_are_no_dashes():
    assert inner("—Jöjjön-e Pest-Budára? —kérdezte -- és — leült.") == ["—", "—", "--", "—"]


def test_hyphens_beside_blanks_are_dashes_where_hyphens_open_speech():
    text = "- Jöjjön-e Budára? - kérdezte -Péter.\n- Nem."
    assert inner(text) == ["-", "-", "-", "-"]
    assert inner(text.replace("- J", "— J", 1)) == ["—"]


def test_marks_count_only_in_paragraphs_that_open_with_one():
    book = BookText.of("—No —dijo—. Sí.\n\nÉl —dijo ella— no.")
    assert dashes.dashes_of(book).weight(book) == 3


LIST = "\n\n".join(f"—Libro {number}, con láminas." for number in "abcde")


def test_five_paragraphs_in_which_nobody_talks_are_a_list():
    book = BookText.of(LIST + "\n\nFin.\n\n—Ya está.")
    found = dashes.without_lists(book, dashes.dashes_of(book), TALK)
    assert found.opens.tolist() == [6]


@pytest.mark.parametrize("text", [LIST[: LIST.rindex("\n\n")], LIST.replace("Libro a", "¿Libro a?")])
def test_fewer_of_them_or_one_who_talks_are_a_dialogue(text):
    book = BookText.of(text)
    found = dashes.dashes_of(book)
    assert dashes.without_lists(book, found, TALK).opens.tolist() == found.opens.tolist()


@given(
    st.lists(
        st.sampled_from(["— Tea?", "— Tea! he said", "— Tea, yo", "— Tea", "— Rice.", "Told."]), max_size=60
    )
)
def test_lists_are_told_of_runs_of_any_length(lines):
    book = BookText.of("\n\n".join(lines))
    talks = [bool(TALK.search(line)) for line in lines]
    kept, start = [], 0
    for dashed, run in groupby(lines, key=lambda line: line.startswith("—")):
        after = start + len(list(run))
        if dashed and (after - start < 5 or 8 * sum(talks[start:after]) >= after - start):
            kept += range(start, after)
        start = after
    assert dashes.without_lists(book, dashes.dashes_of(book), TALK).opens.tolist() == kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("—Uno.\n\n»Dos.", [True, False]),
        ("— Un.\n\n« Deux. »", [True, False]),
        ("— Un. »\n\n« Deux. »", [False, False]),
        ("—Uno.\n\nDos.", [False, False]),
        ("—Uno.", [False]),
    ],
)
def test_a_guillemet_says_that_the_speech_before_goes_on(text, expected):
    book = BookText.of(text)
    found = dashes.after_dashes(book, dashes.dashes_of(book))
    assert found.left_open.tolist() == expected


@given(st.text(st.sampled_from("-–—―_ \n\tab1«»."), max_size=60))
def test_any_text_gives_stretches_in_order_inside_their_paragraphs(text):
    book = BookText.of(text)
    found = dashes.after_dashes(book, dashes.dashes_of(book))
    last = 0
    for (start, end), number in zip(found.spans.pairs(), found.paragraphs.tolist(), strict=True):
        assert last <= start < end
        assert text[start:end] == text[start:end].strip()
        assert book.paragraphs.starts[number] < start
        assert end <= book.paragraphs.ends[number]
        last = end

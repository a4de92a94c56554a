import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.marks import find_speech, own_marks
from dialogue_etl.text.book_text import BookText


def kinds(text, tag, **knobs):
    """The opening marks of the kinds a book uses, the heaviest first, and their weight."""
    own = own_marks(BookText.of(text), LANGUAGES[tag], Extract(**knobs))
    return [getattr(marks, "opening", "dash") for marks in own.marks], own.weight


def spoken(text, tag, **knobs):
    """What stands between the marks of a book."""
    book, language, params = BookText.of(text), LANGUAGES[tag], Extract(**knobs)
    found = find_speech(book, own_marks(book, language, params), language, params)
    return [text[start:end] for start, end in found.spans.pairs()]


def left_open(text, tag):
    """The numbers of the paragraphs whose speech goes on."""
    book, language, params = BookText.of(text), LANGUAGES[tag], Extract()
    found = find_speech(book, own_marks(book, language, params), language, params)
    return np.flatnonzero(found.left_open).tolist()


MIXED = "—Uno.\n\n—Dos —dijo.\n\nElla pensó: «Tres»."


def test_a_book_may_use_several_kinds_and_all_count():
    assert kinds(MIXED, "es") == (["dash", "«"], 8)
    assert spoken(MIXED, "es") == ["Uno.", "Dos", "Tres"]


def test_without_mixed_marks_the_heaviest_is_the_only_one():
    assert kinds(MIXED, "es", mixed_marks=False) == (["dash"], 6)
    assert spoken(MIXED, "es", mixed_marks=False) == ["Uno.", "Dos"]


def test_a_kind_of_less_than_a_twentieth_is_not_the_books_own():
    text = "—¿Uno?\n\n" * 21 + "Un «cartel»."
    assert kinds(text, "es") == (["dash"], 42)


def test_kinds_whose_glyphs_stand_for_each_other_exclude_each_other():
    text = "»Ja.«\n\n»Nej.«\n\n«Måske.»"
    assert kinds(text, "da")[0] == ["»"]


def test_without_any_dash_only_the_first_glyph_is_the_mark():
    text = "--Uno.\n\n— Dos."
    assert spoken(text, "es") == ["Uno.", "Dos."]
    assert spoken(text, "es", any_dash=False) == ["Uno."]


def test_without_inserted_tags_dashes_part_speech_and_narration_in_turn():
    text = "—Mira, dijo Ana, ven —se calló—. Ya."
    assert spoken(text, "es", inserted_tags=False) == ["Mira, dijo Ana, ven", ". Ya."]
    assert spoken(text, "es")[0] == "Mira,"


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("es", "—«Una noche»—dijo Miguel—«hace años.»\n\n—«¿Sí?»", ["Una noche", "hace años.", "¿Sí?"]),
        ("fi", '-- "Niin", sanoi hän, "jos tulette".\n\n-- "Jos."', ["Niin", "jos tulette", "Jos."]),
        ("fr", "«— Oui, dit-il, je viens.»\n\n— Bien.", ["Oui,", "je viens.", "Bien."]),
        ("sv", "»Ja», sade hon.\n\n»Nej, sade han, aldrig.»", ["Ja", "Nej,", "aldrig."]),
        ("pt", "«Ide--proseguiu a abbadessa--em paz.»", ["Ide", "em paz."]),
        ("en", "“Yes, said he, perhaps.”", ["Yes, said he, perhaps."]),
    ],
)
def test_marks_within_marks(tag, text, expected):
    assert spoken(text, tag) == expected


def test_a_guillemet_in_the_next_paragraph_says_that_speech_goes_on():
    assert left_open("— Un.\n\n« Deux.\n\n« Trois. »\n\n— Quatre.", "fr") == [0, 1]


def test_a_dash_says_that_somebody_else_speaks():
    assert left_open("« Un.\n\n— Deux.\n\n— Trois. »", "fr") == []


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_book_without_marks_has_no_speech(tag):
    assert kinds("Nothing is said.", tag)[1] == 0
    assert spoken("Nothing is said.", tag) == []
    assert spoken("", tag) == []


PIECES = [
    "—",
    "-- ",
    "«",
    "»",
    "“",
    "”",
    '"',
    "‘",
    "’",
    "\n\n",
    "\n",
    ". ",
    ", ",
    "dijo",
    " Uno",
    "é",
    "[",
    "]",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.sampled_from(sorted(LANGUAGES)), st.booleans())
def test_any_text_gives_filled_stretches_in_order_that_do_not_overlap(pieces, tag, switched):
    text = "".join(pieces)
    book, language = BookText.of(text), LANGUAGES[tag]
    params = Extract(inserted_tags=switched, mixed_marks=not switched)
    found = find_speech(book, own_marks(book, language, params), language, params)
    assert len(found.left_open) == len(book.paragraphs.starts)
    last = 0
    for (start, end), number in zip(found.spans.pairs(), found.paragraphs.tolist(), strict=True):
        assert last <= start < end
        assert text[start:end] == text[start:end].strip()
        assert book.paragraphs.starts[number] <= start
        assert end <= book.paragraphs.ends[number]
        last = end


@pytest.mark.parametrize(
    ("tag", "text"),
    [("de", "Er sagte: ,,Ja'' und ,,nein''."), ("en", "He said, ``Ja'' and ``nein''.")],
)
def test_marks_of_two_characters_are_marks_without_mending_too(tag, text):
    assert spoken(text, tag, mend_quotes=False) == ["Ja", "nein"]

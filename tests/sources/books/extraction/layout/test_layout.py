import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.sources.books.extraction.layout.letters import BODY, SIGNED, may_be_signed
from dialogue_etl.sources.books.extraction.layout.shapes import Manner, SetApart, Shapes, letters_at
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.points import points_of
from tests.sources.books.extraction.layout.looks import PROSE, between, kinds

LETTER = "“My dear Anna,\n\n“I am well, and the house is dry again.\n\n“Yours,\n\n“TOM.”"
EXAMPLES = {
    "headings": ("CHAPTER II", Kind.HEADING),
    "scene breaks": ("* * * * *", Kind.SCENE_BREAK),
    "letters": (LETTER, Kind.LETTER),
    "verse": ("“The moon is down,\nThe boats are in,\nThe night is long.”", Kind.VERSE),
    "plays": ("ANNA. Who goes there?\n\nTOM. A friend.\n\nANNA. Come in.", Kind.PLAY),
    "epigraphs": ("CHAPTER II\n\n“All roads are one.” —ANNA BELL", Kind.EPIGRAPH),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_kind_is_found(example):
    text, kind = EXAMPLES[example]
    assert kind in between(text)


@pytest.mark.parametrize(
    ("switch", "kinds_off"),
    [("breaks", {Kind.HEADING, Kind.SCENE_BREAK}), ("skip_letters", {Kind.LETTER})],
)
def test_switching_off_one_kind_leaves_the_others(switch, kinds_off):
    text = f"{PROSE}\n" * 9 + "\n\n\n".join(example for example, _ in EXAMPLES.values()) + f"\n\n{PROSE}" * 9
    assert set(kinds(text)) == set(Kind)
    assert set(kinds(text, **{switch: False})) == set(Kind) - kinds_off


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


def shapes(text):
    return Shapes.of(BookText.of(text))


def test_lines_lengths_and_gaps():
    found = shapes("One line.\n\nTwo\nlines.\n\n\n\n  Third.")
    assert found.lines.tolist() == [1, 2, 1]
    assert found.lengths.tolist() == [9, 10, 6]
    assert found.first_lines.tolist() == [9, 3, 6]
    assert found.gaps.tolist() == [0, 1, 3]
    assert found.usual_gap == 2


def test_edges():
    found = shapes("“_Yes_,”\n\n—No.\n\nPerhaps")
    assert found.quoted.tolist() == [True, False, False]
    assert found.dashed.tolist() == [False, True, False]
    assert [chr(last) for last in found.last] == [",", ".", "s"]
    assert [chr(letter) for letter in found.letter[1:]] == ["—", "P"]


def test_set_in_needs_all_lines_and_a_book_that_is_not_so():
    text = "One.\n\n" * 9 + "    All of\n    it.\n\n    Only the\nfirst.\n\n     Single.\n\n" + "Two.\n\n" * 9
    assert np.flatnonzero(shapes(text).set_in).tolist() == [9, 11]
    assert not shapes("   One\n   line.\n\n" * 9).set_in.any()


def test_first_lines_that_are_indented_everywhere_are_the_book_s_form():
    assert not shapes("   One\nline.\n\n" * 9).set_in.any()


def test_the_width_is_that_of_most_lines():
    assert shapes(("x" * 60 + "\n") * 99 + "x" * 5000).width == 60


def test_the_letters_at_a_place_of_words_are_small_and_capital():
    assert set(letters_at(("my", "dear"), 0)) == set("mdMD")
    assert set(letters_at(("my", "a"), 1)) == set("yY")


@given(st.text(alphabet='ab \n"_—', min_size=1).filter(str.strip))
def test_columns_are_of_one_length(text):
    found = shapes(text)
    columns = [column for column in found if isinstance(column, np.ndarray)]
    assert {len(column) for column in columns} == {len(BookText.of(text).paragraphs.starts)}
    assert (found.first_lines <= found.lengths).all()
    assert (found.lines >= 1).all()


def looked_at(text, barriers=()):
    book = BookText.of(text)
    parted = np.zeros(len(book.paragraphs.starts), np.bool_)
    parted[list(barriers)] = True
    return SetApart(book, Shapes.of(book), parted)


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("“All of it.”", Manner.WHOLE),
        ("_“All of it.”_", Manner.WHOLE),
        ("„Alles.“", Manner.WHOLE),
        ("„Alles.”", Manner.WHOLE),
        ("»Alles.«", Manner.WHOLE),
        ("« Tout. »", Manner.WHOLE),
        ('"All of it."', Manner.WHOLE),
        ("‘The boys’ boat isn’t here.’", Manner.WHOLE),
        ("“Left open.", Manner.OPEN),
        ("“Yes,” he said.", Manner.RUNNING),
        ("‘Yes,’ he said, ‘no.’", Manner.RUNNING),
        ("He said, “Yes.”", Manner.RUNNING),
        ("He left.", Manner.RUNNING),
    ],
)
def test_manners(text, manner):
    assert looked_at(text).manner(0) is manner


def test_beyond_the_edges_and_at_barriers_there_is_running_text():
    at = looked_at("“One.”\n\n“Two.”", barriers=[1])
    assert [at.manner(number) for number in (-1, 1, 2)] == [Manner.RUNNING] * 3


def test_indented():
    at = looked_at("One.\n\n" * 9 + "     Two.\n\nThree.")
    assert at.manner(9) is Manner.INDENTED


def test_a_quotation_of_several_paragraphs():
    at = looked_at("“Whole.”\n\n“One.\n\n“Two.\n\n“Three.”\n\n“Four.”")
    assert at.last_of_speech(1) == 3
    assert at.first_of_speech(3) == 1
    assert at.last_of_speech(0) == 0


def test_a_quotation_has_an_end():
    at = looked_at("“One.\n\n" * 500)
    assert at.last_of_speech(0) == 100
    assert at.first_of_speech(400) == 300


ENDINGS = st.text(' ..,?!aAéÉB-—”"»_1', max_size=8)
NAMES = st.sampled_from(["Tom", "TOM", "T. B.", "É. Ä", "Tom Bell", "a", "T.. "])
SIGNATURES = st.builds("{}{}{}".format, st.sampled_from([".--", "! —", "… —", "—"]), NAMES, ENDINGS)


@given(st.one_of(ENDINGS, SIGNATURES))
@example(".--TOM. ”.")
@example(".—É  ”")
@example("…—Tom”")
def test_whatever_is_signed_looks_so(ending):
    said = "a" * BODY + ending
    looks = may_be_signed(points_of(said), np.array([len(said)]))
    assert looks.tolist() == [True] or not SIGNED.search(said)

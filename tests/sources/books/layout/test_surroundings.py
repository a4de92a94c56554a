import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from dialogue_etl.sources.books.layout.surroundings import Surroundings
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans

TEXT = (
    "He left. The old “boat,” “_oar_” and “sail” lay there.\n\n"
    "“Yes,” he said. Then he read: “Come!”\n\n"
    "“Sea Rose” was her name."
)


def around(text=TEXT):
    book = BookText.of(text)
    spans, numbers = [], []
    for number, (begin, end) in enumerate(book.paragraphs.pairs()):
        pieces = text[begin:end].split("“")[1:]
        at = begin
        for piece in pieces:
            at = text.index("“", at) + 1
            spans.append((at, at + piece.index("”")))
            numbers.append(number)
    found = Quotations(Spans.of(spans), np.array(numbers), np.zeros(len(book.paragraphs.starts), np.bool_))
    return Surroundings(book, found)


def place(number, text=TEXT):
    return dict(around(text).places(np.array([number])))[number]


def test_which_stretches_stand_where():
    found = around()
    assert found.in_the_flow().tolist() == [0, 2]
    assert found.listed().tolist() == [1]
    assert found.led_to().tolist() == []
    assert found.subjects().tolist() == [2, 5]


def test_only_the_first_stretch_after_narration_is_led_to():
    assert around("He read: “Come!” and, “Soon.”").led_to().tolist() == [0]


def test_the_words_around_a_stretch():
    sail = place(2)
    assert sail.said == ["sail"]
    assert sail.before == ["and"]
    assert sail.after == ["lay", "there"]
    assert (sail.end, sail.goes_on, sail.inserted) == ("l", True, True)


@given(st.text("aAİ1’'.?!_)— \n\t\xa0\x1c"))
@example("One. Two. 3")
@example("l’été1")
@example("")
def test_the_word_before_is_the_last_of_those_before(narration):
    [(_, before)] = around(f"a{narration}“x”").places(np.array([0]))
    assert before.word_before == (before.before or [""])[-1]


def test_what_begins_in_lower_case_and_what_stands_before():
    found = around("The man, “tom,” and “ann” left.\n\nHe, “Tom,” left a “house” there.")
    stretches = np.arange(4)
    assert found.behind_comma(stretches).tolist() == [True, False, False, False]
    assert found.phrases(stretches).tolist() == [True, False, False, False]
    assert found.narration(stretches) == ["The man,", "” and", "He,", "” left a"]


def test_of_what_stands_before_only_the_sentence_counts():
    assert place(0).before == ["the", "old"]
    assert place(4).before == ["then", "he", "read"]


def test_nothing_stands_beyond_the_paragraph():
    first = place(3)
    assert (first.before, first.goes_on) == ([], False)
    assert place(4).after == []


def test_no_more_is_looked_at_than_a_sentence():
    found = place(0, "word " * 10_000 + "“x” " + "word " * 10_000)
    assert len(found.before) < 50
    assert len(found.after) < 50


@given(st.lists(st.text(st.sampled_from("a1é¡!… —½𝒳"), min_size=1, max_size=5), min_size=1, max_size=4))
@example(["¡a"])
@example(["¡"])
@example(["¡¡a"])
def test_a_stretch_without_a_letter_or_a_figure_is_wordless(said):
    text = " ".join(f"“{one}”" for one in said)
    assert around(text).wordless().tolist() == [not any(map(str.isalnum, one)) for one in said]

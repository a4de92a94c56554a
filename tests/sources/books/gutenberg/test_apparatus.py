import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.gutenberg import apparatus, publisher_ads

PROSE = "\n".join(["It rained all day, and nobody who had a house came up the hill to"] * 6)
CHAPTER = f"CHAPTER I\n\nHow it began\n\n\n{PROSE}\n\n“Yes,” he said.\n\n{PROSE}"
WORK = "\n\n\n\n".join([CHAPTER] * 8)
TITLE = "THE HILL\n\nby\n\nJane Doe\n\n\nLONDON\nDOE & CO\n1890"
CONTENTS = "CONTENTS\n\nI. How it began    1\nII. How it went on    20\nIII. How it ended    77"
INDEX = "INDEX\n\nBrook, 12, 40\n\nHill, 1\n  steepness of, 3-5\n\nRain, 2, 99"
NOTES = "FOOTNOTES\n\n[1] A hill.\n\n[2] A brook.\n\nAnd more on it.\n\n[3] Rain."
BOOKS = "BY THE SAME AUTHOR\n\nThe Brook. 1 vol. $1.50\n\nThe Rain. 2 vols. $2.00\n\nSnow. Second edition. $1"


def found(*parts):
    text = "\n\n\n\n".join(parts)
    marked = apparatus.find(text, [len(text)], 2)
    return [(one.kind, text[one.start : one.end]) for one in marked]


def test_each_kind_is_told_by_its_heading_and_its_form():
    assert found(TITLE, CONTENTS, WORK) == [("title", TITLE), ("contents", CONTENTS)]
    pictures = CONTENTS.replace("CONTENTS", "LIST OF ILLUSTRATIONS")
    assert found(pictures, WORK) == [("illustrations", pictures)]
    assert found(WORK, INDEX) == [("index", INDEX)]
    assert found(WORK, NOTES) == [("notes", NOTES)]
    assert found(BOOKS, WORK) == [("advertisement", BOOKS)]
    assert [kind for kind, _ in found(WORK, "THE END", BOOKS)] == ["advertisement"]


def test_they_come_in_order_and_the_work_is_not_marked():
    marked = found(TITLE, BOOKS, CONTENTS, WORK, NOTES, INDEX, BOOKS)
    assert [kind for kind, _ in marked] == [
        *("title", "advertisement", "contents", "notes", "index", "advertisement")
    ]
    assert not any("It rained" in said for _, said in marked)


@pytest.mark.parametrize(
    "heading",
    [
        *("Inhalt", "Table des matières", "ÍNDICE", "INDICE.", "Inhoud", "INNEHÅLL", "SISÄLLYS:", "Tartalom"),
        *("Spis treści", "_Contents_", "#INDICE#", "Indhold"),
    ],
)
def test_contents_are_named_in_many_languages_and_stand_before_or_after(heading):
    listed = CONTENTS.replace("CONTENTS", heading)
    assert found(listed, WORK) == [("contents", listed)]
    assert found(WORK, listed) == [("contents", listed)]


def test_the_first_entry_again_is_the_first_chapter():
    listed = "CONTENTS\n\nI. Rain\n\nII. Snow"
    assert found(f"{listed}\n\nI. Rain\n\n{PROSE}") == [("contents", listed)]


def test_a_heading_without_a_list_is_marked_as_nothing():
    assert found(f"Contents\n\n{PROSE}", WORK) == []
    assert found(f"Contents\n\n\n\n\nChapter I\n\nHow it began\n\n{PROSE}", WORK) == []


def test_speech_ends_contents():
    listed = "CONTENTS\n\nI. Rain\n\nII. Snow"
    assert found(f"{listed}\n\n\n“Yes,” he said.\n\n“No.”", WORK) == [("contents", listed)]


@pytest.mark.parametrize(
    "text",
    [
        WORK,
        f"“Yes.”\n\n\n\n“No.”\n\n\n\n{PROSE}",
        f"Once upon a morning cold,\nWhen I thought of days of old,\nRain\nWas all.\n\n\n\n{PROSE}",
        f"{PROSE}\n\n\n\nHe paid $5 for one volume of it.\n\n“Yes.”",
        f"{PROSE}\n\n\n\nTHE END OF IT\n\n{PROSE}",
        f"NOTE\n\nSeven years ago we all went up the hill.\n\n{PROSE}",
        "“Books by the same author?”\n\n“Yes.”\n\n“Where?”\n\n“Here.”\n\n“Oh.”\n\n“Well?”\n\n“Yes.”",
    ],
)
def test_running_text_is_not_marked(text):
    assert found(text) == []


def test_a_short_text_with_prices_in_it_is_no_catalogue():
    poems = "\n\n\n\n".join(["He paid $5\nand went."] * 3 + ["It rained\nall day."] * 12)
    assert "advertisement" not in [kind for kind, _ in found(CONTENTS, poems)]


def test_where_pieces_meet_a_section_ends():
    head, work = "THE HILL\n\nby Jane Doe", f"It rained.\n\n{PROSE}"
    text = f"{head}\n\n{work}"
    assert apparatus.find(text, [len(text)], 2) == ()
    assert apparatus.find(text, [len(head), len(work)], 2) == ((0, len(head), "title"),)


SNIPPETS = [
    *("CONTENTS", "INDEX", "NOTES", "[1] x", "THE END", "by Jane Doe", "1890", "$1.50", "I", "“Yes.”", PROSE),
    *("BY THE SAME AUTHOR", "Hill, 12", "* * *", "LIST OF ILLUSTRATIONS", ""),
]


@given(st.lists(st.tuples(st.sampled_from(SNIPPETS), st.sampled_from(["\n", "\n\n", "\n\n\n\n"]))))
def test_spans_lie_in_the_text_in_order_and_apart(parts):
    text = "".join(said + gap for said, gap in parts).strip()
    end = 0
    for one in apparatus.find(text, [len(text)], 2):
        assert end <= one.start < one.end <= len(text)
        assert one.kind in {"contents", "illustrations", "index", "advertisement", "notes", "title"}
        end = one.end


TRADE = st.sampled_from([
    "L.", "Lire", "fr.", "$", "£", "»", "f", "M.", "MK.", "Kr.", "PRICE", "Preço", "Ára", "Ptas", "cts",
    "réis", "vol", "Vols.", "VOLUM", "tomos", "tomi", "grosso", "volume", "in-8", "edición", "Édit",
    "migliaio", "druk", "kiadás", "Traduc", "Traduz", "Editore", "Éditeurs", "Publisher", "Verlag", "3",
    "12", "_", "=", ".", "ª", "in", "un", "the"
])  # fmt: skip


@given(st.lists(st.tuples(TRADE, st.sampled_from(["", " ", " ", "\n"]))))
def test_the_fast_check_of_a_list_of_books_agrees_with_its_pattern_alone(parts):
    said = "".join(word + gap for word, gap in parts)
    assert publisher_ads.advertises(said) is bool(publisher_ads.FOR_SALE.search(said))

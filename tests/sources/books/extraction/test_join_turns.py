import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.join_turns import join_turns
from tests.sources.books.extraction.steps import document, table_after


def turns(text, silent=(), **params):
    """The text of each row, by turn; the rows with the numbers `silent` are not speech."""
    book = document(text, **params)
    table = table_after("classify_speech", book)
    table = table.with_columns(reason=np.isin(np.arange(len(table)), silent).astype(np.uint8))
    said: list[list[str]] = []
    joined = join_turns(book, table)
    for piece, begins in zip(joined.spans.pieces(text), joined.column("begins_turn").tolist(), strict=True):
        if begins:
            said.append([])
        said[-1].append(piece)
    return said


SPEECH = "He said, “First part.\n\n“Second part.\n\n“Third part.”\n\n“Another.”"
PARTS = ["First part.", "Second part.", "Third part."]
LONG = f"{'Long ' * 60}speech."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“One,” he said, “two.” “Three.”\n\nNo.\n\n“Four.”", [["One,", "two.", "Three."], ["Four."]]),
        (SPEECH, [PARTS, ["Another."]]),
        ("“First.\n\nHe thought.\n\n“Second.”", [["First."], ["Second."]]),
        ("“First.\n\nHe said: “Second.”", [["First."], ["Second."]]),
        ("“First.”\n\n“Second.”", [["First."], ["Second."]]),
        ("“First.\n\n“Second.”", [["First."], ["Second."]]),  # more likely an answer, and a mark is lost
        ("“First.\n\n“Second.\n\nThe end.", [["First.", "Second."]]),
        (f"“{LONG}\n\n“Second.”", [[LONG, "Second."]]),
        (f"“{LONG}\n\n_“Second.”_", [[LONG, "Second."]]),  # the underscore is for italics
        ("Nobody speaks.", []),
    ],
)
def test_a_paragraph_is_one_turn_and_so_is_a_speech_over_paragraphs(text, expected):
    assert turns(text) == expected


def test_join_paragraphs_can_be_turned_off():
    assert turns(SPEECH, join_paragraphs=False) == [[part] for part in [*PARTS, "Another."]]


@pytest.mark.parametrize(
    ("text", "silent", "expected"),
    [
        (f"“{LONG}\n\n“Title.”\n\n“Second.”", [1], [[LONG, "Second."]]),
        ("“Title” is a word. “One.”\n\n“Two.”", [0], [["One."], ["Two."]]),
        ("“Title.\n\n“Two.”", [0], [["Two."]]),
        ("“One.”", [0], []),
    ],
)
def test_rows_that_are_not_speech_neither_begin_nor_end_a_turn(text, silent, expected):
    assert turns(text, silent) == expected


PIECES = st.lists(
    st.sampled_from(["“", "”", "‘", "’", "\n\n", "\n", " ", "_", "A", "word", ".", "—"]), max_size=40
)


@given(PIECES.map("".join), st.randoms(use_true_random=False))
def test_a_turn_begins_at_a_paragraph_and_the_first_row_begins_one(text, random):
    table = table_after("classify_speech", document(text))
    table = table.with_columns(reason=np.array([random.random() < 0.2 for _ in range(len(table))], np.uint8))
    alone, joined = (join_turns(document(text, join_paragraphs=on), table) for on in (False, True))
    assert alone.column("begins_turn").tolist() == alone.first_of_paragraph().tolist()
    assert not (joined.column("begins_turn") & ~alone.column("begins_turn")).any()
    assert joined.column("begins_turn")[:1].all()


@pytest.mark.parametrize(
    ("tag", "goes_on"),
    [
        ("", True),
        (" he said.", True),
        (" he went on.", True),
        (" continued Tom.", True),
        (" said Tom.", False),
        (" said the undertaker.", False),
    ],
)
def test_a_name_in_the_next_paragraph_is_another_speaker_although_a_mark_is_missing(tag, goes_on):
    table = table_after("attribute_speakers", document(f"“{LONG}\n\n“Second,”{tag}"))
    assert table.column("begins_turn").tolist() == [True, not goes_on]

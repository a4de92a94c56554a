from dialogue_etl.sources.books.reference import Utterance
from dialogue_etl.sources.books.reference.columns import in_columns


def test_a_turn_has_its_paragraph_for_a_span():
    dialogues = [[Utterance("a", 0, 9), Utterance("", 11, 20)], [Utterance("b", 30, 35)] * 3]
    turns, runs = in_columns(dialogues)
    assert turns.texts == ["a", "", "b", "b", "b"]
    assert turns.starts.tolist() == [0, 11, 30, 30, 30]
    assert turns.ends.tolist() == [9, 20, 35, 35, 35]
    assert runs == [(0, 2), (2, 5)]


def test_a_book_may_have_none():
    turns, runs = in_columns([])
    assert (len(turns), runs) == (0, [])

from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotes import in_paragraphs
from dialogue_etl.text.tales import begins_tale

PAGE = (
    "There was a king who had three sons, and the youngest of them was held for a fool by all who knew him."
)


def tales(text):
    book = BookText.of(text)
    found = in_paragraphs(book, "»", "«")
    spans = found.spans.where(begins_tale(book, found)).pairs()
    return [text[start:end] for start, end in spans]


def test_a_speech_that_is_closed_after_paragraphs_without_marks_is_a_tale():
    text = f"»Listen«, he said, »it was so.\n\n{PAGE}\n\n{PAGE}\n\nSo it ended.«\n\n»Yes«, she said."
    assert tales(text) == ["it was so."]


def test_talk_inside_the_tale_is_no_tale():
    text = f"»It was so.\n\n{PAGE}\n\n»Go«, said the king.\n\n{PAGE}\n\nSo it ended.« He was silent."
    assert tales(text) == ["It was so."]


def test_without_a_mark_that_closes_it_a_mark_was_lost():
    assert tales(f"»It was so.\n\n{PAGE}\n\n»Go«, said the king.") == []


def test_a_speech_with_a_mark_at_each_paragraph_is_no_tale():
    assert tales(f"»It was so.\n\n»{PAGE}\n\n»{PAGE}«") == []


def test_verse_set_apart_inside_a_speech_makes_no_tale():
    assert tales(f"»He sang:\n\nRoses are red,\n\nand\n\nhe left.« {PAGE}") == []


def test_what_another_speech_leaves_open_is_closed_first():
    text = f"»It was so.\n\n{PAGE}\n\n»{PAGE}\n\n{PAGE}\n\nSo it ended.«"
    assert tales(text) == [PAGE]


def test_nothing_is_found_in_a_book_without_marks():
    assert tales(PAGE) == []
    assert tales("") == []

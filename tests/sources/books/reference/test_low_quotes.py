import pytest

from dialogue_etl.sources.books.reference.low_quotes import low_quoted


def said(text, mark="„"):
    return [[utterance.text for utterance in dialogue] for dialogue in low_quoted(text, mark)]


@pytest.mark.parametrize(
    ("text", "mark"), [("„Ja.“ sagte er. „Nein.“", "„"), ("»Ja.« sagte er. »Nein.«", "»")]
)
def test_quotations_are_put_together_without_a_blank(text, mark):
    assert said(text, mark) == [["Ja.Nein."]]


def test_narration_between_straight_marks_is_speech():
    assert said('"Ja," sagte er, "nein."', '"') == [["Ja, sagte er, nein."]]


def test_a_quotation_that_is_not_closed_goes_on_to_the_next_one():
    assert said("„Ja, „nein“ sagte er.") == [["Ja, nein"]]
    assert said("„Ja.” sagte er.") == [["Ja.” sagte er."]]


@pytest.mark.parametrize(("before", "speaks"), [("", True), ("–", True), ("– ", False)])
def test_the_mark_is_one_of_the_first_two_characters(before, speaks):
    assert bool(said(f"{before}„Ja.“")) is speaks


@pytest.mark.parametrize(("characters", "dialogues"), [(149, 1), (150, 2)])
def test_the_gap_counts_silent_paragraphs_only(characters, dialogues):
    text = f"„Ja.“ {'x' * 500}\n\n{'x' * characters}\n\n„Nein.“"
    assert len(said(text)) == dialogues

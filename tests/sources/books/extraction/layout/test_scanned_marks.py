"""Closing marks that a scan has as digits or letters."""

import pytest

from dialogue_etl.sources.books.extraction.layout.scanned_marks import with_closing_marks
from tests.sources.books.extraction import steps


def test_narration_after_such_a_mark_is_not_spoken():
    text = "„Pojď!11 zvolal Jan.\n\n„Nikam nejdu,tt řekla Anna. „Proč?“"
    assert steps.pieces("cut_remarks", text, "cs") == ["Pojď!", "Nikam nejdu,", "Proč?"]
    text = "„Kam?a ptala se Anna.\n\n„Tam/ odvětil Jan. „Kam?“"
    assert steps.pieces("cut_remarks", text, "cs") == ["Kam?", "Tam", "Kam?"]


@pytest.mark.parametrize(
    "text",
    [
        "„Pojď,1 Jane!“ zvolal.",  # a note: the quotation closes
        "Bylo jich mnoho.11 Jan šel.",  # no quotation
        "„Pojď\n\nBylo jich mnoho.11 Jan šel.",  # in another paragraph
        "„Přišel v 11 hodin.“",
        "„Jan? A Anna/Marie a Petr.“",
    ],
)
def test_other_digits_stay(text):
    assert with_closing_marks(text) == text

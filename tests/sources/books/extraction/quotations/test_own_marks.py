"""The marks of a book are found by evidence, whatever its language usually uses."""

import pytest

from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.quotations.own_marks import own_marks
from dialogue_etl.text.spans import BookText
from tests.sources.books.extraction import steps

SAID = {
    "en": (["Who is there?", "Nobody.", "Then come in, both of you!"], " asked Emma softly."),
    "nl": (["Wie is daar?", "Niemand.", "Kom dan maar binnen, allebei!"], " vroeg Emma zacht."),
    "de": (["Wer ist da?", "Niemand.", "Dann kommt nur herein, ihr beiden!"], " fragte Emma leise."),
    "fr": (["Qui est là ?", "Personne.", "Alors entrez, tous les deux !"], " demanda Emma doucement."),
    "hu": (["Ki van ott?", "Senki.", "Akkor jöjjetek be mindketten!"], " kérdezte Emma halkan."),
}
NARRATED = "The door was green, and it was late.\n\n"
PAIRS = ["“”", "„“", "„”", "””", "«»", "»«", "»»", "‘’", "‹›", '""', ("``", "''"), (",,", "''")]
DASHES = ["—", "--", "– "]


def story(said, tag, marks):
    """A story in which a tag follows the first line."""
    opening, closing = marks if len(marks) == 2 and marks not in DASHES else (marks, "")
    first, *others = (f"{opening}{one}{closing}" for one in said)
    return NARRATED + "\n\n".join([first + tag, *others])


@pytest.mark.parametrize("marks", [*PAIRS, *DASHES])
@pytest.mark.parametrize("tag", SAID)
def test_speech_is_the_same_with_any_marks(tag, marks):
    said, behind = SAID[tag]
    assert steps.pieces("cut_narration", story(said, behind, marks), tag) == said


@pytest.mark.parametrize("tag", SAID)
@pytest.mark.parametrize("marks", [("«»", '""'), ("“”", "—"), ("--", "„“")])
def test_two_conventions_in_one_book(tag, marks):
    said, behind = SAID[tag]
    text = story(said, behind, marks[0]) + "\n\n" + story(said, behind, marks[1])
    assert steps.pieces("cut_narration", text, tag) == said * 2


def test_glyphs_of_one_family_mixed_at_random_weigh_as_much_as_one_kind():
    def weight(text):
        return own_marks(BookText.of(text), LANGUAGES["en"], Extract()).weight

    assert weight('“Yes.” "No." „Yes." "No.” ' * 9) == weight("“Yes.” “No.” “Yes.” “No.” " * 9) == 72


@pytest.mark.parametrize(
    "others",
    [
        "--at least for a while.\n\n" * 3,  # lines broken off
        "—The Old Play\n\n" * 40,  # where mottoes come from
    ],
)
def test_dashes_without_speech_are_not_speech_marks_of_an_english_book(others):
    own = own_marks(BookText.of("“Yes,” he said.\n\n" * 20 + others), LANGUAGES["en"], Extract())
    assert own.dashes is None
    assert not any(isinstance(marks, Dash) for marks in own.marks)

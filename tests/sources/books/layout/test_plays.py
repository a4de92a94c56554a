import pytest

from dialogue_etl.sources.books.layout import Kind
from tests.sources.books.layout.looks import between


@pytest.mark.parametrize(
    "form", ["{}. {}", "_{}._ {}", "{}: {}", "{} (aside): {}", "{} [Rising]. {}", "{}.--_Softly._ {}"]
)
def test_names_before_the_lines(form):
    lines = [form.format(name, "Who goes there?") for name in ("ANNA", "TOM BELL", "ANNA")]
    assert between(*lines) == [Kind.PLAY] * 3


def test_stage_directions_belong_to_it():
    assert between("ANNA. Who?", "They look at the “boat”.", "TOM. I.", "ANNA. Come.") == [Kind.PLAY] * 4


def test_a_list_is_none():
    assert between("BREAD. Two loaves.", "MILK. One jug.", "SALT. None.") == [Kind.RUNNING] * 3


def test_two_lines_are_none():
    assert between("ANNA. Who?", "ANNA. I.") == [Kind.RUNNING] * 2


def test_names_in_small_letters_are_none():
    assert between("Anna. Who?", "Tom. I.", "Anna. Come.") == [Kind.RUNNING] * 3


def test_a_name_as_long_as_a_book():
    assert between("A" * 100_000, "ANNA " * 20_000) == [Kind.RUNNING] * 2

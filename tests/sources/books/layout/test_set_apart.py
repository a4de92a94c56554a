import numpy as np
import pytest

from dialogue_etl.sources.books.layout.set_apart import Manner, SetApart
from dialogue_etl.sources.books.layout.shapes import Shapes
from dialogue_etl.text.book_text import BookText


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

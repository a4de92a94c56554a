import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.speakers.attribution import attribution, telling
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.naming import naming_at, tokens
from dialogue_etl.sources.books.speakers.narration import BESIDE, TOLD, UNTOLD, Told
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotes import in_paragraphs


def test_a_verb_of_speech_tells_more_than_the_neighbourhood():
    how = np.array([UNTOLD, BESIDE, TOLD, BESIDE, UNTOLD, TOLD, TOLD])
    assert telling(how, np.array([0, 3, 5])).tolist() == [2, 3, 5]


def test_without_any_tag_it_is_the_first_stretch():
    assert telling(np.array([UNTOLD, UNTOLD]), np.array([0])).tolist() == [0]


def last_named(narration):
    cast = Cast()
    for name in ("Paul", "Emma"):
        cast.add(naming_at(tokens(name, LANGUAGES["en"]), 0, LANGUAGES["en"]), 1)
    book = BookText.of(f"{narration} “Yes.”\n\n“No.”")
    told = Told.of(book, in_paragraphs(book, "“", "”"), LANGUAGES["en"])._replace(cast=cast)
    (first, _) = attribution(told, np.arange(2), np.array([0])).beside.tolist()
    return None if first == NOBODY else cast.name(first)


@pytest.mark.parametrize(
    ("narration", "name"),
    [
        ("Paul looked at Emma and Rose.", "Emma"),
        ("Then Emma's hand moved.", "Emma"),
        ("It was ’Emma of course.", "Emma"),
        ("It was Jean-Paul at last.", None),
        ("It was McEmma at last.", None),
        ("It was _Emma at last.", None),
        ("It was l’Emma at last.", "Emma"),
        ("Nobody knew.", None),
    ],
)
def test_the_person_named_last_before_a_turn(narration, name):
    assert last_named(narration) == name

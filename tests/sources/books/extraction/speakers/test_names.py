"""Names as they are written: sequences of capitalised words, with titles and particles."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.speakers.names import Name, name_of, places, plain, sequences

EN, FR = LANGUAGES["en"], LANGUAGES["fr"]


def found(text, known=(), lower=("but", "then"), language=EN):
    """The names in a text, each as its title and words."""
    return [
        (place.name.title, " ".join(place.name.words))
        for sequence in sequences(text)[1]
        for place in places(sequence, language, known, lower)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I met Mr. Paul Harker there.", [("mr", "paul harker")]),
        ("But Ellen went. Agnes stayed.", [("", "ellen"), ("", "agnes")]),
        ("the Lady Agnes de la Tour sat", [("lady", "agnes tour")]),
        ("he and the Queen met Ellen's Agnes", [("queen", ""), ("", "ellen"), ("", "agnes")]),
        ("Said J. Harker: Ellen!", [("", "said j harker"), ("", "ellen")]),
        ("CHAPTER Ellen", [("", "ellen")]),  # a heading
        ("Then I saw Ellen", [("", "ellen")]),
        ("to Dr.\nHarker", [("dr", "harker")]),
        ("nothing here", []),
    ],
)
def test_names_in_a_text(text, expected):
    assert found(text) == expected


def test_a_word_that_is_a_name_in_a_tag_may_begin_a_sentence():
    assert found("Will Harker came.", lower={"will"}) == [("", "harker")]
    assert found("Will Harker came.", known={"will"}, lower={"will"}) == [("", "will harker")]


def test_elided_particles_are_no_part_of_a_name():
    assert found("dit d'Aubray, et l’Emma", language=FR) == [("", "aubray"), ("", "emma")]
    assert plain("d’Aubray's") == "aubray"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("the Count of Monte", Name("count", ("monte",))),
        ("Mrs. and Miss Bates", Name("mrs", ("bates",))),
        ("Mrs. Dr. Harker", Name("dr", ("harker",))),
        ("Ellen", Name("", ("ellen",))),
        ("the Colonel", Name("colonel", ())),
        ("M. de la Tour", Name("m", ("tour",))),
        ("the burly Harker", Name("", ("harker",))),
        ("our tall old Captain Ford", Name("captain", ("ford",))),
    ],
)
def test_name_of_a_mention(form, expected):
    assert name_of(form, EN) == expected

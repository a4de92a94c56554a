import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES, Language
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.genders import vote
from dialogue_etl.sources.books.speakers.naming import naming_at, tokens

EN = LANGUAGES["en"]
SHE = "Evelyn shut her eyes. "
HE = "Evelyn took his hat. "


def gender(text, name="Evelyn", times=2, language=EN):
    """The gender of a person named so often beside speech, of which there is one at the beginning."""
    cast = Cast()
    cast.add(naming_at(tokens(name, EN), 0, EN), times)
    vote(cast, np.array([NOBODY, 0, 0]), np.array([0, 0, 5]), text, language)
    return cast.gender(0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SHE * 4, "f"),
        (HE * 4, "m"),
        (SHE * 3, ""),
        (SHE * 4 + HE * 2, "f"),
        (SHE * 4 + HE * 3, ""),
        ("Evelyn went down to the river and over the bridge, and she sang. " * 9, ""),
    ],
)
def test_pronouns_close_behind_a_name_tell_the_gender(text, expected):
    assert gender(text) == expected


def test_who_is_called_by_name_is_not_who_speaks():
    assert gender("“Good-bye, Evelyn,” he said. " * 9) == ""
    assert gender("“I like Evelyn.”\n\nHe nodded. " * 9) == ""


def test_a_title_says_more_than_pronouns():
    assert gender(SHE * 9, "Mr. Evelyn") == "m"


def test_nobody_asks_for_who_is_hardly_named_or_has_no_name():
    assert gender(SHE * 9, times=1) == ""
    assert gender("the cook shut her eyes. " * 9, "the neighbour") == ""


def test_a_few_dozen_mentions_are_enough():
    assert gender(SHE * 24 + HE * 99) == "f"


def test_mentions_far_from_where_somebody_speaks_do_not_count():
    assert gender("word " * 20_000 + SHE * 9) == ""


def test_a_language_without_such_words_tells_nothing():
    assert gender(SHE * 9, language=Language("xx", "Wordless", EN.marks)) == ""


def test_words_in_the_long_s_of_old_prints_are_others():
    assert gender("Evelyn turned; ſhe ſmiled. " * 9) == ""
    assert gender("EVELYN. Evelyn turned; SHE smiled. " * 9) == "f"

import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES, Language
from dialogue_etl.sources.books.extraction.speakers.characters import Characters
from dialogue_etl.sources.books.extraction.speakers.tag_parser import mention_at, tokens
from dialogue_etl.sources.books.extraction.table import UNKNOWN

EN = LANGUAGES["en"]


def mention(words):
    return mention_at(tokens(words, EN), 0, EN)


def people(*names):
    characters = Characters()
    return characters, [characters.add(mention(name), 1) for name in names]


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (("Ellen", "Ellen Harker", "Harker"), [0, 0, 0]),  # a shared word makes one person
        (("Mr. Harker", "Mrs. Harker", "Mr. Harker"), [0, 1, 0]),
        (("Mrs. Harker", "Dr. Harker", "Mrs. Dr. Harker"), [0, 1, 0]),
        (("Ellen Harker", "Jonathan Harker", "Ellen"), [0, 1, 0]),
        (("Harker", "the harker", "the harker"), [0, 1, 1]),  # a noun is not a name
    ],
)
def test_names_that_share_a_word_are_one_character_unless_they_conflict(names, numbers):
    assert people(*names)[1] == numbers


def test_a_character_has_the_name_used_most_and_the_gender_of_the_title():
    assert people("Ellen Harker", "Ellen", "Ellen")[0].name(0) == "Ellen"
    assert people("Mr. Harker", "Mrs. Harker")[0].genders() == ["m", "f"]


def test_nouns_are_not_names():
    characters, _ = people("Harker", "the harker")
    assert characters.are_nominal().tolist() == [False, True, False]
    assert characters.by_word() == {"harker": 0}


def test_an_unknown_name_finds_no_character():
    assert people("Ellen")[0].find(mention("Agnes")) == UNKNOWN


SHE, HE = "Evelyn shut her eyes. ", "Evelyn took his hat. "


def gender(text, name="Evelyn", times=2, language=EN):
    """The gender of a character in so many tags, with speech at the beginning of the text."""
    characters = Characters()
    characters.add(mention(name), times)
    characters.vote_for_genders(np.array([UNKNOWN, 0, 0]), np.array([0, 0, 5]), text, language)
    return characters.gender(0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SHE * 4, "f"),
        (HE * 4, "m"),
        (SHE * 3, ""),
        (SHE * 4 + HE * 2, "f"),
        (SHE * 4 + HE * 3, ""),
        ("Evelyn went down to the river and over the bridge, and she sang. " * 9, ""),
        ("“Good-bye, Evelyn,” he said. " * 9, ""),  # who is called by name does not speak
        ("“I like Evelyn.”\n\nHe nodded. " * 9, ""),
        (SHE * 24 + HE * 99, "f"),  # a few dozen mentions are enough
        ("word " * 20_000 + SHE * 9, ""),  # far from where she speaks
        ("Evelyn turned; ſhe ſmiled. " * 9, ""),  # the long s of old prints makes other words
        ("EVELYN. Evelyn turned; SHE smiled. " * 9, "f"),
    ],
)
def test_pronouns_shortly_after_a_name_give_the_gender(text, expected):
    assert gender(text) == expected


def test_a_title_outweighs_pronouns():
    assert gender(SHE * 9, "Mr. Evelyn") == "m"


def test_no_gender_for_rare_characters_nouns_and_languages_without_referring_words():
    assert gender(SHE * 9, times=1) == ""
    assert gender("the cook shut her eyes. " * 9, "the neighbour") == ""
    assert gender(SHE * 9, language=Language("xx", "Wordless", EN.marks)) == ""

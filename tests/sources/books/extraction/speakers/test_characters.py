"""Which names are one person's, with which gender, and where they are named."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.speakers.characters import Characters
from dialogue_etl.sources.books.extraction.speakers.mentions import mention_at, tokens
from dialogue_etl.sources.books.extraction.table import UNKNOWN
from tests.sources.books.extraction.steps import document

EN = LANGUAGES["en"]


def mention(words, language=EN):
    return mention_at(tokens(words, language), 0, language)


def people(*names, text=""):
    """The characters of a text with these names in speech tags."""
    return Characters(document(text or ". ".join(names)), {mention(name): 1 for name in names})


def numbers(*names, text=""):
    characters = people(*names, text=text)
    found = [characters.find(mention(name)) for name in names]
    first = list(dict.fromkeys(found))
    return [first.index(number) for number in found]


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("Ellen", "Ellen Harker"), "", [0, 0]),
        (("Mr. Harker", "Mrs. Harker"), "", [0, 1]),
        (
            ("Miss Harker", "Ellen"),
            "Ellen Harker rose. Miss Harker sat. Ellen Harker laughed at her.",
            [0, 0],
        ),
        (("Mrs. Harker", "Ellen"), "Ellen Harker rose. Ellen Harker sat by Mrs. Harker.", [0, 1]),  # mother
        (("Mr. Harker", "Paul"), "Mr. Harker saw it. Paul Harker laughed, and he rose. " * 4, [0, 0]),
        (("Lizzy", "Elizabeth"), "Elizabeth rose. Lizzy sat. Elizabeth, Lizzy.", [0, 0]),
        (("Kitty", "Lady Catherine"), "Kitty sat. Lady Catherine de Tour rose. Lady Catherine came.", [0, 1]),
        (
            ("Sir John", "Mr. Holt"),
            "Sir John Holt came in. Sir John rose. So did John Holt. Mr. Holt sat.",
            [0, 0],
        ),
        (("the harker", "Harker"), "", [0, 1]),  # a noun is not a name
        (("Bill", "Ellen"), "Bill Ford came. Bill Ford sat. Ellen saw Bill.", [0, 1]),
        (("Harker", "Mrs. Harker"), "Mr. Harker came. Mr. Harker left Mrs. Harker. Mr. Harker sat.", [0, 1]),
        (("the Colonel", "Colonel Ford"), "Colonel Ford came. Colonel Ford sat. The Colonel rose.", [0, 0]),
        (("the Queen", "the King"), "The Queen rose. The King sat.", [0, 1]),
        (
            ("Mr. Ford", "Mr. Paul Ford", "Mark"),
            "Mr. Ford and Mr. Paul Ford came. Mr. Ford sat. Mr. Paul Ford rose. Mark rose.",
            [0, 1, 2],
        ),
        (("Mr. Ford", "Paul"), "Paul Ford rose. Mr. Ford sat. " * 5 + "Mark Ford came. " * 2, [0, 1]),
        (("Mr. Ford", "Paul"), "Paul Ford rose. Mr. Ford sat. " * 5 + "Mark Ford came.", [0, 0]),
        (("Mr. Ford", "Paul"), "Paul Ford rose. Mr. Ford sat. " * 10 + "Mark Ford came. " * 2, [0, 0]),
        (("the captain", "Captain Ford"), "Captain Ford came. The captain rose. Captain Ford sat.", [0, 0]),
        (("his uncle", "Uncle Paul"), "Uncle Paul came. His uncle rose. Uncle Paul sat.", [0, 1]),
    ],
)
def test_names_are_merged_and_kept_apart_by_evidence(names, text, expected):
    assert numbers(*names, text=text) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Bill", "Then Bill Ford came. " * 3 + "He saw Bill. " * 9, "Bill Ford"),
        ("Ellen", "Ellen Ford sat by Agnes Ford. " * 3 + "To Ellen. " * 9, "Ellen"),
        ("the Mock Hen", "To the Mock Hen and the Mock Hen.", "the Mock Hen"),
        ("Ellen", "Poor Ellen! Poor Ellen. Poor Ellen. By Ellen.", "Ellen"),
    ],
)
def test_a_character_has_a_full_name_that_is_theirs_alone_or_the_name_used_most(name, text, expected):
    characters = people(name, *(["Agnes"] if "Agnes" in text else []), text=text)
    assert characters.name(characters.find(mention(name))) == expected


def test_those_who_answer_each_other_are_two():
    text = "Lucy Ford rose. Miss Ford sat. Lucy Ford sat. Miss Ford rose."
    mentions = {mention("Miss Ford"): 2, mention("Lucy"): 2}
    pair = (mention("Lucy"), mention("Miss Ford"))
    for times, expected in ((0, 1), (1, 1), (2, 2)):
        characters = Characters(document(text), mentions, answers={pair: times})
        assert len({characters.find(one) for one in mentions}) == expected


def test_an_unknown_name_finds_no_character():
    assert people("Ellen").find(mention("Agnes")) == UNKNOWN


SHE, HE = "Evelyn shut her eyes. ", "Evelyn took his hat. "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SHE * 4, "f"),
        (HE * 4, "m"),
        (SHE * 2, ""),
        (SHE * 4 + HE * 2, "f"),
        (SHE * 4 + HE * 3, ""),
        ("“Good-bye, Evelyn,” he said. " * 9, ""),  # who is called by name does not speak
        ("“I like Evelyn.”\n\nHe nodded. " * 9, ""),
        ("Evelyn turned; ſhe ſmiled. " * 9, ""),  # the long s of old prints makes other words
    ],
)
def test_pronouns_shortly_after_a_name_give_the_gender(text, expected):
    characters = people("Evelyn", text=text)
    assert characters.genders() == [expected]


def test_a_title_outweighs_pronouns():
    assert people("Mr. Evelyn", text="Mr. Evelyn shut her eyes. " * 9).genders() == ["m"]


def test_places_where_characters_are_named():
    text = "Ellen saw London. Then Agnes, and Ellen's dog, came to Mrs. Agnes Ford."
    characters = people("Ellen", "Agnes", text=text)
    starts, ends, found = characters.named
    named = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert named == ["Ellen", "Agnes", "Ellen's", "Mrs. Agnes Ford"]
    assert found.tolist()[0] == found.tolist()[2] != found.tolist()[1]


def test_a_noun_that_begins_a_sentence_is_a_place_of_its_character():
    text = "The old miller saw a miller. The millers laughed. Then the miller left."
    characters = people("the miller", text=text)
    assert [text[start:end] for start, end, _ in zip(*characters.named, strict=True)] == ["miller"]
    assert characters.named.starts.tolist() == [text.index("miller")]
    assert characters.name(0) == "the miller"


def test_the_narrator_is_a_character_without_a_name_in_the_text():
    characters = people("I", "Ellen")
    assert characters.name(characters.narrator()) == "I"
    assert people("Ellen").narrator() == UNKNOWN

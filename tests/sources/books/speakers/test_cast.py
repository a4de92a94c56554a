from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.naming import naming_at, tokens


def naming(words):
    return naming_at(tokens(words, LANGUAGES["en"]), 0, LANGUAGES["en"])


def people(*names):
    cast = Cast()
    return cast, [cast.add(naming(name), 1) for name in names]


def test_a_shared_word_makes_one_person():
    assert people("Ellen", "Ellen Harker", "Harker")[1] == [0, 0, 0]


def test_titles_of_two_genders_make_two():
    cast, numbers = people("Mr. Harker", "Mrs. Harker", "Mr. Harker")
    assert numbers == [0, 1, 0]
    assert [cast.gender(person) for person in (0, 1)] == ["m", "f"]


def test_another_given_name_makes_another_person():
    assert people("Ellen Harker", "Jonathan Harker", "Ellen")[1] == [0, 1, 0]


def test_a_noun_is_nobody_with_a_name():
    cast, numbers = people("Harker", "the harker", "the harker")
    assert numbers == [0, 1, 1]
    assert [cast.is_noun(person) for person in (0, 1)] == [False, True]
    assert cast.by_word() == {"harker": 0}


def test_votes_tell_the_gender_if_there_are_enough():
    cast, _ = people("Ellen")
    for _ in range(3):
        cast.vote(0, "f")
    assert cast.gender(0) == ""
    cast.vote(0, "f")
    assert cast.gender(0) == "f"
    for _ in range(3):
        cast.vote(0, "m")
    assert cast.gender(0) == ""


def test_a_person_has_the_name_used_most():
    cast, _ = people("Ellen Harker", "Ellen", "Ellen")
    assert (cast.name(0), cast.times(0), len(cast)) == ("Ellen", 3, 1)


def test_nobody_is_found_by_an_unknown_name():
    cast, _ = people("Ellen")
    assert cast.find(naming("Agnes")) == NOBODY
    assert cast.by_word() == {"ellen": 0}

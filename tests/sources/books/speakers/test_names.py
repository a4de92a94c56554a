import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.names import Named, alternated
from dialogue_etl.sources.books.speakers.naming import naming_at, tokens

A, B = 0, 1


@pytest.fixture
def cast():
    people = Cast()
    for name in ("Mr. Harker", "Mrs. Holt"):
        people.add(naming_at(tokens(name, LANGUAGES["en"]), 0, LANGUAGES["en"]), 1)
    return people


def named(cast, person, near=None, gender=None):
    confidence = [0.9 if one != NOBODY else 0.0 for one in person]
    gender = gender or [cast.gender(one) if one != NOBODY else "" for one in person]
    close = np.ones(len(person) - 1, np.bool_) if near is None else np.array(near)
    return alternated(Named(person, confidence, gender), close, cast)


def test_two_who_talk_by_turns_are_named_forwards(cast):
    found = named(cast, [A, B, NOBODY, NOBODY])
    assert found.person == [A, B, A, B]
    assert found.confidence == [0.9, 0.9, 0.7, 0.7]


def test_the_longer_it_goes_on_the_less_it_is_sure(cast):
    confidence = named(cast, [A, B, *([NOBODY] * 4)]).confidence
    assert confidence == [0.9, 0.9, 0.7, 0.7, 0.679, 0.679]


def test_and_backwards(cast):
    assert named(cast, [NOBODY, NOBODY, A, B]).person == [A, B, A, B]


def test_only_where_they_follow_each_other_closely(cast):
    assert named(cast, [A, B, NOBODY], near=[True, False]).person == [A, B, NOBODY]
    assert named(cast, [A, B, NOBODY], near=[False, True]).person == [A, B, NOBODY]


def test_a_pronoun_of_the_other_gender_forbids_it(cast):
    assert named(cast, [A, B, NOBODY], gender=["m", "f", "f"]).person == [A, B, NOBODY]
    assert named(cast, [A, B, NOBODY], gender=["m", "f", "m"]).person == [A, B, A]


def test_one_alone_does_not_alternate(cast):
    assert named(cast, [A, NOBODY, NOBODY, A]).person == [A, NOBODY, NOBODY, A]
    assert named(cast, [NOBODY]).person == [NOBODY]

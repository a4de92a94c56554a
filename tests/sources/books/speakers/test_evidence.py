from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.speakers.attribution import Attribution
from dialogue_etl.sources.books.speakers.cast import NOBODY, Cast
from dialogue_etl.sources.books.speakers.evidence import people_around
from dialogue_etl.sources.books.speakers.naming import Naming

NAMES, NOUNS = 8, 3


def cast():
    people = Cast()
    for number in range(NAMES + NOUNS):
        word = f"{'abcdefghijk'[number]}nna"
        people.add(Naming(word.title(), (word,), "f", number >= NAMES, 1), 1)
    return people


def said_by(persons):
    person = np.array(persons, np.int64)
    return Attribution(cast(), *[person] * len(Attribution._fields[1:]))


def around(persons, place):
    """Five names and a noun at most, the most frequent first, of equals the one that comes first."""
    heard = [person for person in persons[max(place - 15, 0) : place + 17] if person != NOBODY]
    most = [person for person, _ in Counter(heard).most_common()]
    names = [person for person in most if person < NAMES][:5]
    nouns = [person for person in most if person >= NAMES][:1]
    return names + [NOBODY] * (5 - len(names)) + nouns + [NOBODY] * (3 - len(nouns))


@given(st.lists(st.integers(NOBODY, NAMES + NOUNS - 1), min_size=1))
def test_people_around_a_place_are_those_named_most(persons):
    places = np.arange(len(persons))
    people = people_around(said_by(persons), places)
    assert people.T.tolist() == [around(persons, place) for place in places.tolist()]

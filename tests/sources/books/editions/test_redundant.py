from itertools import permutations

import pytest

from dialogue_etl.filters.document import KeptEdition
from dialogue_etl.sources.books.editions.redundant import Likeness, redundant


def likeness(**books):
    """Of books given as text, title and holders."""
    return {id: Likeness(text, title, holders) for id, (text, title, holders) in books.items()}


def test_the_longest_is_kept_then_the_least_id():
    alike = likeness(
        pg2=("pg2", "pg2", {"pg3": 0.9, "pg10": 0.9}),
        pg3=("pg3", "pg3", {"pg2": 0.8, "pg10": 0.7}),
        pg10=("pg10", "pg10", {"pg2": 0.8, "pg3": 0.7}),
    )
    for lengths in permutations([10, 10, 20]):
        books = dict(zip(alike, lengths, strict=True))
        kept = min(books, key=lambda id: (-books[id], int(id[2:])))
        assert set(alike) - set(redundant(books.items(), alike)) == {kept}


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        (("pg1", "pg2", {"pg1": 0.99}), KeptEdition("pg1", 1.0, same_text=True)),
        (("pg2", "pg1", {"pg1": 0.93}), KeptEdition("pg1", 0.93)),
        (("pg2", "pg1", {}), KeptEdition("pg1", None)),
        (("pg2", "pg2", {"pg9": 0.9}), None),
        (("pg2", "pg2", {}), None),
    ],
)
def test_a_book_is_redundant_beside_the_same_text_or_an_alike_one_or_the_same_title(about, expected):
    alike = likeness(pg1=("pg1", "pg1", {}), pg2=about)
    assert redundant([("pg1", 20), ("pg2", 10)], alike).get("pg2") == expected


def test_what_is_held_only_by_a_book_left_out_is_kept():
    alike = likeness(a=("a", "a", {}), b=("b", "b", {"a": 0.6}), c=("c", "c", {"b": 0.6}))
    assert set(redundant([("a", 30), ("b", 20), ("c", 10)], alike)) == {"b"}


def test_of_several_that_hold_it_the_one_that_holds_most_is_named():
    alike = likeness(a=("a", "a", {}), b=("b", "b", {}), c=("c", "c", {"a": 0.6, "b": 0.9}))
    assert redundant([("a", 30), ("b", 20), ("c", 10)], alike) == {"c": KeptEdition("b", 0.9)}


def test_only_books_to_choose_from_count():
    alike = likeness(a=("a", "a", {}), b=("a", "a", {"a": 1.0}))
    assert redundant([("b", 10)], alike) == {}


def test_a_book_nothing_is_known_of_is_kept():
    assert redundant([("a", 10), ("b", 10)], {}) == {}

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.catalogues.entries import id_order
from dialogue_etl.sources.books.editions.joining import Book, Groups, join
from dialogue_etl.sources.books.parameters import Works
from tests.sources.books.planted import groups_of


def book(id, title="", authors=("Doe, Jane",), shingles=100, digest=""):
    return Book(id, title or f"Title {id}x", authors, shingles, digest or f"digest of {id}")


def by_id(books, pairs=(), **parameters):
    return {row["id"]: row for row in join(books, pairs, Works(**parameters))}


def grouped(books, pairs=(), **parameters):
    return groups_of(join(books, pairs, Works(**parameters)))


def titled(*titles, **parameters):
    """Groups of books by one author, by their places."""
    books = [book(f"pg{number}", title) for number, title in enumerate(titles)]
    return [[int(id[2:]) for id in group] for group in grouped(books, **parameters)]


def test_a_book_alone_is_a_work_of_its_own():
    row = by_id([book("pg1"), book("pg2")])["pg2"]
    assert (row["work_id"], row["text_id"], row["title_id"]) == ("pg2", "pg2", "pg2")
    assert (row["reason"], row["like"], row["similarity"]) == (None, None, None)
    assert (row["alike"], row["parts_of"]) == ([], [])


def test_the_same_words_are_one_text():
    rows = by_id([book("pg1", digest="d"), book("pg2"), book("pg3", digest="d")], similarity=0.0)
    assert rows["pg3"]["text_id"] == rows["pg3"]["work_id"] == "pg1"
    assert (rows["pg3"]["reason"], rows["pg3"]["like"], rows["pg3"]["similarity"]) == ("same text", "pg1", 1)
    assert rows["pg2"]["work_id"] == "pg2"


@pytest.mark.parametrize(
    ("shared", "sizes", "together"),
    [
        (50, (100, 100), True),
        (49, (100, 100), False),
        (50, (100, 500), True),
        (100, (100, 501), False),
        (0, (100, 100), False),
    ],
)
def test_half_of_the_smaller_one_makes_books_alike(shared, sizes, together):
    books = [book(f"pg{number}", shingles=size) for number, size in enumerate(sizes)]
    pairs = [(0, 1, shared)] if shared else []
    assert (len(grouped(books, pairs)) == 1) == together


def test_an_edition_says_what_share_of_it_is_in_the_other_one():
    rows = by_id([book("pg1", shingles=200), book("pg2", shingles=100)], [(0, 1, 80)])
    assert rows["pg1"]["alike"] == [{"id": "pg2", "share": 0.4}]
    assert rows["pg2"]["alike"] == [{"id": "pg1", "share": 0.8}]
    assert [row["similarity"] for row in rows.values()] == [0.8, 0.8]
    assert [row["reason"] for row in rows.values()] == ["alike text", "alike text"]
    # A story is a part of a collection and a work of its own.
    rows = by_id([book("pg1", shingles=1000), book("pg2", shingles=100)], [(0, 1, 95)])
    assert [row["parts_of"] for row in rows.values()] == [[], [{"id": "pg1", "share": 0.95}]]
    assert rows["pg2"]["work_id"] == "pg2"


@pytest.mark.parametrize(
    ("titles", "groups"),
    [
        (["Emma", "Emma: A Novel"], [[0, 1]]),
        (["Frankenstein", "Frankenstein; Or, The Modern Prometheus"], [[0, 1]]),
        (["L'Innocente", "L’innocente"], [[0, 1]]),
        (["Diary, Volume 1: January", "Diary, Volume 2: February"], [[0, 1]]),
        (["Az uj földesur (1. kötet)", "Az új földesúr (2. kötet)"], [[0, 1]]),
        (["Emma", "Persuasion"], [[0], [1]]),
        (["Poems", "Poems: Second Series"], [[0], [1]]),
        (["The Struggle: The Search", "The Struggle: The Weeds"], [[0], [1]]),
        (["The Return of Sherlock Holmes", "The Adventures of Sherlock Holmes"], [[0], [1]]),
        (["Henry IV", "Henry V"], [[0], [1]]),
        (["", ""], [[0], [1]]),
        (["Volume 1", "Volume 2"], [[0], [1]]),
    ],
)
def test_titles_of_one_author(titles, groups):
    assert titled(*titles) == groups
    assert titled(*titles[::-1]) == [
        sorted(len(titles) - 1 - place for place in group) for group in reversed(groups)
    ]
    assert len(titled(*titles, same_title=False)) == len(titles)


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (["Doe, Jane"], ["Jane Doe"], True),
        (["Doe, Jane", "Roe, Richard"], ["Roe, Richard"], True),
        (["Doe, Jane"], ["Doe, John"], False),
        (["Various"], ["Various"], False),
        ([], [], False),
    ],
)
def test_the_same_title_is_the_same_work_only_by_the_same_author(one, other, together):
    books = [book("pg1", "Tales of Old", one), book("pg2", "Tales of Old", other)]
    assert (len(grouped(books)) == 1) == together


def test_volumes_are_of_one_work_but_not_of_one_title_and_volume():
    names = ["Ivanhoe, Vol. 1", "Ivanhoe, Vol. 2", "Ivanhoe. Vol. II", "Ivanhoe"]
    rows = by_id([book(f"pg{number}", name) for number, name in enumerate(names)])
    assert [row["volume"] for row in rows.values()] == ["1", "2", "2", ""]
    assert [row["title_id"] for row in rows.values()] == ["pg0", "pg1", "pg1", "pg3"]
    assert {row["work_id"] for row in rows.values()} == {"pg0"}
    assert {row["reason"] for row in rows.values()} == {"same title"}


BOOKS = st.lists(
    st.builds(
        lambda title, authors, digest: (title, authors, digest),
        st.sampled_from(["Emma", "Emma: A Novel", "Emma, Vol. 2", "Kim", "Poems", "Poems: Old"]),
        st.lists(st.sampled_from(["Doe, Jane", "Roe, Richard", "Various"]), max_size=2),
        st.sampled_from(["", "a", "b", "c", "d"]),
    ),
    min_size=1,
    max_size=8,
)


@given(BOOKS, st.data())
def test_another_book_changes_no_work_but_those_it_joins(kinds, data):
    books = [Book(f"pg{number}", *kind[:2], 100, kind[2]) for number, kind in enumerate(kinds)]
    everything = list(combinations(range(len(books)), 2))
    shared = data.draw(st.lists(st.sampled_from([0, 0, 0, 30, 60, 90]), min_size=len(everything)))
    pairs = [(*pair, share) for pair, share in zip(everything, shared, strict=False) if share]
    last = len(books) - 1
    before = grouped(books[:-1], [pair for pair in pairs if last not in pair[:2]])
    after = grouped(books, pairs)
    joined = next(group for group in after if f"pg{last}" in group)
    untouched = [group for group in before if not set(group) & set(joined)]
    assert [group for group in after if group != joined] == untouched
    for row in join(books, pairs, Works()):
        group = next(group for group in after if row["id"] in group)
        assert row["work_id"] == min(group, key=id_order)
        assert (row["like"] is None) == (len(group) == 1)
        assert row["like"] is None or row["like"] in group


JOINS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20)


def plainly(members, joins):
    """Least members of groups, by spreading them until nothing changes."""
    least = list(range(members))
    while True:
        before = list(least)
        for one, other in joins:
            least[one] = least[other] = min(least[one], least[other])
        if before == least:
            return least


@given(JOINS, st.randoms(use_true_random=False))
def test_groups_are_those_connected_in_whatever_order(joins, draw):
    mixed = [pair[::-1] if draw.random() < 0.5 else pair for pair in draw.sample(joins, len(joins))]
    groups = Groups(12)
    for one, other in mixed:
        groups.join(one, other)
    assert [groups.least(member) for member in range(12)] == plainly(12, joins)

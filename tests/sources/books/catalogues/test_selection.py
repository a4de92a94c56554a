import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.params import WholeParams, override, parse
from dialogue_etl.sources.books.catalogues import selection
from dialogue_etl.sources.books.catalogues.entries import Entry, id_order
from dialogue_etl.text import patterns

EMMA = Entry(
    id="pg158",
    type="Text",
    issued="1994-08-01",
    title="Emma, or Else",
    languages=("en",),
    authors=("Austen, Jane", "Brontë, Émile"),
    subjects=("Love stories", "Young women -- Fiction"),
    bookshelves=("Best Books", "Browsing: Fiction"),
    rights="Public domain in the USA.",
)
COPYRIGHTED = "Copyrighted. Read the copyright notice inside this book for details."


def parameters(**changes):
    dotted = {key if "." in key else f"books.{key}": value for key, value in changes.items()}
    return parse(override(WholeParams().model_dump(), dotted))


def select(entries, language="en", **changes):
    return selection.select(entries, language, parameters(**changes))


def reason(entry, **changes):
    """Why an entry is left out; None if it is chosen."""
    made = select([entry], **changes)
    assert made.listed == len(made.chosen) + len(made.left_out) == 1
    return made.left_out[0]["reason"] if made.left_out else None


def books(*ids):
    return [Entry(id, languages=("en",)) for id in ids]


def ids(made):
    return [entry.id for entry in made.chosen], [(row["id"], row["reason"]) for row in made.left_out]


IDS = ["pg10", "pg9", "emma", "pg1342"]


def test_without_parameters_every_book_is_taken_in_order_of_numbers():
    assert ids(select(books(*IDS))) == (["emma", "pg9", "pg10", "pg1342"], [])


def test_a_book_in_two_languages_is_taken_for_each():
    both, none = replace(EMMA, languages=("de", "en-GB")), replace(EMMA, id="pg3", languages=())
    assert (select([both, none]).listed, select([both, none], "hu").listed) == (1, 0)
    assert [select([both], language).chosen for language in ("de", "en", "hu")] == [[both], [both], []]


def test_ids_select_and_bans_come_first():
    made = select(books("pg3", "pg1", "pg2"), ids=["pg1", "pg2"], banned=["pg1", "pg3"])
    assert ids(made) == (["pg2"], [("pg1", "banned")])
    assert made.listed == 3


def test_a_wanted_book_that_no_language_has_is_told_of():
    listed = [*books("pg1"), Entry("pg2", languages=("hu",))]
    made = select(listed, ids=["pg1", "pg2", "pg30", "pg4"])
    assert [(row["id"], row["reason"], row["unit"]) for row in made.unknown] == [
        ("pg4", "not_listed", "book"),
        ("pg30", "not_listed", "book"),
    ]
    assert ids(made) == (["pg1"], [])


UNKNOWN = Entry("pg1", "", languages=("en",))


@pytest.mark.parametrize(
    ("changes", "known", "unknown"),
    [
        ({"types": ["Sound", "Dataset"]}, "types", "types"),
        ({"types": ["Text", "Sound"]}, None, "types"),
        ({"authors": ["austen"]}, None, "authors"),
        ({"authors": ["BRONTE, emile"]}, None, "authors"),
        ({"authors": ["Dickens", "Zola"]}, "authors", "authors"),
        ({"authors": ["Jane; Brontë"]}, "authors", "authors"),
        ({"subjects": ["fiction", "Poetry"]}, None, "subjects"),
        ({"subjects": ["Poetry"]}, "subjects", "subjects"),
        ({"bookshelves": ["browsing: fiction"]}, None, "bookshelves"),
        ({"bookshelves": ["Science"]}, "bookshelves", "bookshelves"),
        ({"title_pattern": "^emma\\b"}, None, "title_pattern"),
        ({"title_pattern": "^$"}, "title_pattern", None),
        ({"issued_from": "1994-08-01"}, None, "issued_from"),
        ({"issued_from": "1994-08-02"}, "issued_from", "issued_from"),
        ({"issued_to": "1994-08-01"}, None, "issued_to"),
        ({"issued_to": "1994-07-31"}, "issued_to", "issued_to"),
        ({}, None, None),
    ],
)
def test_a_parameter_leaves_out_what_it_says_and_what_is_not_known_is_not_what_is_wanted(
    changes, known, unknown
):
    changes = {"types": [], **changes}
    assert (reason(EMMA, **changes), reason(UNKNOWN, **changes)) == (known, unknown)


def test_a_pattern_of_titles_that_backtracks_without_end_stops_the_selection(monkeypatch):
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    with pytest.raises(patterns.SlowPatternError, match="backtracks without end"):
        reason(replace(EMMA, title="o" * 60), title_pattern="(o|oo)+$^")


@pytest.mark.parametrize(
    ("stated", "choice", "why"),
    [
        (COPYRIGHTED, "public_domain", "rights"),
        (COPYRIGHTED, "any", None),
        ("Public domain in the USA.", "public_domain", None),
        ("", "public_domain", None),  # its text will say, or the pre-filter
        (None, "public_domain", None),
    ],
)
def test_rights_count_where_they_are_stated(stated, choice, why):
    assert reason(replace(EMMA, rights=stated), **{"prefilter.rights": choice}) == why


def test_the_first_rule_gives_the_reason():
    changes = {"types": ["Sound"], "authors": ["Zola"], "issued_to": "1993-01-01"}
    assert reason(EMMA, **changes) == "types"
    assert reason(EMMA, **changes, banned=["pg158"]) == "banned"


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_max_books_takes_the_smallest_hashes(limit):
    chosen, left_out = ids(select(books(*IDS), max_books=limit))
    ranked = sorted(IDS, key=lambda id: hashlib.sha256(id.encode()).digest())
    assert ids(select(books(*IDS), max_books=1, banned=ranked[:1]))[0] == ranked[1:2]  # they do not count
    assert chosen == sorted(ranked[:limit], key=id_order)
    assert left_out == [(id, "max_books") for id in sorted(ranked[limit:], key=id_order)]


@given(st.sets(st.integers(1, 500), min_size=1), st.integers(0, 40), st.integers(501, 999))
def test_another_book_moves_at_most_one_under_max_books(numbers, limit, new):
    listed = books(*(f"pg{number}" for number in numbers))
    before = set(ids(select(listed, max_books=limit))[0])
    after = set(ids(select([*listed, *books(f"pg{new}")], max_books=limit))[0])
    assert len(before) == min(len(numbers), limit or len(numbers))
    assert len(before - after) <= (1 if limit else 0)

"""Every filter with every operator it takes: what it keeps, what it does not, and the same negated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.pairs.filters import INTERACTION, METADATA, METADATA_KINDS, PAIR_KINDS
from tests.pairs.made import columns, components, pipeline, refused

KINDS = {kind.name: kind for kind in (*METADATA_KINDS, *PAIR_KINDS)}
PT16 = {"country": "PT", "value": "M/16"}


def film(**known):
    return {"adult": None, "certifications": [], **known}


def numbers(of, suffix="", factor=1):
    """The operators of numbers; `of` makes a value of a number."""
    return [
        ({f"min{suffix}": 2}, [of(2 * factor), of(9 * factor)], [of(1 * factor)]),
        ({f"max{suffix}": 2}, [of(2 * factor), of(1 * factor)], [of(3 * factor)]),
        ({f"exact{suffix}": 2}, [of(2 * factor)], [of(1 * factor), of(3 * factor)]),
        ({f"range{suffix}": [2, 4]}, [of(2 * factor), of(3 * factor)], [of(1 * factor), of(4 * factor)]),
    ]


def known(value, unknown=None):
    return [({"exists": True}, [value], [unknown]), ({"exists": False}, [unknown], [value])]


NAME = [
    *known("UTF-8"),
    ({"value": "utf-8"}, ["UTF-8"], ["utf-16", None]),
    ({"values": ["utf-8", "Big5"]}, ["UTF-8", "big5"], ["cp1252", None]),
    ({"regex": "^(?i)utf|5$"}, ["UTF-8", "Big5"], ["cp1252", None]),
]
NAMES = [
    *known(["Spain"], []),
    ({"value": "spain"}, [["Italy", "Spain"]], [["Italy"], []]),
    ({"values": ["Spain", "Italy"]}, [["Italy"], ["spain", "France"]], [["France"], []]),
    ({"values": ["Spain", "Italy"], "mode": "any"}, [["Italy"]], [["France"]]),
    ({"values": ["Spain", "Italy"], "mode": "all"}, [["Italy", "Spain", "France"]], [["Spain"], []]),
    ({"regex": "^Po"}, [["Spain", "Poland"], ["Portugal"]], [["Spain"], []]),
]
NUMBER = [*known(0), *numbers(float)]
SIZES = [*numbers(lambda number: list("abcdefghi")[:number]), ({"max": 2}, [["a"]], [[], None])]
CASES = {
    "audience": [
        ({"adult": False}, [film(adult=False), film()], [film(adult=True)]),
        ({"adult": True}, [film(adult=True)], [film(adult=False), film()]),
        (
            {"certification": {"country": "PT", "values": ["M/12", "M/16"]}},
            [film(certifications=[{"country": "US", "value": "R"}, PT16])],
            [film(), film(certifications=[{"country": "US", "value": "M/16"}])],
        ),
    ],
    **dict.fromkeys(("country", "genre", "original_language"), NAMES),
    **dict.fromkeys(("country_quantity", "genre_quantity", "original_language_quantity"), SIZES),
    **dict.fromkeys(("encoding", "imdb_id", "movie_title"), NAME),
    **dict.fromkeys(("duration", "movie_rating", "subtitle_rating", "year"), NUMBER),
    "interval": [*known(0), *numbers(int, "_ms"), *numbers(int, "_s", 1000), ({"max_ms": 2}, [-5], [None])],
    "sentiment": [
        ({"value": "positive"}, ["positive"], ["very positive", None]),
        ({"values": ["positive", "very positive"]}, ["very positive"], ["neutral"]),
    ],
    "tokens_quantity": [
        *numbers(lambda number: ["a"] * number),
        ({"min": 6}, [[*"sixlet"]], [["Yes", "you", "are", "!"]]),
    ],
    "characters_quantity": [*numbers(lambda number: "a" * number), ({"exact": 10}, ["I am fine."], [""])],
    "regex": [({"pattern": r"\?$"}, ["Who?"], ["Who? Me."])],
    "text": [
        ({"starts_with": "Eu"}, ["Eu sei."], ["eu sei.", "Não, Eu."]),
        ({"starts_with": ["Eu", "Tu"]}, ["Tu sabes."], ["Ela sabe."]),
        ({"contains": "sei"}, ["Não sei."], ["Não."]),
        ({"ends_with": ["?", "!"]}, ["Quem?", "Eu!"], ["Eu."]),
    ],
}
ROWS = [(name, *case) for name, cases in CASES.items() for case in cases]


def made(name, asked, **more):
    target = {"target": "trigger"} if KINDS[name].targeted else {}
    return {**METADATA, **INTERACTION}[name].model_validate({"type": name, **target, **asked, **more})


def test_the_table_has_every_operator_of_every_filter():
    declared = {(kind.name, one.name) for kind in KINDS.values() for one in kind.operators}
    assert {(name, key) for name, asked, *_ in ROWS for key in asked} == declared
    assert (len(METADATA), len(INTERACTION)) == (14, 6)


@pytest.mark.parametrize(("name", "asked", "passing", "failing"), ROWS)
def test_a_filter_keeps_what_passes_and_negated_what_does_not(name, asked, passing, failing):
    test, negated = made(name, asked).test(), made(name, asked, negate=True).test()
    assert [*map(test, passing)] == [True] * len(passing)
    assert [*map(test, failing)] == [False] * len(failing)
    assert [*map(negated, [*passing, *failing])] == [False] * len(passing) + [True] * len(failing)


def test_all_that_is_asked_must_pass():
    test = made("year", {"min": 1990, "max": 2000, "exists": True}).test()
    assert [test(year) for year in (1989, 1990, 2000, 2001, None)] == [False, True, True, False, False]


@pytest.mark.parametrize(
    ("asked", "value", "why"),
    [
        ({"min": 3}, 2, (2, 3)),
        ({"min": 1, "max": 3}, 4, (4, 3)),
        ({"range": [3, 5]}, 2, (2, 3)),
        ({"range": [3, 5]}, 5, (5, 5)),
        ({"exact": 3}, 5, (5, 3)),
        ({"min": 3, "negate": True}, 5, (5, None)),
        ({"min": 3}, None, (None, None)),
    ],
)
def test_a_number_that_fails_is_told_with_what_it_was_held_against(asked, value, why):
    assert made("year", asked).explain(value) == why


def test_seconds_are_told_in_milliseconds_and_texts_by_their_length():
    assert made("interval", {"max_s": 4}).explain(4_001) == (4_001, 4_000)
    assert made("characters_quantity", {"min": 5}).explain("Yes.") == (4, 5)
    assert made("regex", {"pattern": "a"}).explain("b") == (None, None)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"type": "year", "range": [4, 2]}, {"0.range": "the first must be less than the second"}),
        ({"type": "year", "range": [2, 2]}, {"0.range": "the first must be less"}),
        ({"type": "year", "range": [2]}, {"0.range": "at least 2 items"}),
        ({"type": "year", "min": 3, "max": 2}, {"0.min": "min is more than max 2"}),
        ({"type": "year", "min": "1990"}, {"0.min": "should be a valid number"}),
        ({"type": "year"}, {"0": "has no condition: needs one of exists, min, max, exact, range"}),
        ({"type": "genre", "values": []}, {"0.values": "at least 1 item"}),
        ({"type": "genre", "mode": "all", "value": "a"}, {"0.mode": "needs values"}),
        ({"type": "genre", "valuse": ["a"]}, {"0.valuse": "unknown key; known: type, exists, value"}),
        ({"type": "genre", "min": 2}, {"0.min": "unknown key"}),
        ({"type": "genre", "regex": "(a"}, {"0.regex": "not a regular expression: missing )"}),
        ({"type": "gender", "value": "a"}, {"0": "'audience', 'country'"}),
        ({"value": "a"}, {"0": "discriminator 'type'"}),
        ({"type": "audience", "certification": {"country": "PT"}}, {"0.certification.values": "required"}),
    ],
)
def test_what_cannot_be_asked_is_refused_at_its_place(entry, said):
    wrong = refused(metadata_filters=[entry])
    assert wrong.keys() == {f"metadata_filters.{place}" for place in said}
    for place, words in said.items():
        assert words in wrong[f"metadata_filters.{place}"]


def test_a_filter_of_pairs_needs_a_target_and_seconds_and_milliseconds_are_told_apart():
    assert "interaction_filters.0.target" in refused(interaction_filters=[{"type": "regex", "pattern": "a"}])
    keys = [{"type": "regex", "target": "answer", "regex": "a"}, {"type": "text", "text": 1}]
    wrong = refused(interaction_filters=keys)  # keys with the name of a kind
    assert wrong.keys() == {"interaction_filters.0.regex", "interaction_filters.1.text"}
    wrong = refused(interaction_filters=[{"type": "interval", "min_s": 3, "max_s": 1}])
    assert wrong == {"interaction_filters.0.min_s": "min_s is more than max_s 1"}


TEXTS = st.text("abc ?", max_size=8)


@given(
    st.lists(st.tuples(TEXTS, TEXTS, st.none() | st.integers(-9, 9)), max_size=12),
    st.lists(
        st.sampled_from(
            [
                {"type": "interval", "range_ms": [-3, 4]},
                {"type": "characters_quantity", "target": "both", "min": 3},
                {"type": "regex", "target": "answer", "pattern": "a.?b"},
                {"type": "text", "target": "trigger", "ends_with": ["?", "c"], "negate": True},
                {"type": "interval", "exists": True, "negate": True},
            ]
        ),
        max_size=4,
    ),
    st.sampled_from([[], [{"type": "uppercase", "target": "answer"}]]),
)
def test_what_is_kept_and_what_is_left_out_is_what_was_read(said, filters, transformers):
    """And each pair goes by the first filter, in their order, that it does not pass."""
    batch = columns([pair[:2] for pair in said], [pair[2] for pair in said])
    kept, left = pipeline(interaction_filters=filters, transformers=transformers).run(batch)
    places = {number: one.label for one in left for number in one.columns["number"]}
    assert sorted([*kept["number"], *places]) == batch["number"]
    single = [
        pipeline(interaction_filters=[one], transformers=transformers).run(batch)[0]["number"]
        for one in filters
    ]
    labels = [f"{one['type']}.{one['target']}" if "target" in one else one["type"] for one in filters]
    for number in batch["number"]:
        failed = next((index for index, keeps in enumerate(single) if number not in keeps), None)
        assert (number in places) == (failed is not None)
        if failed is not None:
            assert places[number].partition("#")[0] == labels[failed]


def test_filters_of_the_same_kind_have_names_of_their_own():
    filters = [{"type": "interval", "min_ms": 1}, {"type": "interval", "max_ms": 2}]
    _, left = pipeline(interaction_filters=filters).run(columns([("a", "b")] * 3, [0, 2, 3]))
    assert [(one.label, one.columns["number"]) for one in left] == [("interval", [0]), ("interval#2", [2])]


def test_a_configuration_is_kept_as_it_is_written():
    entries = [{"type": "genre", "values": ["A"], "mode": "all"}, {"type": "year", "range": [1990, 2011.5]}]
    assert components(metadata_filters=entries).model_dump()["metadata_filters"] == entries

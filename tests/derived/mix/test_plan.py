import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.derived.mix.parameters import Mix
from dialogue_etl.derived.mix.plan import Part, limit, place, places, plan
from dialogue_etl.params import ParamsError, parse

EN, DE, ZH = Part("books", "en"), Part("books", "de"), Part("threads", "zh")
THERE = {EN: 600, DE: 300, ZH: 500}


def test_without_weights_and_caps_all_is_taken():
    assert plan(THERE, Mix()) == THERE


def test_weights_are_met_as_far_as_the_scarcest_group_allows():
    assert plan(THERE, Mix(weights=["books=1", "threads=1"])) == {EN: 333, DE: 167, ZH: 500}
    assert plan(THERE, Mix(weights=["books=3", "threads=1"])) == {EN: 600, DE: 300, ZH: 300}


def test_a_language_may_have_a_weight_of_its_own():
    taken = plan(THERE, Mix(weights=["books/de=1", "books=2", "threads=1"]))
    assert taken == {EN: 600, DE: 300, ZH: 300}


def test_caps_hold_for_a_source_and_for_a_language():
    assert plan(THERE, Mix(caps=["books=90"])) == {EN: 60, DE: 30, ZH: 500}
    assert plan(THERE, Mix(caps=["books/en=50", "threads=0"])) == {EN: 50, DE: 300, ZH: 0}


parts = st.sampled_from([EN, DE, ZH, Part("threads", "en")])
named = st.sampled_from(["books", "threads", "books/en", "books/de", "threads/zh", "threads/en"])


@given(
    st.dictionaries(parts, st.integers(0, 10_000), min_size=1),
    st.dictionaries(named, st.integers(0, 20_000)),
    st.dictionaries(named, st.integers(1, 9)),
)
def test_never_more_than_there_is_nor_than_a_cap(available, caps, weights):
    parameters = Mix(
        caps=[f"{k}={v}" for k, v in caps.items()], weights=[f"{k}={v}" for k, v in weights.items()]
    )
    taken = plan(available, parameters)
    assert taken.keys() == available.keys()
    assert all(0 <= taken[part] <= available[part] for part in taken)
    for name, cap in caps.items():
        assert sum(n for part, n in taken.items() if name in {part.name, part.source}) <= cap


@given(st.integers(1, 5_000), st.integers(1, 5_000), st.integers(1, 9), st.integers(1, 9))
def test_two_sources_come_in_their_proportion(books, threads, one, other):
    taken = plan({EN: books, ZH: threads}, Mix(weights=[f"books={one}", f"threads={other}"]))
    assert abs(taken[EN] * other - taken[ZH] * one) <= max(one, other)
    assert taken[EN] + one > books or taken[ZH] + other > threads


@pytest.mark.parametrize(
    ("parameter", "value", "said"),
    [
        *(("weights", [entry], "match pattern") for entry in ("=1", "books", "books=-1", "books=nan")),
        ("datasets", ["books=a"], "the name of a source"),
        ("datasets", ["a=b", "a=c"], "twice"),
        ("weights", ["books=0"], "nothing would be taken"),
        *(("caps", [entry], "match pattern") for entry in ("books=1.5", "books/=2")),
        ("caps", ["books=1", "books=2"], "twice"),
        ("sources", [], "at least 1"),
    ],
)
def test_wrong_values_are_refused_with_the_key(parameter, value, said):
    with pytest.raises(ParamsError, match=said) as error:
        parse({"mix": {parameter: value}})
    assert f"mix.{parameter}" in str(error.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"weights": ["books=1", "threads/ja=2"]}, "mix.weights: 'threads/ja'"),
        ({"caps": ["books/zh=2"]}, "mix.caps: 'books/zh'"),
        ({"sources": ["books"], "caps": ["threads=2"]}, "mix.caps: 'threads'"),
        ({"languages": ["zh"], "weights": ["threads/en=2"]}, "mix.weights: 'threads/en'"),
        ({"languages": ["ja"]}, "mix.languages: 'ja'"),
    ],
)
def test_a_part_that_does_not_exist_is_refused_with_what_is_allowed(changes, said):
    values = {"languages": ["de", "en"], "threads": {"languages": ["en", "zh"]}, "mix": changes}
    with pytest.raises(ParamsError, match=f"{said}: not in the mix; allowed: .*(books|zh)"):
        parse(values)


IDS = [f"pg{number}:0" for number in range(2_000)]


def chosen(ids, number, seed=0):
    below = limit(places(ids, seed), number)
    return {id for id in ids if place(id, seed) < below}


@given(st.integers(0, 60), st.sets(st.text(), max_size=50), st.integers(0, 3))
def test_exactly_as_many_as_asked_for(number, ids, seed):
    assert len(chosen(sorted(ids), number, seed)) == min(number, len(ids))


def test_neither_order_nor_seed_leave_a_pattern_and_more_holds_the_fewer():
    assert chosen(IDS, 500) == chosen(IDS[::-1], 500) < chosen(IDS, 501)
    assert 400 < len(chosen(IDS, 1_000) & chosen(IDS, 1_000, seed=1)) < 600

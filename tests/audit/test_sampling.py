from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.audit.sampling import Drawn, dialogues, draw, pairs

LENGTHS = st.dictionaries(st.text(min_size=1, max_size=4), st.integers(1, 6), max_size=12)


def test_a_dialogue_has_a_pair_less_than_turns():
    assert list(pairs([("a:1", 3), ("b:7", 1)])) == [Drawn("pair", "a:1", 0), Drawn("pair", "a:1", 1)]
    assert [unit.id for unit in pairs([("a:1", 3)])] == ["pair a:1#1", "pair a:1#2"]
    assert [unit.id for unit in dialogues([("a:1", 1), ("a:9", 2)])] == ["dialogue a:9"]


@given(lengths=LENGTHS, number=st.integers(0, 20), seed=st.integers(), data=st.data())
def test_the_order_of_the_tables_changes_nothing(lengths, number, seed, data):
    shuffled = data.draw(st.permutations(list(lengths.items())))
    drawn = draw(pairs(shuffled), number, seed)
    assert drawn == draw(pairs(lengths.items()), number, seed)
    kept = {unit.dialogue for unit in drawn}  # what is drawn stays drawn when others go
    assert draw(pairs((id, n) for id, n in shuffled if id in kept), number, seed) == drawn


@given(lengths=LENGTHS, few=st.integers(0, 5), more=st.integers(0, 5))
def test_a_larger_sample_begins_with_the_smaller(lengths, few, more):
    larger = draw(pairs(lengths.items()), few + more, 0)
    assert larger[:few] == draw(pairs(lengths.items()), few, 0)
    assert len(larger) == min(few + more, sum(turns - 1 for turns in lengths.values()))


def test_each_pair_is_as_likely_as_any_other():
    """A dialogue of 9 pairs is drawn from nine times as often as one of a single pair."""
    lengths = [("long:1", 10), ("short:1", 2)]
    drawn = Counter(draw(pairs(lengths), 1, seed)[0].dialogue for seed in range(2000))
    # 200 expected; the standard deviation is √(2000 · 0.1 · 0.9) = 13.4.
    assert 200 - 4 * 13.4 < drawn["short:1"] < 200 + 4 * 13.4

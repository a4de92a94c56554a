from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare.values import Difference, compare, flat

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2)
nested = st.recursive(
    st.dictionaries(st.sampled_from("abc"), scalars, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), scalars | inner, max_size=3),
    max_leaves=6,
)


@given(nested)
def test_nothing_differs_from_itself(values):
    assert compare(values, values) == []


@given(nested, nested)
def test_what_differs_is_what_leads_from_one_to_the_other(one, other):
    found = compare(one, other)
    assert [(d.key, d.after, d.before) for d in sorted(found, key=lambda d: d.key)] == [
        (d.key, d.before, d.after) for d in sorted(compare(other, one), key=lambda d: d.key)
    ]
    changed = {difference.key for difference in found}
    for key in flat(one) | flat(other):
        same = key in flat(one) and key in flat(other) and repr(flat(one)[key]) == repr(flat(other)[key])
        assert (key in changed) is not same


def test_keys_are_dotted_and_lists_are_values():
    assert compare({"a": {"b": [1]}, "c": 1}, {"a": {"b": [2]}}) == [
        Difference("a.b", [1], [2]),
        Difference("c", 1, None),
    ]


def test_a_whole_number_is_the_same_as_its_fraction_but_not_as_a_switch():
    assert compare({"a": 1}, {"a": 1.0}) == []
    assert len(compare({"a": 1}, {"a": True})) == 1


def test_change_of_numbers_only():
    assert Difference("a", 3, 5).change == 2
    assert [Difference("a", *pair).change for pair in ((None, 5), ("x", "y"), (True, False))] == [None] * 3

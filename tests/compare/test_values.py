from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare.values import Difference, compare, flat

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=2)
nested = st.recursive(
    st.dictionaries(st.sampled_from("abc"), scalars, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), scalars | inner, max_size=3),
    max_leaves=6,
)


@given(nested, nested)
def test_what_differs_is_what_leads_from_one_to_the_other(one, other):
    assert compare(one, one) == []
    found = {each.key: (each.before, each.after) for each in compare(one, other)}
    assert found == {each.key: (each.after, each.before) for each in compare(other, one)}
    for key in flat(one) | flat(other):
        same = key in flat(one) and key in flat(other) and repr(flat(one)[key]) == repr(flat(other)[key])
        assert (key in found) is not same


def test_keys_are_dotted_lists_are_values_and_a_switch_is_no_number():
    found = compare({"a": {"b": [1]}, "c": 1, "d": 3, "e": 1}, {"a": {"b": [2]}, "d": 5, "e": True})
    assert found == [
        Difference("a.b", [1], [2]),
        Difference("d", 3, 5),
        Difference("e", 1, True),
        Difference("c", 1, None),
    ]
    assert [each.change for each in found] == [None, 2, None, None]
    assert compare({"a": 1}, {"a": 1.0}) == []

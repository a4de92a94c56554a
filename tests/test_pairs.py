from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core import turns
from dialogue_etl.core.tables import PAIRS

TIMES = st.tuples(st.none() | st.integers(0, 9_000), st.none() | st.integers(0, 9_000))


@given(st.lists(st.lists(TIMES, max_size=5), max_size=6))
def test_each_turn_but_the_first_answers_the_one_before(dialogues):
    times = [time for dialogue in dialogues for time in dialogue]
    built = turns.build(
        ["x"] * len(times), start_ms=[start for start, _ in times], end_ms=[end for _, end in times]
    )
    ids = [f"s:{number}" for number in range(len(dialogues))]
    table = turns.pairs_of(turns.dialogues(ids, ["s"] * len(ids), "en", built, list(map(len, dialogues))))
    assert table.schema == PAIRS
    expected = []
    for id, dialogue in zip(ids, dialogues, strict=True):
        for trigger, ((_, end), (start, _)) in enumerate(pairwise(dialogue)):
            interval = None if start is None or end is None else start - end
            expected.append(
                {"dialogue_id": id, "trigger": trigger, "answer": trigger + 1, "interval_ms": interval}
            )
    assert table.to_pylist() == expected

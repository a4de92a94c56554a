from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.dialogue_rows import Turns, dialogue_ids, dialogues
from dialogue_etl.tables import DIALOGUES
from dialogue_etl.text.spans import Spans

SAID = st.tuples(
    st.text(alphabet="aé𝔞 ", max_size=4),
    st.integers(1, 3),
    st.sampled_from(["Ann", "Ben", None]),
    st.floats(0, 1),
)


def of(said):
    """Turns of so many spans each, one behind the other, two characters a span."""
    counts = [count for _, count, _, _ in said]
    starts = np.arange(sum(counts)) * 3
    first = np.cumsum([0, *counts])
    texts, _, names, confidence = map(list, zip(*said, strict=True)) if said else ([], [], [], [])
    return Turns(texts, Spans(starts, starts + 2), first, names, confidence)


@given(st.lists(SAID, max_size=12), st.data())
def test_rows_are_the_turns_of_each_run(said, data):
    turns = of(said)
    edges = sorted(data.draw(st.sets(st.integers(0, len(said)), max_size=6)))
    # Dialogues may touch or have turns between them.
    pairs = list(pairwise(edges))
    runs = [run for run in pairs if data.draw(st.booleans())]
    ids = dialogue_ids("b", turns, runs)
    table = dialogues(ids, "b", "en", turns, runs)
    table.validate(full=True)
    assert table.schema == DIALOGUES
    assert ids == [f"b:{turns.starts[first]}" for first, _ in runs]
    places = list(zip(turns.spans.starts.tolist(), turns.spans.ends.tolist(), strict=True))
    expected = []
    for id, (first, after) in zip(ids, runs, strict=True):
        rows = []
        for number in range(first, after):
            text, _, name, confidence = said[number]
            spans = places[turns.first[number] : turns.first[number + 1]]
            rows.append(
                {
                    "text": text,
                    "spans": [{"start": start, "end": end} for start, end in spans],
                    "speaker": name,
                    "speaker_confidence": None if name is None else float(np.float32(confidence)),
                    "utterance_id": None,
                }
            )
        expected.append({"id": id, "source_id": "b", "language": "en", "turns": rows})
    assert table.to_pylist() == expected


@pytest.mark.parametrize("runs", [[], [(0, 2)]])
def test_nobody_was_asked_who_speaks(runs):
    turns = Turns(["a", "b"], Spans(np.array([0, 5]), np.array([1, 6])), np.arange(3))
    [*rows] = dialogues(dialogue_ids("b", turns, runs), "b", "en", turns, runs).to_pylist()
    assert [turn["speaker"] for row in rows for turn in row["turns"]] == [None] * 2 * len(runs)

import math

import pytest

from dialogue_etl.derived.emotions.labelling.labels import load
from dialogue_etl.derived.emotions.labelling.statistics import divergence, statistics

LABELS = load("edos").labels


def test_dialogues_are_counted_by_their_first_turn_and_sums_are_the_totals():
    found = statistics([[("Oh no!", "sad"), ("Why?", "questioning")], [("Why", "questioning")], []], LABELS)
    assert (found.dialogues, found.turns, found.tokens) == (2, 3, 6)
    counted = {label: of for label, of in found.by_label.items() if any(of)}
    assert counted == {"sad": (1, 1), "questioning": (1, 2)}
    assert tuple(map(sum, zip(*found.by_label.values(), strict=True))) == (found.dialogues, found.turns)
    assert tuple(found.by_label) == LABELS
    assert found.means == {"turns_per_dialogue": 1.5, "tokens_per_dialogue": 3, "tokens_per_turn": 2}
    assert not any(statistics([], LABELS).means.values())


@pytest.mark.parametrize(
    ("ours", "theirs", "smoothing", "expected"),
    [
        ({"a": 1, "b": 1}, {"a": 3, "b": 1}, 0, 0.5 * math.log(2 / 3) + 0.5 * math.log(2)),
        ({"a": 3, "b": 1}, {"a": 1, "b": 1}, 0, 0.75 * math.log(1.5) + 0.25 * math.log(0.5)),
        ({"a": 1}, {"a": 5, "b": 5}, 0, math.log(2)),
        ({"a": 5, "b": 5}, {"a": 1}, 0, math.inf),
        ({"a": 1, "b": 1}, {"a": 2}, 1, 0.5 * math.log(2 / 3) + 0.5 * math.log(2)),
        ({"b": 4, "a": 2}, {"a": 1, "b": 2}, 0, 0.0),
    ],
)
def test_divergence_by_hand(ours, theirs, smoothing, expected):
    assert divergence(ours, theirs, smoothing) == pytest.approx(expected)

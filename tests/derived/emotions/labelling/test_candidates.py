import pytest

from dialogue_etl.derived.emotions.labelling.candidates import choose
from dialogue_etl.derived.emotions.labelling.labels import load
from dialogue_etl.derived.emotions.labelling.readability import frequencies, readability, tokens


def test_a_score_by_hand():
    # Of four tokens `a` is half: (50 + 50 + 25) / (87 + 3) + 0.04 · 100 · 2/3
    frequency = frequencies([["a b"], ["A", "c"]])
    assert frequency == {"a": 50.0, "b": 25.0, "c": 25.0}
    assert readability(["a", "a", "b"], frequency) == pytest.approx(125 / 90 + 0.04 * 200 / 3)
    assert readability([], frequency) == 0
    assert tokens(["It's “you”!"]) == ["it", "'", "s", "“", "you", "”", "!"]


def test_common_words_read_easier_and_repeated_ones_do_not():
    frequency = {"the": 5.0, "dog": 1.0, "runs": 1.0, "quark": 0.01}
    common, rare, repeated = (text.split() for text in ("the dog runs", "the quark runs", "dog dog dog"))
    assert readability(common, frequency) > readability(rare, frequency) > readability(repeated, frequency)


def row(id, *said):
    turns, labels, chances = zip(*said, strict=True)
    each = [[label, "neutral", "wishing"] for label in labels]
    sure = [[chance, 0.1, 0.0] for chance in chances]
    return {"id": id, "language": "en", "turns": turns, "labels": each, "chances": sure}


LABELS = load("edos").labels
SURE = {"0.9": 0.9, "0.8": 0.8, "0.7": None, "0.6": 0.6}


def test_bins_open_until_there_are_enough_and_who_comes_short_is_named():
    rows = [
        row("1", ("the rain", "sad", 0.95), ("and the sun", "joyful", 0.99)),
        row("2", ("the rain", "sad", 0.97)),  # what is said is a candidate once
        row("3", ("zebra zebra", "sad", 0.91)),
        row("4", ("the grey rain", "sad", 0.85)),
        row("5", ("the rain and the sun", "sad", 0.65)),
        row("6", ("no", "sad", 0.59)),
    ]
    taken, short = choose(rows, LABELS, SURE, per_label=3)
    assert [(one.id, one.offered[0], one.bin) for one in taken] == [
        ("1#2", "joyful", 0.9),
        ("2#1", "sad", 0.9),
        ("3#1", "sad", 0.9),
        ("4#1", "sad", 0.8),
    ]
    assert taken[0].turns == ("the rain", "and the sun")
    assert taken[0].offered == ("joyful", "neutral", "wishing")
    assert short == {label: 3 for label in LABELS if label not in {"sad", "joyful"}} | {"joyful": 2}
    assert [one.id for one in choose(rows, LABELS, SURE, per_label=4)[0]][-1] == "5#1"
    assert choose(reversed(rows), LABELS, SURE, per_label=3) == (taken, short)
    none = dict.fromkeys(SURE)
    assert len(choose(rows, LABELS, none, per_label=9)[0]) == 6  # whatever is said, the surest first

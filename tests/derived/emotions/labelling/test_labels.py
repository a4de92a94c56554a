import pytest

from dialogue_etl.derived.emotions.labelling.labels import (
    EMOTIONS,
    INTENTS,
    LABELS,
    LabelError,
    find_number,
    group,
    number,
    read_map,
)


def test_there_are_32_emotions_8_intents_and_neutral_each_once():
    assert [len(EMOTIONS), len(INTENTS), len(LABELS), len(set(LABELS))] == [32, 8, 41, 41]
    assert [group(label) for label in ("afraid", "trusting", "agreeing", "wishing", "neutral")] == [
        *("emotion", "emotion", "intent", "intent", "neutral")
    ]
    assert [number(LABELS[at]) for at in range(41)] == list(range(41))


@pytest.mark.parametrize(
    ("said", "means"), [("Wishing", 39), (" Afraid (Other)", 0), ("NEUTRAL", 40), ("-", None), ("cosy", None)]
)
def test_labels_are_read_as_people_write_them(said, means):
    assert find_number(said) == means
    if means is None:
        with pytest.raises(LabelError, match="none of the 41"):
            number(said)


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["afraid,0", "neutral,38", "questioning,38"], r":3: .*38, which is that of neutral"),
        (["afraid,0", "Afraid,1"], ":2: .*afraid stands there twice"),
        (["afraid"], ":1: 'afraid' is no"),
        (["cosy,1"], "none of the 41"),
    ],
)
def test_a_map_of_labels_is_one_to_one_or_refused(lines, wrong):
    with pytest.raises(LabelError, match=wrong):
        read_map(lines)
    assert read_map(["afraid,0", "", "Wishing,39", "neutral,40"]) == {
        0: "afraid",
        39: "wishing",
        40: "neutral",
    }

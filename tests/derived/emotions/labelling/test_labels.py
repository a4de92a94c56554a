import pytest

from dialogue_etl.derived.emotions.labelling.labels import (
    SCHEMES,
    LabelError,
    counterpart,
    inventory,
    load,
    read_map,
)

EDOS = load("edos")


def test_schemes_have_their_labels_and_maps_lead_to_labels_that_exist():
    sizes = {name: len(set(load(name).labels)) for name in SCHEMES}
    assert sizes == {
        "edos": 41,
        "empatheticdialogues": 32,
        "goemotions": 28,
        "ekman": 7,
        "meld": 7,
        "dailydialog": 7,
        "xed": 9,
        "sentiment": 3,
    }
    assert [EDOS.kinds[label] for label in ("afraid", "trusting", "agreeing", "wishing", "neutral")] == [
        *("emotion", "emotion", "intent", "intent", "neutral")
    ]
    for source in map(load, SCHEMES):
        for target in map(load, SCHEMES):
            found = [counterpart(label, source, target) for label in source.labels]
            assert set(found) <= {*target.labels, None}
            if target.name == "ekman" and source.name not in {"sentiment", "xed"}:
                assert None not in found


@pytest.mark.parametrize(
    ("label", "source", "target", "means"),
    [
        ("joy", "goemotions", "edos", "joyful"),
        ("grief", "goemotions", "sentiment", "negative"),
        ("confusion", "goemotions", "sentiment", None),
        ("happiness", "dailydialog", "edos", "joyful"),
        ("none", "dailydialog", "meld", "neutral"),
        ("terrified", "empatheticdialogues", "goemotions", "fear"),
        ("questioning", "edos", "dailydialog", "none"),
        ("positive", "sentiment", "ekman", None),
    ],
)
def test_a_label_becomes_its_counterpart(label, source, target, means):
    assert counterpart(label, load(source), load(target)) == means


def test_labels_of_ones_own_are_understood_by_name():
    own = inventory("edos", ["Joy", "sadness", "neutral"])
    assert own.labels == ("joy", "sadness", "neutral")
    assert own.number("joyful", "edos") == 0
    assert own.number("grief", "goemotions") == 1
    assert own.number("Sadness") == 1
    assert own.number("angry") is None


@pytest.mark.parametrize(
    ("said", "means"), [("Wishing", 39), (" Afraid (Other)", 0), ("NEUTRAL", 40), ("joy", 22), ("cosy", None)]
)
def test_labels_are_read_as_people_write_them(said, means):
    if means is None:
        with pytest.raises(LabelError, match="not a label of edos"):
            EDOS.number(said)
    else:
        assert EDOS.number(said) == means


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        (["afraid,0", "neutral,38", "questioning,38"], r":3: .*38, which is that of neutral"),
        (["afraid,0", "Afraid,1"], ":2: .*afraid is in it twice"),
        (["afraid"], ":1: 'afraid' is not"),
        (["cosy,1"], "not a label of edos"),
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

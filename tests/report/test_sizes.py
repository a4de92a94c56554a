from dialogue_etl import params as knobs
from dialogue_etl.report.sizes import sizes


def row(value, dialogues, utterances, knob="extract.dialogue_gap"):
    return {"knob": knob, "value": value, "dialogues": dialogues, "utterances": utterances}


PARAMS = knobs.parse({"extract": {"dialogue_gap": 200, "boundary_threshold": 0.25}})
ROWS = [row(200.0, 3, 9), row(100.0, 5, 10), row(200.0, 1, 3), row(0.25, 0, 0, "extract.boundary_threshold")]


def test_shards_add_up_by_knob_and_value():
    gap, threshold = sizes(ROWS, PARAMS)
    assert gap.knob == "extract.dialogue_gap"
    found = [(size.value, size.dialogues, size.utterances, size.turns_per_dialogue) for size in gap.sizes]
    assert found == [(100, 5, 10, 2), (200, 4, 12, 3)]
    assert [size.is_current for size in gap.sizes] == [False, True]
    assert threshold.sizes[0].turns_per_dialogue is None


def test_the_curve_to_draw_marks_the_value_in_use():
    curve = sizes(ROWS, PARAMS)[0].curve()
    assert (curve.thresholds, curve.kept) == ((100, 200), (5, 4))
    assert (curve.current, curve.now, curve.total, curve.is_off) == (200, 4, 5, False)


def test_a_knob_that_is_off_has_no_value_in_use():
    off = knobs.parse({"extract": {"dialogue_gap": 0}})
    assert sizes(ROWS, off)[0].curve().is_off


def test_no_rows_are_no_curve():
    assert sizes([], PARAMS) == ()

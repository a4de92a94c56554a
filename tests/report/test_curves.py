from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.report.curves import Curve, Threshold, curve

AT_MOST = Threshold("a.most", "books", "", "m")
AT_LEAST = Threshold("a.least", "books", "", "m", at_most=False, reach=100, quantile=0.95)
SHARE = replace(AT_MOST, off=1, reach=0.1)


def made(of: Threshold, values: list[float], current: float, not_judged: int = 0) -> Curve:
    rows = [(value, 1) for value in values] + [(None, not_judged)] * bool(not_judged)
    return curve(of, pd.DataFrame(rows, columns=["value", "number"]), current)


def test_a_score_at_the_threshold_is_kept() -> None:
    least = made(AT_LEAST, [0.0, 149.9, 150.0, 300.0], 150)
    assert (least.now, least.kept[0]) == (2, 4)
    assert least.thresholds[-1] >= 300
    most = made(AT_MOST, [0.5, 2.0, 2.1], 2.0, not_judged=4)
    assert (most.now, most.total, most.not_judged, most.kept[-1]) == (6, 7, 4, 7)


def test_switched_off_keeps_all() -> None:
    off = made(AT_MOST, [0.5, 9.0], 0, not_judged=1)
    assert (off.is_off, off.now) == (True, 3)
    assert off.thresholds[0] > 0
    assert "off: 3 kept" in off.panel("English")[0]


@given(
    st.lists(st.floats(0, 1), max_size=30),
    st.floats(0.001, 0.999),
    st.sampled_from([AT_LEAST, AT_MOST, SHARE]),
)
def test_a_curve_is_what_the_filter_would_keep(values: list[float], current: float, of: Threshold) -> None:
    drawn = made(of, values, current)
    for threshold, kept in zip(drawn.thresholds, drawn.kept, strict=True):
        assert kept == sum(value <= threshold if of.at_most else value >= threshold for value in values)
    assert drawn.now == drawn.kept[drawn.thresholds.index(current)]


@pytest.mark.parametrize("of", [AT_LEAST, AT_MOST, SHARE])
@pytest.mark.parametrize("current", [0.0, 0.123, 1.0])
def test_nothing_measured(of: Threshold, current: float) -> None:
    assert (made(of, [], current).now, made(of, [], current).total) == (0, 0)
    assert made(of, [], current).panel("English") == ("", "No books were measured.")

from __future__ import annotations

import pytest

from dialogue_etl.report import curves


def kept_at(curve: curves.Curve, threshold: float) -> int:
    return curve.kept[curve.thresholds.index(threshold)]


def test_delimiters_at_the_threshold_are_enough() -> None:
    curve = curves.min_delimiters([0.0, 149.9, 150.0, 300.0], 150)
    assert curve.now == 2
    assert kept_at(curve, 0.0) == 4
    assert curve.thresholds[-1] >= 300


def test_divergence_at_the_threshold_is_not_too_much() -> None:
    curve = curves.max_kl_divergence([0.5, 2.0, 2.1], 2.0, not_judged=4)
    assert (curve.now, curve.total) == (6, 7)
    assert curve.kept[-1] == 7


def test_divergence_switched_off_keeps_all() -> None:
    curve = curves.max_kl_divergence([0.5, 9.0], 0, not_judged=1)
    assert curve.is_off
    assert curve.now == 3
    assert curve.thresholds[0] > 0


def test_rare_shares_are_exact_at_every_threshold() -> None:
    shares = [0.0, 0.1, 0.19, 0.2, 0.2000001, 0.5, 1.0]
    counted = curves.RareShares(0.2)
    for share in shares:
        counted.add(share)
    curve = counted.curve()
    assert curve.now == 4
    for threshold, kept in zip(curve.thresholds, curve.kept, strict=True):
        assert kept == sum(share <= threshold for share in shares)


@pytest.mark.parametrize("current", [0.0, 0.123, 1.0])
def test_nothing_measured(current: float) -> None:
    assert curves.RareShares(current).curve().total == 0
    assert curves.min_delimiters([], current).now == 0
    assert curves.max_kl_divergence([], current, 0).now == 0

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.interruptions import airflow_kills
from tests.interruptions.airflow_strikes import GUARD, KINDS, PUBLISHING, STAGE, WRITING, plan

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.long
def test_killed_at_random_moments_airflow_publishes_what_an_undisturbed_build_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A stage and the scheduler, for a start of Airflow takes its time; 50 kills: `make kills-airflow`.
    few = ["--kills", "2", "--variants", "1", "--seed", "1"]
    code = airflow_kills.main([*few, "--workspace", str(tmp_path)])
    assert code == 0, capsys.readouterr().out


def test_the_plan_has_each_kind_at_least_five_times_and_at_every_moment_it_can_be_hit() -> None:
    kills = plan(50, random.Random(0))
    assert len(kills) == 50
    kinds = Counter(kill.kind for kill in kills)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 5
    for kind in KINDS:
        expected = {WRITING} if kind in {STAGE, GUARD} else {WRITING, PUBLISHING}
        assert {kill.moment for kill in kills if kill.kind == kind} == expected


def test_the_plan_is_another_one_for_another_seed() -> None:
    assert plan(50, random.Random(0)) != plan(50, random.Random(1))
    assert plan(50, random.Random(0)) == plan(50, random.Random(0))

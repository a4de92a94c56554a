import random

import pytest

from tests.interruptions import kills, workspace
from tests.interruptions.striking import BEHIND_SHELL, DVC, STAGE, WORKER


@pytest.mark.slow
def test_killed_at_random_moments_a_build_gives_the_same_bytes(tmp_path, capsys):
    small = ["--books", "60", "--paragraphs", "100"]
    code = kills.main(["--kills", "4", "--workspace", str(tmp_path), *small])
    assert code == 0, capsys.readouterr().out


def test_the_plan_kills_each_stage_in_every_way():
    seen = {
        instance: kills.Seen(1.0, workers=instance.kind == "extract") for instance in workspace.instances()
    }
    by_kind = {instance.kind: set() for instance in seen}
    plan = kills.plan(seen, 4 * len(by_kind), random.Random(0))
    for kill in plan:
        by_kind[kill.instance.kind].add(kill.victim)
    assert {"catalogue", "works"} <= by_kind.keys()
    assert by_kind.pop("extract") == {STAGE, DVC, BEHIND_SHELL, WORKER}
    assert all(victims == {STAGE, DVC, BEHIND_SHELL} for victims in by_kind.values())
    places = [workspace.instances().index(kill.instance) for kill in plan]
    assert places == sorted(places)


def test_a_stage_that_is_turned_off_is_not_waited_for():
    seen = {
        instance: kills.Seen(0.001 if instance.kind == "evaluate" else 1.0, workers=False)
        for instance in workspace.instances()
    }
    plan = kills.plan(seen, 4 * len(seen), random.Random(0))
    assert "evaluate" not in {kill.instance.kind for kill in plan}
    assert "boundaries" in {kill.instance.kind for kill in plan}

import itertools
import os
import shlex
import sys
import time

import psutil
import pytest

from tests.interruptions.processes import seconds_until_gone

LIMIT = 2.0
STAGE = f"{shlex.quote(sys.executable)} -m tests.interruptions.stage"


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        *itertools.product(["exec {}", "{}; touch after"], ["sleep", "pool"]),
        ("exec {}", "compute"),  # in the midst of a long call
    ],
)
def test_a_stage_ends_with_its_dvc(family, kind, command):
    dvc = family.start_dvc(command.format(f"{STAGE} {kind}"))
    family.wait_for("working-0")
    dvc.kill()
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT
    dvc.wait()
    assert not (family.folder / "output").exists()


@pytest.mark.parametrize("starter", ["a person", "dvc"])
def test_workers_end_with_their_stage(family, starter):
    if starter == "dvc":
        dvc = family.start_dvc(f"exec {STAGE} pool")
        family.wait_for("working-0", "working-1")
        (stage,) = psutil.Process(dvc.pid).children()
    else:
        stage = psutil.Process(family.start_stage("pool").pid)
        family.wait_for("working-0", "working-1")
    assert len(family.alive()) >= 3
    stage.kill()
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT


def test_what_a_person_starts_outlives_their_shell(family):
    shell = family.start("/bin/sh", "-c", f"{STAGE} sleep; true")
    family.wait_for("working-0")
    shell.kill()
    shell.wait()
    time.sleep(0.5)
    assert len(family.alive()) == 1


def test_a_dvc_that_was_killed_before_the_stage_began_is_noticed(family):
    dvc = family.start_dvc(f"{STAGE} late", stderr=-1)
    family.wait_for("working-before")
    dvc.kill()
    os.waitid(os.P_PID, dvc.pid, os.WEXITED | os.WNOWAIT)  # dead, not only asked to die
    (family.folder / "go").touch()
    message = dvc.communicate()[1]
    ended = "StarterGoneError: books-extract@en: the dvc that started this stage has ended\n"
    assert message.endswith(ended)
    assert not (family.folder / "output").exists()

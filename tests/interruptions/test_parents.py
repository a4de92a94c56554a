import os
import shlex
import signal
import sys
import time

import psutil
import pytest

from dialogue_etl import parents
from tests.interruptions.processes import seconds_until_gone

LIMIT = 2.0
STAGE = f"{shlex.quote(sys.executable)} -m tests.interruptions.stage"


def behind_a_shell(kind):
    """A command for which the shell cannot make way: it has something to do afterwards."""
    return f"{STAGE} {kind}; touch after"


def alone(kind):
    """A command that takes the shell's place."""
    return f"exec {STAGE} {kind}"


@pytest.mark.parametrize("kind", ["sleep", "compute", "pool"])
@pytest.mark.parametrize("command", [behind_a_shell, alone])
def test_a_stage_ends_with_its_dvc(family, kind, command):
    dvc = family.start_dvc(command(kind))
    family.wait_for("working-0")
    dvc.kill()
    dvc.wait()
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT
    assert not (family.folder / "output").exists()


def test_dvc_may_be_a_zombie(family):
    # As when whoever started dvc does not ask how it ended.
    dvc = family.start_dvc(behind_a_shell("sleep"))
    family.wait_for("working-0")
    dvc.kill()
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT
    dvc.wait()


def test_a_stage_ends_with_the_shell_in_between(family):
    dvc = family.start_dvc(behind_a_shell("pool"))
    family.wait_for("working-0", "working-1")
    (shell,) = psutil.Process(dvc.pid).children()
    shell.kill()
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT


def test_asked_to_end_a_stage_removes_what_it_began(family):
    dvc = family.start_dvc(behind_a_shell("pool"))
    family.wait_for("working-0", "working-1", ".output.partial/file")
    dvc.kill()
    dvc.wait()
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT
    assert not list(family.folder.glob("*output*")) + list(family.folder.glob(".output*"))


@pytest.mark.parametrize("starter", ["a person", "dvc"])
def test_workers_end_with_their_stage(family, starter):
    if starter == "dvc":
        dvc = family.start_dvc(alone("pool"))
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
    time.sleep(4 * parents._EVERY_SECONDS)
    assert len(family.alive()) == 1


def test_a_dvc_that_was_killed_before_the_stage_began_is_noticed(family):
    dvc = family.start_dvc(f"{STAGE} late", stderr=-1)
    family.wait_for("working-before")
    dvc.kill()
    os.waitid(os.P_PID, dvc.pid, os.WEXITED | os.WNOWAIT)  # dead, not only asked to die
    (family.folder / "go").touch()
    said = dvc.communicate()[1]
    assert said.endswith("StarterGoneError: books-extract@en: the dvc that started this stage has ended\n")
    assert not (family.folder / "output").exists()


def test_the_guard_ends_with_its_stage(family):
    dvc = family.start_dvc(alone("quick"), stderr=-1)
    assert dvc.communicate()[1] == ""
    assert dvc.returncode == 0
    assert not family.alive()


def test_signals_to_the_whole_group_are_for_the_stage(family):
    dvc = family.start_dvc(behind_a_shell("pool"), stderr=-1)
    family.wait_for("working-0", "working-1")
    os.killpg(dvc.pid, signal.SIGTERM)
    assert "Traceback" not in dvc.communicate()[1]
    assert seconds_until_gone(family.mark, LIMIT) < LIMIT
    assert not (family.folder / ".output.partial").exists()


def test_nothing_is_watched_that_dvc_did_not_start(monkeypatch):
    monkeypatch.delenv(parents.STAGE_VARIABLE, raising=False)
    before = psutil.Process().children()
    with parents.ending_with_dvc():
        assert psutil.Process().children() == before


def test_the_starters_are_dvc_and_what_is_between(family):
    script = "from dialogue_etl import parents; print([p.pid for p in parents.starters()])"
    dvc = family.start_dvc(f'{shlex.quote(sys.executable)} -c "{script}"; true', stdout=-1)
    listed = dvc.communicate()[0]
    pids = [int(pid) for pid in listed.strip("[]\n").split(", ")]
    assert len(pids) == 2
    assert pids[-1] == dvc.pid


def test_a_process_given_the_pid_of_the_one_watched_is_another(family):
    script = "import sys; from dialogue_etl import parents; parents.end_with(int(sys.argv[1]), 1.0)"
    process = family.start(sys.executable, "-c", script, str(os.getpid()))
    assert process.wait() == 128 + signal.SIGKILL

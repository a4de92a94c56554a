"""Starts a program and counts what it and all that it starts have used; run by path, with nothing imported.

A process tells of the children it has waited for, not of others: of a fork server and its workers, say. Here
those come to the launcher when their parent ends, so that it can wait for them. And a process begins with
the peak memory of the one that starts it: the launcher's is small. When the one that measures ends, killed or
not, so does the program.

    python launch.py REPORT PROGRAM [ARGUMENT …]
"""

import ctypes
import json
import os
import signal
import sys
import time
from pathlib import Path

_TELL_ME_OF_MY_PARENTS_END = 1  # PR_SET_PDEATHSIG
_ORPHANS_COME_TO_ME = 36  # PR_SET_CHILD_SUBREAPER


def launch(report: Path, command: list[str]) -> None:
    """Run a program until it and all its children have ended; write what they used, as JSON."""
    for wanted, value in ((_ORPHANS_COME_TO_ME, 1), (_TELL_ME_OF_MY_PARENTS_END, signal.SIGTERM)):
        if ctypes.CDLL(None, use_errno=True).prctl(wanted, value, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "cannot wait for orphans, or for the parent's end")
    began = time.perf_counter()
    program = os.posix_spawn(command[0], command, os.environ, setpgroup=0)
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(program, signal.SIGKILL))
    facts = {"pid": program, "cpu_seconds": 0.0, "peak_bytes": 0}
    while True:
        try:
            pid, status, used = os.wait4(-1, 0)
        except ChildProcessError:
            break
        facts["cpu_seconds"] += used.ru_utime + used.ru_stime
        facts["peak_bytes"] = max(facts["peak_bytes"], used.ru_maxrss * 1024)
        if pid == program:
            facts["code"] = os.waitstatus_to_exitcode(status)
            facts["wall_seconds"] = time.perf_counter() - began
    report.write_text(json.dumps(facts), "utf-8")


if __name__ == "__main__":
    launch(Path(sys.argv[1]), sys.argv[2:])

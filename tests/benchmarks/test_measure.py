import os
import sys

import pytest

from benchmarks import measure
from benchmarks.measure import FailedError

MEGABYTE = 1_000_000
FILLED = "filled = b'x' * {}; import time; time.sleep(0.3)"


def run(tmp_path, code):
    return measure.run([sys.executable, "-c", code], folder=tmp_path, environment=dict(os.environ))


def test_cpu_time_of_a_fork_server_counts(tmp_path):
    (tmp_path / "work.py").write_text("import time\ndef busy():\n    while time.process_time() < 0.5: pass\n")
    code = (
        "import multiprocessing, sys; sys.path.insert(0, '.'); from work import busy; "
        "process = multiprocessing.get_context('forkserver').Process(target=busy); "
        "process.start(); process.join()"
    )
    assert run(tmp_path, code).cpu_seconds >= 0.5


def test_the_peak_is_that_of_the_largest_process(tmp_path):
    usage = run(tmp_path, FILLED.format(600 * MEGABYTE))
    assert usage.peak_bytes > 600 * MEGABYTE
    assert usage.children_peak_bytes == 0


def test_a_failed_program_is_quoted(tmp_path):
    with pytest.raises(FailedError, match=r"(?s)ended with 3.*no such thing"):
        run(tmp_path, "print('no such thing'); raise SystemExit(3)")

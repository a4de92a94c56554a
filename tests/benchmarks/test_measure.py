import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
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


def test_the_peak_of_a_child_is_told_apart(tmp_path):
    child = FILLED.format(300 * MEGABYTE)
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    usage = run(tmp_path, code)
    assert usage.children_peak_bytes > 300 * MEGABYTE
    # The kernel's two ways to tell a peak differ by some pages.
    assert usage.peak_bytes == pytest.approx(usage.children_peak_bytes, rel=0.02)


def test_a_failed_program_is_quoted(tmp_path):
    with pytest.raises(FailedError, match=r"(?s)ended with 3.*no such thing"):
        run(tmp_path, "print('no such thing'); raise SystemExit(3)")


def test_a_program_ends_with_the_one_that_measures_it(tmp_path):
    seen = tmp_path / "pid"
    code = f"import os, time; open({str(seen)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    measuring = (
        "import os, sys; from pathlib import Path; from benchmarks import measure; measure.run("
        f"[sys.executable, '-c', {code!r}], folder=Path({str(tmp_path)!r}), environment=os.environ)"
    )
    process = subprocess.Popen([sys.executable, "-c", measuring], cwd=Path(__file__).parents[2])
    while not (seen.exists() and seen.read_text()):
        time.sleep(0.02)
    measured = psutil.Process(int(seen.read_text()))
    process.kill()
    process.wait()
    measured.wait(10)

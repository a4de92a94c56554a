import threading
import time
from pathlib import Path

from dvc_airflow.locks import hold


def test_one_alone_or_several_together(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.lock"
    with hold(path) as first, hold(path, wait=False) as second, hold(path, shared=True, wait=False) as third:
        assert (first, second, third) == (True, False, False)
    with hold(path, shared=True), hold(path, shared=True) as other, hold(path, wait=False) as alone:
        assert (other, alone) == (True, False)


def test_who_waits_says_so_once_and_gets_it(tmp_path: Path) -> None:
    path, said, got = tmp_path / "a.lock", [], threading.Event()

    def wait() -> None:
        with hold(path, waiting=lambda: said.append(1)):
            got.set()

    with hold(path):
        thread = threading.Thread(target=wait)
        thread.start()
        while not said:
            time.sleep(0.01)
        path.unlink()  # cleaned up meanwhile by who held it: the waiting one must not take the old file
    thread.join()
    assert got.is_set()
    assert said == [1]
    assert path.exists()

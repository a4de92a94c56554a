"""Starts dvc by forking the tests' process, where its modules are imported already.

Importing them takes four tenths of a second of CPU, and tests start dvc hundreds of times. It is the same dvc
in a process of its own: working directory, environment, files, signals and exit code are those of a started
one. Only what lists processes by their command line would not recognise it.
"""

import contextlib
import inspect
import io
import logging
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import colorama
import dvc.repo.graph
import dvc.repo.init
import dvc_data.index.checkout
import scmrepo.git
from dvc.cli.parser import get_main_parser
from dvc_airflow import ask_dvc, programs, repro

# What it would import later, each time.
IMPORTED = (dvc.repo.graph, dvc.repo.init, dvc_data.index.checkout, scmrepo.git, get_main_parser())
colorama.deinit()  # of the tests' own streams

_execute = subprocess.Popen._execute_child  # type: ignore[attr-defined]
_PARAMETERS = inspect.signature(_execute)
_ENDS = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")


def _main(command: Sequence[str]) -> Callable[[], None] | None:
    """What a command would run, if that is dvc."""
    words = [str(word) for word in command] if isinstance(command, (list, tuple)) else []
    own = programs.dvc_program()
    if words[: len(own)] == own:
        return lambda: _with_arguments(["dvc", *words[len(own) :]], repro.run)
    if words[:1] in (["dvc"], [str(Path(sys.executable).with_name("dvc"))]):
        return lambda: _with_arguments(words, lambda: sys.exit(repro.main(words[1:])))
    if words[:2] == [sys.executable, ask_dvc.__file__]:
        return lambda: ask_dvc.main(words[2])
    return None


def _with_arguments(words: list[str], main: Callable[[], None]) -> None:
    sys.argv = words
    main()


def _execute_child(self: Any, args: Any, executable: Any, *more: Any) -> None:
    """Replaces a method of `subprocess.Popen`."""
    given = _PARAMETERS.bind(self, args, executable, *more).arguments
    main = None if given["shell"] or executable else _main(args)
    if main is None:
        _execute(self, args, executable, *more)
        return
    self.pid = os.fork()
    if self.pid:
        self._child_created = True
        self._close_pipe_fds(*(given[name] for name in _ENDS))
        return
    code = 70
    try:
        for ours, name in enumerate(("p2cread", "c2pwrite", "errwrite")):
            if given[name] != -1:
                os.dup2(given[name], ours)
        os.closerange(3, 4096)
        if given["start_new_session"]:
            os.setsid()
        if given["preexec_fn"]:
            given["preexec_fn"]()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if given["cwd"] is not None:
            os.chdir(given["cwd"])
        if given["env"] is not None:
            os.environ.clear()
            os.environ.update(given["env"])
        code = _exit_code(main)
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def _exit_code(main: Callable[[], None]) -> int:
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = io.TextIOWrapper(open(2, "wb", 0, closefd=False), write_through=True)  # noqa: SIM115
    colorama.init()  # as `import dvc` does
    for handler in logging.getLogger("dvc").handlers:  # its other loggers have the same
        if isinstance(handler, logging.StreamHandler):
            handler.setStream(sys.stderr if handler.level >= logging.WARNING else sys.stdout)
    logging.getLogger().handlers.clear()  # of pytest and Airflow
    for name in logging.root.manager.loggerDict:
        logging.getLogger(name).disabled = False  # Airflow disables those that were there before
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
    return 0


@contextlib.contextmanager
def forking() -> Iterator[None]:
    """Start dvc by forking, while this context is open."""
    with mock.patch.object(subprocess.Popen, "_execute_child", _execute_child):
        yield

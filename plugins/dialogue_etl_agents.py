"""Runs agents for the page *Chat* as long-running programs that exchange lines of JSON."""

import json
import subprocess
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from dialogue_etl_program import COMMAND, environment, last_words, run, too_slow
from dvc_airflow.programs import ProgramError

SECONDS_TO_START, SECONDS_TO_ANSWER = 300.0, 30.0
"""The start may build an index, which takes ten seconds for a million pairs."""
_KEPT = 4  # agents that keep running


class Product:
    """The agents of a workspace's versions; those that were asked last keep running."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._listed: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
        self._talking: OrderedDict[tuple[Any, ...], Talker] = OrderedDict()
        self._changing = threading.Lock()

    def names(self, version: str) -> list[str]:
        """The agents of a version.

        Raises:
            ProgramError: the version does not exist, or has not been built.
        """
        return [one["name"] for one in self._list(version)]

    def answers(self, version: str, name: str, history: Sequence[str], n: int) -> list[dict[str, Any]]:
        """Answers of an agent, which is started if it is not running.

        Raises:
            ProgramError: it cannot be started, or takes too long.
        """
        options = next((one["options"] for one in self._list(version) if one["name"] == name), None)
        if options is None:
            raise ProgramError(f"{version} has no agent {name!r}")
        key = (*self._key(version), name)
        with self._changing:
            if key not in self._talking:
                while len(self._talking) >= _KEPT:
                    self._talking.popitem(last=False)[1].end()
                self._talking[key] = Talker(self._workspace, [f"--version={version}", *options])
            self._talking.move_to_end(key)
            talker = self._talking[key]
        try:
            return talker.ask(history, n)
        except ProgramError:
            with self._changing:
                if self._talking.get(key) is talker:
                    self._talking.pop(key)
            talker.end()
            raise

    def end(self) -> None:
        """End all agents."""
        while self._talking:
            self._talking.popitem()[1].end()

    def _list(self, version: str) -> list[dict[str, Any]]:
        key = self._key(version)
        if key not in self._listed:
            listed = ("agent", "list", "--json", f"--version={version}")
            self._listed[key] = json.loads(run(self._workspace, *listed, seconds=SECONDS_TO_START))
        return self._listed[key]

    def _key(self, version: str) -> tuple[Any, ...]:
        """Identifies a version: by its tag, or for the workspace by when it was built or edited."""
        if version != ".":
            return (version,)
        files = (self._workspace / name for name in ("dvc.lock", "params.yaml"))
        return (version, *(file.stat().st_mtime_ns if file.is_file() else 0 for file in files))


class Talker:
    """A program that answers line by line; it ends when its input is closed, or with the server."""

    def __init__(self, workspace: Path, options: Sequence[str]) -> None:
        self._errors: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - as long as it
        self._process = subprocess.Popen(
            [*COMMAND, "agent", "ask", "--json", *options],
            cwd=workspace,
            env=environment(workspace),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
        )
        self._ready = False
        self._asking = threading.Lock()

    def ask(self, history: Sequence[str], n: int) -> list[dict[str, Any]]:
        """At most n answers; users of one agent are answered one after another.

        Raises:
            ProgramError: it ended, or takes too long.
        """
        with self._asking:
            try:
                if not self._ready:
                    self._line(SECONDS_TO_START)
                    self._ready = True
                self._stream("stdin").write(json.dumps({"history": list(history), "n": n}) + "\n")
                self._stream("stdin").flush()
                found: list[dict[str, Any]] = json.loads(self._line(SECONDS_TO_ANSWER))
            except (OSError, ValueError) as error:  # ended by another thread, or by itself
                raise ProgramError(f"the agent is gone: {error}") from None
            return found

    def end(self) -> None:
        """End it."""
        self._process.kill()
        with self._asking:
            self._process.communicate()
            self._errors.close()

    def _stream(self, name: str) -> IO[str]:
        stream: IO[str] = getattr(self._process, name)
        return stream

    def _line(self, seconds: float) -> str:
        timer = threading.Timer(seconds, self._process.kill)
        timer.start()
        line = self._stream("stdout").readline()
        late = not timer.is_alive()
        timer.cancel()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            raise ProgramError(too_slow(seconds) if late else last_words(self._errors.read()))
        return line

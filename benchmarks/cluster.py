"""A standalone cluster of Spark on the loopback interface: a master and workers of one core."""

import importlib.util
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from dialogue_etl.errors import DialogueEtlError

_DEPLOY = "org.apache.spark.deploy"
_UP = {"master": b"New state: ALIVE", "worker": b"registered with master"}
_UP_SECONDS = 120
_SETTINGS = """
spark.executor.memory 512m
spark.driver.host 127.0.0.1
spark.ui.enabled false
"""
_LOGS = """
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
"""


@dataclass
class Cluster:
    """Master and workers that run.

    Attributes:
        folder: of their logs and of Spark's configuration.
        master: its URL.
        workers: by the order they were started in.
    """

    folder: Path
    master: str
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def variables(self) -> dict[str, str]:
        """What a driver needs: nothing leaves this machine."""
        return {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_CONF_DIR": str(self.folder)}

    def start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start one of its programs; its log tells when it is up."""
        found = importlib.util.find_spec("pyspark")
        if not found or not found.origin:
            raise DialogueEtlError("this wants the extra `spark`")
        program = Path(found.origin).parent / "bin" / "spark-class"
        log = self.folder / f"{kind}-{len(self.workers)}.log"
        own = [f"{_DEPLOY}.{kind}.{kind.title()}", "--webui-port", "0", "--host", "127.0.0.1", *arguments]
        variables = os.environ | self.variables
        with log.open("wb") as said:
            process = subprocess.Popen([str(program), *own], env=variables, stdout=said, stderr=said)
        until = time.monotonic() + _UP_SECONDS
        while _UP[kind] not in (text := log.read_bytes()):
            if process.poll() is not None or time.monotonic() > until:
                raise DialogueEtlError(f"{kind} of Spark does not start: {text.decode()}")
            time.sleep(0.1)
        return process

    def add_worker(self) -> None:
        """One more, of one core."""
        own = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / "work"), self.master]
        self.workers.append(self.start("worker", *own))

    def kill_worker(self, number: int) -> None:
        """Kill -9 a worker with its executor and Python."""
        _kill(self.workers[number])


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A cluster that ends with the block."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "spark-defaults.conf").write_text(_SETTINGS)
    (folder / "log4j2.properties").write_text(_LOGS)
    made = Cluster(folder, f"spark://127.0.0.1:{port}")
    master = made.start("master", "--port", str(port))
    try:
        for _ in range(workers):
            made.add_worker()
        yield made
    finally:
        for process in (*made.workers, master):
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill -9 a program and all that it started."""
    if process.poll() is None:
        for child in psutil.Process(process.pid).children(recursive=True):
            child.kill()
    process.kill()
    process.wait()

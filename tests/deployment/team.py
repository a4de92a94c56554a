"""The services of docker/compose.yaml as processes: its commands, variables, health checks, other addresses.

PostgreSQL and Redis are Debian's, S3 is moto's; every host is a folder, which is the home of its processes.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import yaml

from dialogue_etl.workspace.api import Api, ApiError
from tests.conftest import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text("utf-8"))["services"]
BIN = Path(sys.executable).parent
POSTGRES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/nowhere"))
ADMIN, PASSWORD, BUCKET = "admin", secrets.token_hex(12), "dvc"
# PostgreSQL refuses to be run by root.
_PG_USER = "postgres" if os.geteuid() == 0 else None
_SECONDS = 300


def new_secrets(origin: Path) -> dict[str, str]:
    """A value for every line of .env.example."""
    lines = (ROOT / "docker" / ".env.example").read_text("utf-8").splitlines()
    names = [line.rstrip("=") for line in lines if line.endswith("=") and not line.startswith("#")]
    fernet = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    own = {"FERNET_KEY": fernet, "DIALOGUE_ETL_ORIGIN": str(origin), "AIRFLOW_URL": "http://127.0.0.1"}
    return {name: secrets.token_hex(24) for name in names} | own


def free_port() -> int:
    """One that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: Callable[[], Any], seconds: float = _SECONDS) -> Any:
    """The first answer that is something; errors of connections count as none."""
    until = time.monotonic() + seconds
    while True:
        with contextlib.suppress(ApiError, OSError, subprocess.CalledProcessError, psutil.Error):
            if found := what():
                return found
        assert time.monotonic() < until, f"nothing came of {what}"
        time.sleep(0.3)


@dataclass
class Team:
    """Servers of a team in a folder, and the processes of Airflow on its hosts."""

    folder: Path
    secrets: Mapping[str, str]
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    ports: dict[str, int] = field(
        default_factory=lambda: {name: free_port() for name in ("postgres", "redis", "s3", "api-server")}
    )

    def __enter__(self) -> Team:
        """Start PostgreSQL, Redis and S3, all empty."""
        self.folder.mkdir()
        (self.folder / "published").mkdir()
        self._start_postgres()
        redis = ("redis-server", "--bind", "127.0.0.1", "--port", str(self.ports["redis"]), "--save", "")
        self.spawn("redis", *redis, "--requirepass", self.secrets["REDIS_PASSWORD"])
        self.spawn("s3", str(BIN / "moto_server"), "-H", "127.0.0.1", "-p", str(self.ports["s3"]))
        wait_for(lambda: self.s3().create_bucket(Bucket=BUCKET))
        return self

    def __exit__(self, *_: object) -> None:
        """End all of it."""
        for name in list(self.processes):
            self.cut(name)
        shutil.rmtree(self._pg, ignore_errors=True)

    def _start_postgres(self) -> None:
        self._pg = Path(tempfile.mkdtemp(prefix="team-"))  # where its user may look
        if _PG_USER:
            shutil.chown(self._pg, _PG_USER)
        word = self._pg.with_suffix(".word")
        word.write_text(self.secrets["POSTGRES_PASSWORD"])
        data, init = str(self._pg / "data"), [str(POSTGRES / "initdb"), "--username=airflow"]
        try:
            subprocess.run(
                [*init, "--auth=scram-sha-256", f"--pwfile={word}", data],
                check=True,
                capture_output=True,
                user=_PG_USER,
                cwd=self._pg,
            )
        finally:
            word.unlink()
        port = str(self.ports["postgres"])
        command = (str(POSTGRES / "postgres"), "-D", data, "-h", "127.0.0.1", "-p", port, "-k", str(self._pg))
        self.spawn("postgres", *command, user=_PG_USER)
        wait_for(lambda: self.pg("createdb", "airflow") is not None)

    def pg(self, program: str, *arguments: str) -> str:
        """What a client of PostgreSQL prints."""
        where = ("-h", "127.0.0.1", "-p", str(self.ports["postgres"]), "-U", "airflow")
        env = {**os.environ, "PGPASSWORD": self.secrets["POSTGRES_PASSWORD"]}
        command = [str(POSTGRES / program), *where, *arguments]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout

    def s3(self) -> Any:
        """A client of its S3."""
        import boto3  # noqa: PLC0415 - comes with what these tests alone want

        names = {"aws_access_key_id": "S3_USER", "aws_secret_access_key": "S3_PASSWORD"}
        keys = {name: self.secrets[secret] for name, secret in names.items()}
        address = f"http://127.0.0.1:{self.ports['s3']}"
        return boto3.client("s3", endpoint_url=address, region_name="us-east-1", **keys)

    def environment(self, host: str, service: str = "worker") -> dict[str, str]:
        """What compose.yaml gives a service, with the addresses and folders of this machine."""
        home = self.folder / host
        home.mkdir(exist_ok=True)
        ours = {name: self._here(str(value), home) for name, value in COMPOSE[service]["environment"].items()}
        places = {
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "HOME": str(home),
            "PYTHONPATH": str(ROOT),  # its notifier
            "GIT_CONFIG_GLOBAL": os.devnull,
            "DIALOGUE_ETL_PUBLISHED": str(self.folder / "published"),
            "DIALOGUE_ETL_PULL_SECONDS": "5",
            "AIRFLOW__API__HOST": "127.0.0.1",
            "AIRFLOW__API__PORT": str(self.ports["api-server"]),
            "AIRFLOW__LOGGING__WORKER_LOG_SERVER_PORT": str(free_port()),
            "AIRFLOW__LOGGING__TRIGGER_LOG_SERVER_PORT": str(free_port()),
        }
        return ours | places

    def _here(self, text: str, home: Path) -> str:
        text = re.sub(r"(?<!\$)\$\{(\w+)[^}]*\}", lambda found: self.secrets[found[1]], text)
        for there, here in {
            "@postgres/": f"@127.0.0.1:{self.ports['postgres']}/",
            "@redis:6379": f"@127.0.0.1:{self.ports['redis']}",
            "//s3:8333": f"//127.0.0.1:{self.ports['s3']}",
            "//api-server:8080": f"//127.0.0.1:{self.ports['api-server']}",
            "//localhost:8080": f"//127.0.0.1:{self.ports['api-server']}",
            "/opt/dialogue-etl": str(ROOT),
            "/home/etl": str(home),
        }.items():
            text = text.replace(there, here)
        return text

    def serve(self, service: str, host: str, *more: str) -> None:
        """Start a service of Airflow on a host, as its container does."""
        entry = ("sh", str(ROOT / "docker" / "entrypoint.sh"))
        self.spawn(host, *entry, *COMPOSE[service]["command"], *more, env=self.environment(host, service))

    def run(self, host: str, *command: str) -> str:
        """What a program on a host prints."""
        env, home = self.environment(host), self.folder / host
        done = subprocess.run(command, env=env, cwd=home, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def is_healthy(self, service: str, host: str) -> bool:
        """What the service's health check says."""
        kind, *test = COMPOSE[service]["healthcheck"]["test"]
        test = [self._here(word, self.folder / host).replace("$$", "$") for word in test]
        command = ["sh", "-c", test[0].replace("celery@", f"{host}@")] if kind == "CMD-SHELL" else test
        env = self.environment(host, service) | {"HOSTNAME": socket.gethostname()}
        return subprocess.run(command, env=env, check=False, capture_output=True).returncode == 0

    def spawn(self, name: str, *command: str, env: Any = None, user: str | None = None) -> None:
        """Start a program, with a log named after it."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                cwd="/" if user else self.folder,
                env=env,
                user=user,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def tree(self, host: str) -> list[psutil.Process]:
        """A host's process and all below it."""
        with contextlib.suppress(psutil.Error):
            top = psutil.Process(self.processes[host].pid)
            return [top, *top.children(recursive=True)]
        return []

    def cut(self, host: str) -> None:
        """Switch a host off: kill -9 of all its processes."""
        for one in self.tree(host):
            with contextlib.suppress(psutil.Error):
                one.kill()
        self.processes.pop(host).wait()

    def api(self) -> Api:
        """Airflow's API, logged in, once it answers."""
        api = Api(f"http://127.0.0.1:{self.ports['api-server']}")
        wait_for(lambda: api.login(ADMIN, PASSWORD) or api.logged_in)
        return api

    def save_bucket(self, folder: Path) -> None:
        """Every object of the DVC remote into a folder."""
        pages = self.s3().get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
        for one in (one for page in pages for one in page.get("Contents", ())):
            (folder / one["Key"]).parent.mkdir(parents=True, exist_ok=True)
            self.s3().download_file(BUCKET, one["Key"], str(folder / one["Key"]))

    def load_bucket(self, folder: Path) -> None:
        """The same back."""
        for file in (one for one in folder.rglob("*") if one.is_file()):
            self.s3().upload_file(str(file), BUCKET, str(file.relative_to(folder)))

    def said(self) -> str:
        """The end of every log, for who looks at a failure."""
        logs = {log.stem: log.read_text(errors="replace")[-1500:] for log in self.folder.glob("*.log")}
        return json.dumps(logs, indent=1)

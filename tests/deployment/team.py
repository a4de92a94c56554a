"""The services of docker/compose.yaml as processes, with its commands, variables, secrets and health checks.

Airflow and Redis run under bubblewrap, as in their containers: as user 1000, without capabilities, on a root
that they cannot write to, with the volumes and secrets of their services alone, and of the repository what
the image copies. PostgreSQL is Debian's, S3 is moto's; every host is a folder. git is reached by HTTP.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
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
ENTRY = "/opt/dialogue-etl/docker/entrypoint.sh"


def new_secrets(folder: Path) -> Path:
    """A folder with what `make secrets` writes, and a token of git."""
    subprocess.run(
        [sys.executable, ROOT / "docker" / "make_secrets.py", folder], check=True, capture_output=True
    )
    (folder / "git_token").write_text(secrets.token_hex(20))
    return folder


IMAGE = (ROOT / "docker" / "Dockerfile").read_text("utf-8")


def copied() -> list[str]:
    """What the image copies of the repository."""
    lines = re.findall(r"^COPY (.*) \S+$", IMAGE, re.MULTILINE)
    return [name for line in lines for name in line.split()]


def variables() -> dict[str, str]:
    """Those of the image, but the path of its programs."""
    return {
        name: it
        for name, it in re.findall(r"^(?:ENV|   ) (\w+)=([^\s\\]+)", IMAGE, re.MULTILINE)
        if name != "PATH"
    }


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
    secrets: Path
    origin: str
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    ports: dict[str, int] = field(
        default_factory=lambda: {name: free_port() for name in ("postgres", "redis", "s3", "api-server")}
    )

    def __enter__(self) -> Team:
        """Start PostgreSQL, Redis and S3, all empty."""
        self.folder.mkdir()
        (self.folder / "published").mkdir()
        self._start_postgres()
        self.spawn("redis", *self.contained("redis", "redis"))
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
        word.write_text(self.secret("postgres_password"))
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
        init = (ROOT / "docker" / "postgres-init.sh").read_text("utf-8")
        self.pg("psql", sh=init.replace("/run/secrets", str(self.secrets)))

    def secret(self, name: str) -> str:
        """What a secret's file says."""
        return (self.secrets / name).read_text("utf-8")

    def pg(self, program: str, *arguments: str, sh: str = "") -> str:
        """What a client of PostgreSQL prints, or a shell script that calls one."""
        where = {"PGHOST": "127.0.0.1", "PGPORT": str(self.ports["postgres"]), "PGUSER": "airflow"}
        env = {"PATH": f"{POSTGRES}:/usr/bin:/bin", "PGPASSWORD": self.secret("postgres_password"), **where}
        command = ["sh", "-c", sh] if sh else [str(POSTGRES / program), *arguments]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout

    def s3(self) -> Any:
        """A client of its S3."""
        import boto3  # noqa: PLC0415 - comes with what these tests alone want

        (identity,) = json.loads(self.secret("s3_identities"))["identities"]
        (key,) = identity["credentials"]
        keys = {"aws_access_key_id": key["accessKey"], "aws_secret_access_key": key["secretKey"]}
        address = f"http://127.0.0.1:{self.ports['s3']}"
        return boto3.client("s3", endpoint_url=address, region_name="us-east-1", **keys)

    def environment(self, service: str) -> dict[str, str]:
        """What compose.yaml gives a service, with the addresses of this machine."""
        ours = {name: self._here(str(it)) for name, it in COMPOSE[service].get("environment", {}).items()}
        places = {
            "PATH": f"{BIN}:/usr/bin:/bin",
            "HOME": "/home/etl",
            "PYTHONPATH": "/opt/dialogue-etl:/opt/told",  # as the image installs it; its notifier
            "PYTHONDONTWRITEBYTECODE": "1",
            "DIALOGUE_ETL_PULL_SECONDS": "5",
            "AIRFLOW__API__HOST": "127.0.0.1",
            "AIRFLOW__API__PORT": str(self.ports["api-server"]),
            "AIRFLOW__LOGGING__WORKER_LOG_SERVER_PORT": str(free_port()),
            "AIRFLOW__LOGGING__TRIGGER_LOG_SERVER_PORT": str(free_port()),
        }
        return variables() | ours | places

    def _here(self, text: str) -> str:
        values = {"DIALOGUE_ETL_ORIGIN": self.origin, "AIRFLOW_URL": "http://127.0.0.1"}
        text = re.sub(r"(?<!\$)\$\{(\w+)[^}]*\}", lambda found: values[found[1]], text)
        for there, here in {
            "@postgres/": f"@127.0.0.1:{self.ports['postgres']}/",
            "@redis:6379": f"@127.0.0.1:{self.ports['redis']}",
            "//s3:8333": f"//127.0.0.1:{self.ports['s3']}",
            "//api-server:8080": f"//127.0.0.1:{self.ports['api-server']}",
            "//localhost:8080": f"//127.0.0.1:{self.ports['api-server']}",
            "redis-server /tmp/redis.conf": f"redis-server /tmp/redis.conf --port {self.ports['redis']}",
            "redis-cli": f"redis-cli -p {self.ports['redis']}",
            "$$": "$",
        }.items():
            text = text.replace(there, here)
        return text

    def contained(self, service: str, host: str, *command: str) -> list[str]:
        """A command, that of the service if there is none, in a container of the service on a host."""
        asked, folder = COMPOSE[service], self.folder / host
        assert asked["read_only"]
        assert (asked["cap_drop"], asked["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
        own = [name for name in asked["volumes"] if ":" not in name] + asked.get("tmpfs", [])
        volumes = {name: folder / name.strip("/").replace("/", "-") for name in own}
        volumes |= (
            {"/published": self.folder / "published"} if "published:/published" in asked["volumes"] else {}
        )
        for volume in volumes.values():
            volume.mkdir(parents=True, exist_ok=True)
        mounts = [
            *(("--ro-bind", name, name) for name in ("/usr", "/etc", sys.base_prefix, sys.prefix)),
            *(("--symlink", f"usr/{name}", f"/{name}") for name in ("bin", "sbin", "lib", "lib64")),
            ("--proc", "/proc"),
            ("--dev", "/dev"),
            ("--dir", "/var/tmp"),  # as in the image: nothing may be written there
            *(("--ro-bind", str(ROOT / name), f"/opt/dialogue-etl/{name}") for name in copied()),
            ("--ro-bind", str(ROOT / "tests" / "deployment" / "told.py"), "/opt/told/told.py"),
            *(("--ro-bind", str(self.secrets / name), f"/run/secrets/{name}") for name in asked["secrets"]),
            *(("--bind", str(here), name) for name, here in volumes.items()),
        ]
        # What is below a volume is mounted after it.
        mounts.sort(key=lambda mount: len(Path(mount[-1]).parts))
        env = self.environment(service) | {"HOSTNAME": socket.gethostname()}
        return [
            *("bwrap", "--unshare-user", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL", "--clearenv"),
            *(word for mount in mounts for word in mount),
            *("--remount-ro", "/", "--chdir", "/tmp"),
            *(word for name, value in env.items() for word in ("--setenv", name, value)),
            *("--", *(command or map(self._here, asked["command"]))),
        ]

    def serve(self, service: str, host: str, *more: str) -> None:
        """Start a service of Airflow on a host, as its container does."""
        self.spawn(host, *self.contained(service, host, ENTRY, *COMPOSE[service]["command"], *more))

    def run(self, service: str, *command: str) -> str:
        """What a program prints in a container of a service, on the first host."""
        return self._output(self.contained(service, "head", *command))

    def outside(self, *command: str) -> str:
        """What a program prints for a person who has the keys of S3."""
        keys = {"AWS_SHARED_CREDENTIALS_FILE": str(self.secrets / "s3_credentials")}
        address = {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.ports['s3']}",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
        path = {"PATH": f"{BIN}:{os.environ['PATH']}", "HOME": str(self.folder)}
        return self._output(command, keys | address | path)

    def _output(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> str:
        done = subprocess.run(command, env=env, cwd=self.folder, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stdout}{done.stderr}"
        return done.stdout

    def is_healthy(self, service: str, host: str) -> bool:
        """What the service's health check says."""
        kind, *test = map(self._here, COMPOSE[service]["healthcheck"]["test"])
        command = ["sh", "-c", test[0].replace("celery@", f"{host}@")] if kind == "CMD-SHELL" else test
        contained = self.contained(service, host, *command)
        return subprocess.run(contained, check=False, capture_output=True).returncode == 0

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

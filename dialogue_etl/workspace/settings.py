"""Airflow's configuration for a workspace: written at each start; secrets are kept."""

import base64
import configparser
import json
import os
import secrets
from pathlib import Path

from dialogue_etl.errors import DOCTOR
from dialogue_etl.workspace.processes import HOST
from dialogue_etl.workspace.product import product_folder
from dialogue_etl.workspace.root import VARIABLE, WorkspaceError

USER = "admin"
PARALLEL = 4
"""Tasks at once, on any machine: with little data a task spends half its time starting programs."""


def home(root: Path) -> Path:
    """AIRFLOW_HOME of a workspace."""
    return root / ".airflow"


def password(root: Path) -> str:
    """The generated password of the one user."""
    return str(_read(_passwords(root))[USER])


def _read(path: Path) -> dict[str, str]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except ValueError:
        raise WorkspaceError(f"{path} is damaged. {DOCTOR}") from None


def _passwords(root: Path) -> Path:
    return home(root) / "passwords.json"


def write_private(path: Path, text: str) -> None:
    """Write a file only its owner may read."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text)


def configure(root: Path, port: int, *, people: bool = True) -> None:
    """Write airflow.cfg, and on the first start secrets and password, all readable by their owner only."""
    folder = home(root)
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    kept = folder / "secrets.json"
    if not kept.exists():
        write_private(kept, json.dumps(_new_secrets()))
    if not _passwords(root).exists():
        write_private(_passwords(root), json.dumps({USER: secrets.token_urlsafe(12)}))
    parser = configparser.ConfigParser(interpolation=None)
    for section, options in _options(root, port, _read(kept), people).items():
        # Airflow reads %(name)s as a reference.
        parser[section] = {name: str(value).replace("%", "%%") for name, value in options.items()}
    text = folder / "airflow.cfg"
    write_private(text, "# Written at each start by `dialogue-etl up`; edits are lost.\n")
    with text.open("a", encoding="utf-8") as file:
        parser.write(file)


def _new_secrets() -> dict[str, str]:
    return {
        "fernet_key": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "jwt_secret": secrets.token_urlsafe(64),
        "secret_key": secrets.token_urlsafe(32),
    }


def _options(root: Path, port: int, kept: dict[str, str], people: bool) -> dict[str, dict[str, object]]:
    address = f"http://{HOST}:{port}"
    return {
        "core": {
            "dags_folder": product_folder() / "dags",
            "plugins_folder": product_folder() / "plugins",
            "load_examples": False,
            "executor": "LocalExecutor",
            "parallelism": PARALLEL,
            "dags_are_paused_at_creation": False,
            "dagbag_import_timeout": 120,  # DVC computes the graph once; slow on a busy machine
            "min_serialized_dag_update_interval": 5,
            "execution_api_server_url": f"{address}/execution/",
            "simple_auth_manager_users": f"{USER}:admin",
            "simple_auth_manager_passwords_file": _passwords(root),
            "fernet_key": kept["fernet_key"],
            "hostname_callable": "socket.gethostname",  # the default asks the name server
        },
        "database": {"sql_alchemy_conn": f"sqlite:///{home(root) / 'airflow.db'}"},
        "logging": {"base_log_folder": home(root) / "logs"},
        "api": {
            "host": HOST,
            "port": port,
            "base_url": address,
            "workers": 1,
            "secret_key": kept["secret_key"],
            "instance_name": f"Dialogue ETL: {root.name}",
        },
        "api_auth": {"jwt_secret": kept["jwt_secret"]},
        "scheduler": {
            "scheduler_idle_sleep_time": 0.5,
            # Seconds until a worker counts as lost; not fewer, since heartbeats come late on a busy machine.
            "task_instance_heartbeat_timeout": 60,
            # How soon a scheduler restarts tasks of a killed one; the default is five minutes.
            "orphaned_tasks_check_interval": 15,
        },
        # A task must outlive a restart of the API server.
        "workers": {"execution_api_retries": 12, "execution_api_retry_wait_max": 10},
        # Parsing the DAGs takes 3 s of CPU. No one edits the workspace while the demo runs.
        "dag_processor": {
            "min_file_process_interval": 30 if people else 3600,
            "parsing_processes": 1,
            "dag_file_processor_timeout": 180,
        },
    }


def environment(root: Path) -> dict[str, str]:
    """Environment of Airflow's processes, without variables of another Airflow and proxies for this host."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("AIRFLOW", "_AIRFLOW"))}
    direct = ",".join(filter(None, [env.get("no_proxy") or env.get("NO_PROXY"), HOST, "localhost"]))
    own = {"AIRFLOW_HOME": str(home(root)), VARIABLE: str(root)}
    # Airflow changes the titles of its processes; SPT_NOENV preserves their environment in /proc.
    other = {"no_proxy": direct, "NO_PROXY": direct, "PYTHONUNBUFFERED": "1", "SPT_NOENV": "1"}
    return env | own | other

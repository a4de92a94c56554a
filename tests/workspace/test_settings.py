from __future__ import annotations

import configparser
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from dialogue_etl.workspace import settings

if TYPE_CHECKING:
    import pytest


def options(root: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(root / ".airflow" / "airflow.cfg")
    return parser


def test_loopback_and_secrets_for_the_owner_only(tmp_path: Path) -> None:
    root = tmp_path / "100% ws"
    root.mkdir()
    settings.configure(root, 8123)
    config = options(root)
    assert config["api"]["host"] == "127.0.0.1"
    assert config["api"]["port"] == "8123"
    assert config["core"]["execution_api_server_url"] == "http://127.0.0.1:8123/execution/"
    assert config["core"]["load_examples"] == "False"
    assert config["database"]["sql_alchemy_conn"] == f"sqlite:///{root}/.airflow/airflow.db"
    assert Path(config["core"]["dags_folder"]).is_dir()
    assert len(config["api_auth"]["jwt_secret"]) >= 64
    assert stat.S_IMODE((root / ".airflow").stat().st_mode) == 0o700
    for name in ("airflow.cfg", "secrets.json", "passwords.json"):
        assert stat.S_IMODE((root / ".airflow" / name).stat().st_mode) == 0o600


def test_secrets_are_kept_and_differ_between_workspaces(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for root in (one, other):
        root.mkdir()
        settings.configure(root, 8080)
    before = (settings.password(one), options(one)["core"]["fernet_key"])
    settings.configure(one, 8081)
    assert (settings.password(one), options(one)["core"]["fernet_key"]) == before
    assert settings.password(other) != before[0]
    assert len(before[0]) >= 16


def test_another_airflows_variables_do_not_leak_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW__CORE__DAGS_FOLDER", "/elsewhere")
    monkeypatch.setenv("no_proxy", "example.org")
    env = settings.environment(tmp_path)
    assert "AIRFLOW__CORE__DAGS_FOLDER" not in env
    assert env["AIRFLOW_HOME"] == str(tmp_path / ".airflow")
    assert env["NO_PROXY"] == "example.org,127.0.0.1,localhost"

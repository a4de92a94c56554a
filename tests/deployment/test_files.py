"""The files of docker/ agree with one another, and say no secret."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

from tests.conftest import ROOT
from tests.deployment.team import COMPOSE, copied

DOCKER = ROOT / "docker"
FILE = yaml.safe_load((DOCKER / "compose.yaml").read_text("utf-8"))
# The chart sets these of its own values and secrets.
CHART = {
    "AIRFLOW__API__SECRET_KEY",
    "AIRFLOW__API_AUTH__JWT_SECRET",
    "AIRFLOW__CELERY__BROKER_URL",
    "AIRFLOW__CELERY__RESULT_BACKEND",
    "AIRFLOW__CORE__AUTH_MANAGER",
    "AIRFLOW__CORE__EXECUTION_API_SERVER_URL",
    "AIRFLOW__CORE__EXECUTOR",
    "AIRFLOW__CORE__FERNET_KEY",
    "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN",
}
METADATA = (
    "AIRFLOW__API_AUTH__JWT_SECRET",
    "AIRFLOW__CORE__FERNET_KEY",
    "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN",
)
"""Which a worker of compose.yaml does not get; the chart gives them to all."""
PARTS = {
    "apiServer": "api-server",
    "dagProcessor": "dag-processor",
    "scheduler": "scheduler",
    "triggerer": "triggerer",
    "workers": "worker",
}


def test_a_service_has_the_secrets_that_it_names_and_no_variable_says_one() -> None:
    texts = {name: yaml.safe_dump(service) for name, service in COMPOSE.items()}
    for name, service in COMPOSE.items():
        read = re.findall(r"(?:/run/secrets/|secret\.sh )(\w+)", texts[name])
        used = {*read, *(["git_token"] if service.get("environment", {}).get("DIALOGUE_ETL_ORIGIN") else [])}
        used |= {"results_password"} if name == "postgres" else set()  # its init script
        assert used == set(service["secrets"]), name
    assert "postgres_password" not in COMPOSE["worker"]["secrets"]
    assert set(FILE["secrets"]) == set().union(*(s["secrets"] for s in COMPOSE.values()))
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", yaml.safe_dump(FILE)))
    example = (DOCKER / ".env.example").read_text("utf-8")
    assert (
        asked == set(re.findall(r"^(\w+)=$", example, re.MULTILINE)) == {"AIRFLOW_URL", "DIALOGUE_ETL_ORIGIN"}
    )


def test_services_are_confined_and_no_port_is_open_to_others() -> None:
    for name, service in COMPOSE.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert "healthcheck" in service or name == "migrate"
    ports = [port for service in COMPOSE.values() for port in service.get("ports", ())]
    assert len(ports) == 2
    assert all(port.startswith("127.0.0.1:") for port in ports)
    internal = {name for name, network in FILE["networks"].items() if (network or {}).get("internal")}
    for server, network in {"postgres": "database", "redis": "queue", "s3": "store"}.items():
        assert network in internal
        assert not set(COMPOSE[server]["networks"]) - {network, "loopback"}
    assert [name for name, service in COMPOSE.items() if "loopback" in service["networks"]] == ["s3"]


def test_secrets_that_are_there_are_kept_and_others_are_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    command = [sys.executable, DOCKER / "make_secrets.py", folder]
    subprocess.run(command, check=True, capture_output=True)
    assert folder.stat().st_mode & 0o777 == 0o700
    first = {file.name: file.read_text() for file in folder.iterdir()}
    assert set(first) == set(FILE["secrets"])
    for name in ("jwt_secret", "s3_credentials", "s3_identities"):
        (folder / name).unlink()
    subprocess.run(command, check=True, capture_output=True)
    second = {file.name: file.read_text() for file in folder.iterdir()}
    assert {name for name in first if first[name] != second[name]} == {
        "jwt_secret",
        "s3_credentials",
        "s3_identities",
    }
    assert len({text for text in second.values() if text}) == len(first) - 1
    (keys,) = json.loads(second["s3_identities"])["identities"][0]["credentials"]
    assert keys["secretKey"] in second["s3_credentials"]


def test_the_image_copies_what_a_wheel_has_and_its_programs_and_nothing_else() -> None:
    ignore = (DOCKER / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    allowed = [line[1:] for line in ignore if line.startswith("!")]
    assert [line for line in ignore if line[0] not in "#!"] == ["*", "**/__pycache__"]
    assert sorted(copied()) == sorted(allowed)
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    needed = {*wheel["packages"], *wheel["force-include"], "LICENSE", "README.md", "pyproject.toml"}
    assert {name for name in copied() if not name.startswith("docker/")} == needed
    tracked = subprocess.check_output(
        ["git", "-C", ROOT, "ls-files", "--", *copied()], text=True
    ).splitlines()
    assert all(any(file == name or file.startswith(f"{name}/") for file in tracked) for name in copied())


def test_the_values_for_the_chart_set_what_compose_does() -> None:
    values = yaml.safe_load((DOCKER / "helm-values.yaml").read_text("utf-8"))
    pods = {one["name"]: one["value"] for one in values["env"]}
    ours = COMPOSE["worker"]["environment"]
    assert set(pods) | CHART == {name.removesuffix("_CMD") for name in ours} | set(METADATA)
    addresses = {"AWS_ENDPOINT_URL", "AIRFLOW__API__BASE_URL", "DIALOGUE_ETL_ORIGIN"}
    for name, value in pods.items():
        assert name in addresses or value == ours[name]
    assert values["config"]["core"]["auth_manager"] == ours["AIRFLOW__CORE__AUTH_MANAGER"]
    (fetch,) = values["apiServer"]["env"]
    assert COMPOSE["api-server"]["environment"][fetch["name"]] == fetch["value"]


def test_the_values_for_the_chart_confine_pods_as_compose_does_services() -> None:
    values = yaml.safe_load((DOCKER / "helm-values.yaml").read_text("utf-8"))
    assert values["securityContexts"]["container"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert values["securityContexts"]["pod"]["runAsNonRoot"]
    mounts = {one["mountPath"]: one["name"] for one in values["volumeMounts"]}
    assert set(mounts) == {volume.split(":")[-1] for volume in COMPOSE["worker"]["volumes"]} | {
        "/run/secrets"
    }
    assert set(mounts.values()) == {volume["name"] for volume in values["volumes"]}
    for part, service in PARTS.items():
        assert values[part]["resources"]["limits"]["memory"] == COMPOSE[service]["mem_limit"].replace(
            "g", "Gi"
        )

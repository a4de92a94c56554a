"""The files of docker/ agree with one another, and say no secret."""

import re

import yaml

from tests.conftest import ROOT
from tests.deployment.team import COMPOSE

DOCKER = ROOT / "docker"
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


def test_every_secret_comes_from_the_environment_and_no_port_is_open_to_others() -> None:
    compose = (DOCKER / "compose.yaml").read_text("utf-8")
    asked = dict(re.findall(r"\$\{(\w+)(:\?[^}]+)", compose))
    example = (DOCKER / ".env.example").read_text("utf-8")
    assert set(asked) == set(re.findall(r"^(\w+)=$", example, re.MULTILINE))
    assert not re.findall(r"\$\{\w+:?[-+]", compose)
    ports = [port for service in COMPOSE.values() for port in service.get("ports", ())]
    assert len(ports) == 2
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_the_values_for_the_chart_set_what_compose_does() -> None:
    values = yaml.safe_load((DOCKER / "helm-values.yaml").read_text("utf-8"))
    pods = {one["name"]: one["value"] for one in values["env"]} | {
        one["envName"]: "" for one in values["secret"]
    }
    ours = COMPOSE["worker"]["environment"]
    assert set(pods) | CHART == set(ours)
    addresses = {"AWS_ENDPOINT_URL", "AIRFLOW__API__BASE_URL"}
    for name, value in pods.items():
        assert not value or name in addresses or value == ours[name]
    assert values["config"]["core"]["auth_manager"] == ours["AIRFLOW__CORE__AUTH_MANAGER"]
    assert {one["name"] for one in values["apiServer"]["env"]} == set(
        COMPOSE["api-server"]["environment"]
    ) - set(ours)

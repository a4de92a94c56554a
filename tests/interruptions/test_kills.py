import pytest

from tests.interruptions import kills
from tests.targets import TARGETS

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.mark.parametrize("source", TARGETS)
def test_killed_at_random_moments_a_build_gives_the_same_bytes(tmp_path, capsys, source):
    small = ["--books", "60", "--paragraphs", "100", "--source", source]
    code = kills.main(["--kills", "3", "--workspace", str(tmp_path), *small])
    assert code == 0, capsys.readouterr().out


def test_killed_at_random_moments_airflow_publishes_what_an_undisturbed_build_gives(tmp_path, capsys):
    # A stage and the scheduler, for a start of Airflow takes its time; more: `make kills ARGS=--airflow`.
    code = kills.main(["--airflow", "--kills", "2", "--seed", "1", "--workspace", str(tmp_path)])
    assert code == 0, capsys.readouterr().out

from datetime import timedelta

import pytest
from dvc_airflow.programs import ProgramError, RemoteError

pytestmark = pytest.mark.slow  # imports Airflow


def decided(error: Exception, try_number: int, max_tries: int, minutes: float = 60) -> tuple[str, str, float]:
    from dvc_airflow.publish_retries import Patience  # noqa: PLC0415

    policy = Patience(timedelta(minutes=minutes), spare=4)
    decision = policy.evaluate(error, try_number, max_tries)
    delay = decision.retry_delay.total_seconds() if decision.retry_delay else 0.0
    return decision.action.value, decision.reason or "", delay


AWAY = RemoteError("the DVC remote store", ProgramError("`dvc push` returned 1"))


@pytest.mark.parametrize(("minutes", "seconds"), [(0, []), (0.5, [10, 20]), (3, [10, 20, 40, 80, 30])])
def test_delays_double_and_add_up(minutes: float, seconds: list[int]) -> None:
    from dvc_airflow.publish_retries import delays  # noqa: PLC0415

    assert [delay.total_seconds() for delay in delays(timedelta(minutes=minutes))] == seconds
    hour = delays(timedelta(hours=1))
    assert (sum(hour, timedelta()), max(hour)) == (timedelta(hours=1), timedelta(minutes=10))


def test_each_try_says_what_is_away_and_when_the_next_one_is() -> None:
    from dvc_airflow.publish_retries import delays  # noqa: PLC0415

    most = len(delays(timedelta(hours=1))) + 4
    action, reason, delay = decided(AWAY, 1, most)
    assert (action, delay) == ("retry", 10)
    assert "the DVC remote store is away or refuses" in reason
    assert f"try 2 of {most - 3} is in 10 s, at " in reason
    assert "in 10 min, at " in decided(AWAY, 7, most)[1]
    assert decided(AWAY, most - 3, most)[0] == "fail"
    # Cleared after all of them: Airflow adds to the numbers of tries.
    assert decided(AWAY, 13, most + 12)[::2] == ("retry", 10)


def test_other_errors_are_not_waited_out() -> None:
    from dvc_airflow.publish_retries import delays  # noqa: PLC0415

    most = len(delays(timedelta(hours=1))) + 4
    actions = [decided(ProgramError("git failed"), number, most)[0] for number in range(1, 7)]
    assert actions == ["default"] * 4 + ["fail"] * 2

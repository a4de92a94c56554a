import pytest

from dialogue_etl.report import formatting


@pytest.mark.parametrize(
    ("value", "threshold", "unit", "said"),
    [
        (1.834, 1.2, "nats", "1.83 nats; allowed: at most 1.2"),
        (0.0, 150.0, "marks per 10,000 words", "0 marks per 10,000 words; wanted: at least 150"),
        (1.0, 2.0, "turns", "1 turn; wanted: at least 2"),
        (0.25, 0.2, "share of words", "0.25 of the words; allowed: at most 0.2"),
        (None, None, "choice", ""),
        (3.0, None, "switch", "3"),
    ],
)
def test_what_was_measured(value: float | None, threshold: float | None, unit: str, said: str) -> None:
    assert formatting.measured({"value": value, "threshold": threshold}, unit) == said

from __future__ import annotations

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


def test_numbers_and_texts() -> None:
    assert [formatting.percent(share) for share in (0.0, 0.0004, 0.1, 1.0)] == [
        "0%",
        "0.04%",
        "10.0%",
        "100.0%",
    ]
    assert formatting.place({"start": 1_636, "end": 1_647}) == "characters 1,636 to 1,647"
    assert not formatting.place({"start": None, "end": None})
    assert (formatting.clip("abc", 3), formatting.clip("ab cd", 4)) == ("abc", "ab…")
    assert [formatting.setting(value) for value in (True, [], ["a", "b"], 1000, 0.5)] == [
        "true", "none", "a, b", "1,000", "0.5",
    ]  # fmt: skip

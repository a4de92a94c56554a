"""The stages of test sets; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared

STAGES = (
    Declared(
        "report",
        "Test sets of a dataset, with the metrics of random and true responses",
        inputs={"dataset": "data/${testset.source}/dataset"},
        params=("testset",),
        data=("report",),
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {}
"""The stages that sources share, with what differs here."""

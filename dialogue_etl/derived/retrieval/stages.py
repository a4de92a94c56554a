"""The stages of retrieval agents; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared

STAGES = (
    Declared(
        "evaluate",
        "Evaluate an agent that answers questions of the test split with turns of the training split",
        inputs={"dataset": "data/${retrieval.dataset}/dataset"},
        params=("retrieval",),
        languages="retrieval.languages",
        folder="",
        metrics="",
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {}
"""The stages that sources share, with what differs here."""

"""The stages of the mix; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.core.parameters.origins import ORIGINS
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.declaration import Declared

STAGES = (
    Declared(
        "dataset",
        "Choose dialogues from the datasets of all sources by weights and caps, and write one dataset",
        function="mix",
        inputs={"libraries": "data/code/mix.json", "tests": "data/code/tests.parquet"},
        also=("data/code/datasets.json", *(f"data/{name}/dataset" for name in ORIGINS)),
        params=("privacy", *(str(SOURCES[name].language_list) for name in ORIGINS), "mix", "package"),
    ),
    Declared(
        "report",
        "The composition of the mixed dataset, as a page",
        inputs={"dataset": "dataset", "figures": "metrics/mix/dataset.json"},
        params=("privacy", "mix", "package"),
        data=("report", "derived/mix"),
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {
    "check": {"about": "Read the mixed dataset again and count what is wrong with it", "params": ()},
}
"""The stages that sources share, with what differs here."""

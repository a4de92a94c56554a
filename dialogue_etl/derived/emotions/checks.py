"""Checks of a labelled dataset for errors of labelling; those of its source run on the source's dataset."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.sources.checking import Checks, Fault
from dialogue_etl.sources.figures import ONE_LABEL

MANIFEST = ""
"""The dataset has no manifest besides that of its source."""


def settings(params: Params) -> dict[str, Any]:
    """Besides the formats of the dataset: its scheme, and its labels other than neutral."""
    inventory = params[Emotions].inventory
    return {
        "scheme": inventory.name,
        "labels": [label for label in inventory.labels if inventory.kinds[label] != "neutral"],
    }


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], settings: Mapping[str, Any]) -> Checks:
    """The number of turns with the label that most of them have."""
    found = Counter[str]()

    def count(batch: pa.RecordBatch) -> Iterator[Fault]:
        for turns in batch.column("turns").to_pylist():
            for turn in turns:
                labels = (
                    one["label"] for one in turn.get("labels") or () if one["scheme"] == settings["scheme"]
                )
                found.update(label for label in [next(labels, "")] if label in settings["labels"])
        return iter(())

    return Checks(faults=count, counted=lambda: {ONE_LABEL.name: max(found.values(), default=0)})

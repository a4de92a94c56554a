"""The stages of emotions; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared, keys

_LEARNING = keys(
    *("emotions", "scheme", "labels", "backend", "encoder", "seed", "model_id", "learning_rate", "epochs")
)
STAGES = (
    Declared(
        "weak",
        "Train the weak labeller on sentences labelled by people",
        inputs={"sentences": "emotions/sentences", "dialogues": "emotions/dialogues"},
        params=("privacy", *_LEARNING, "emotions.annotations"),
        data=("sample/emotions", "derived/emotions/schemes"),
    ),
    Declared(
        "initial",
        "Give the turns of a dataset weak labels, and choose the most certain dialogues",
        inputs={"dataset": "data/${emotions.dataset}/dataset", "weak": "weak"},
        params=keys(
            *("emotions", "dataset", "languages", "scheme", "labels"),
            *("initial", "aggregation", "backend", "encoder"),
        ),
        data=("derived/emotions/schemes",),
    ),
    Declared(
        "grow",
        "Extend the labels by people, by similarity and by a first classifier",
        inputs={"dialogues": "emotions/dialogues", "sentences": "emotions/sentences", "initial": "initial"},
        params=(
            "privacy",
            *_LEARNING,
            *keys(
                "emotions",
                "annotations",
                "decay",
                "similarity",
                "second_similarity",
                "self_labelling",
                "self_labelled",
                "min_precision",
            ),
        ),
        data=("sample/emotions", "derived/emotions/schemes"),
    ),
    Declared(
        "train",
        "Train the classifier; its accuracy, also with context and growth, and on labels from elsewhere",
        inputs={"labels": "grow", "other": "emotions/elsewhere"},
        params=("privacy", *_LEARNING, "emotions.decay", "emotions.ablations"),
        data=("derived/emotions/schemes",),
    ),
    Declared(
        "dataset",
        "Label every turn, and write the dataset with its card",
        function="label",
        inputs={
            "libraries": "data/code/emotions.json",
            "dataset": "data/${emotions.dataset}/dataset",
            "model": "train",
        },
        params=("privacy", "emotions", "package"),
        data=("derived/emotions/schemes",),
    ),
    Declared(
        "report",
        "The labels and the accuracy of the classifiers, as a page",
        inputs={"dataset": "dataset"},
        also=(
            "metrics/emotions/weak.json",
            "metrics/emotions/initial.json",
            "metrics/emotions/grow.json",
            "metrics/emotions/train.json",
            "metrics/emotions/dataset.json",
        ),
        params=("privacy", "emotions", "package", "report"),
        data=("report", "derived/emotions"),
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {
    "check": {
        "about": "Read the labelled dataset again and count what is wrong with it",
        "params": ("emotions.languages", "emotions.scheme", "emotions.labels"),
    },
}
"""The stages that sources share, with what differs here."""

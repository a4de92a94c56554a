"""The stages of generative agents; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared, keys

_TRAINING = keys(
    "generative",
    "history",
    "normalised",
    "without_overlap",
    "context",
    "answer",
    "distractors",
    "choice_weight",
    "label_smoothing",
    "batch",
    "accumulation",
    "optimiser",
    "learning_rate",
    "warm_up",
    "clip",
    "max_steps",
    "checkpoint_steps",
    "validate_on",
    "device",
    "seed",
)
"""Of training and of fine-tuning."""
STAGES = (
    Declared(
        "train",
        "Train a model on the training split of a dataset",
        inputs={"dataset": "data/${generative.dataset}/dataset"},
        params=(
            *keys(
                "generative",
                "start",
                "form",
                "hidden",
                "layers",
                "heads",
                "filter",
                "embedding",
                "dropout",
                "vocabulary",
                "texts",
                "text_epochs",
                "epochs",
                "schedule",
            ),
            *_TRAINING,
        ),
        languages="generative.languages",
        folder="model",
    ),
    Declared(
        "tune",
        "Fine-tune the model on the training split of the target, if that is another dataset",
        function="dialogue_etl.derived.generative.train:tune",
        inputs={"model": "train", "dataset": "data/${generative.target}/dataset"},
        params=(*keys("generative", "dataset", "target", "tune_epochs", "tune_schedule"), *_TRAINING),
        languages="generative.languages",
        folder="tuned",
    ),
    Declared(
        "evaluate",
        "Evaluate the models on the target's test split, beside random and true answers",
        inputs={"model": "train", "tuned": "tune", "dataset": "data/${generative.target}/dataset"},
        params=(
            *keys(
                "generative",
                "dataset",
                "target",
                "beam",
                "length_penalty",
                "top_p",
                "temperature",
                "candidates",
                "questions",
                "seed",
                "device",
            ),
            "testset",
        ),
        languages="generative.languages",
        folder="answers",
        metrics="answers",
        data=("report",),
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {}
"""The stages that sources share, with what differs here."""

"""The stages of threads; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared, keys

STAGES = (
    Declared(
        "ingest",
        "Read the corpora of a language, decode them, find the tree of each comment",
        inputs={"corpora": "threads/corpora"},
        params=(
            "privacy",
            *keys(
                "threads", "source", "corpora", "deleted", "bots", "orphans", "session_gap", "max_quarantined"
            ),
            "storage",
        ),
        languages="threads.languages",
        data=("sample/threads",),
    ),
    Declared(
        "extract",
        "Take every path from a root comment to a leaf, or whole threads, as dialogues",
        inputs={"threads": "ingest"},
        params=keys(
            "threads",
            *("banned", "seed_accounts", "dialogues", "self_replies"),
            *("max_depth", "max_paths", "max_openings", "min_turns", "speakers"),
        ),
        languages="threads.languages",
    ),
    Declared(
        "rules",
        "Remove noise, split dialogues at it, or drop them",
        inputs={"dialogues": "extract", "blacklists": "threads/blacklists"},
        params=(
            "privacy",
            *keys("threads", "corpora", "duplicates", "speakers"),
            "rules",
            "classify.corpora",
        ),
        languages="threads.languages",
        data=("filters/terms",),
    ),
    Declared(
        "train",
        "Train the classifiers that the parameters select, on labels by people or weak ones",
        inputs={"extracted": "extract", "dialogues": "rules", "annotations": "threads/annotations"},
        params=keys(
            "classify",
            "noise",
            "context",
            "encoder",
            "labels",
            "noise_share",
            "context_share",
            "corpora",
            "min_labels",
            "max_pairs",
            "model_id",
            "epochs",
            "learning_rate",
            "seed",
        ),
        languages="threads.languages",
    ),
    Declared(
        "classify",
        "Split dialogues at pairs that a classifier finds noisy, drop what cannot be understood",
        inputs={"dialogues": "rules", "models": "train", "tests": "data/code/tests.parquet"},
        params=(
            *keys("threads", "speakers"),
            "rules.min_turns",
            *keys("classify", "noise_threshold", "context_threshold", "threshold_rule", "target_precision"),
            "classify.max_share",
        ),
        languages="threads.languages",
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {
    "split": {"about": "Assign the threads to train, validation and test"},
    "pairs": {},
    "package": {},
    "check": {"params": ("threads.languages", "threads.speakers", "rules.min_turns")},
    "report": {
        "about": "The paper's tables for this dataset and the effect of each rule, as metrics and a page",
        "also": ("metrics/threads/rules", "ingest", "extract", "rules", "train", "classify", "split"),
    },
}
"""The stages that sources share, with what differs here."""
PLOTS = {
    "funnel": ("bar_horizontal_sorted", "dialogues", "stage"),
    "dialogue_lengths": ("simple", "turns", "dialogues"),
    "utterance_lengths": ("simple", "words", "utterances"),
    "rules": ("bar_horizontal_sorted", "hits", "rule"),
}
"""Plots of the report for `dvc plots`: template, x and y."""

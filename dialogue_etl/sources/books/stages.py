"""The stages of books; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared, keys

STAGES = (
    Declared(
        "catalogue",
        "Fetch the catalogue of all languages; it stays the same until the stage runs again",
        inputs={"library_folder": "library"},
        params=("privacy", "books.source"),
        data=("sample/books",),
        retries=2,
    ),
    Declared(
        "download",
        "Select and fetch books, decode them, remove header, footer and credits",
        inputs={"catalogue": "catalogue", "library_folder": "library"},
        params=("privacy", "books", "prefilter.rights", "storage"),
        languages="languages",
        data=("sample/books",),
        retries=2,
    ),
    Declared(
        "works",
        "Find the editions of each work",
        inputs={"texts": "download"},
        params=keys("works", "similarity", "min_part", "same_title"),
        languages="languages",
    ),
    Declared(
        "prefilter",
        "Measure every book; keep those of the right language, rights, size and word distribution, once each",
        inputs={"texts": "download", "works": "works"},
        params=("books.banned", "works.editions", "prefilter"),
        languages="languages",
    ),
    Declared(
        "extract",
        "Find turns and dialogues in the kept books",
        inputs={"texts": "download", "kept": "prefilter"},
        params=("books.banned", "extract"),
        languages="languages",
    ),
    Declared(
        "postfilter",
        "Drop dialogues of many rare words, and copies of test sets",
        inputs={"dialogues": "extract", "tests": "data/code/tests.parquet"},
        params=("postfilter",),
        languages="languages",
    ),
    Declared(
        "evaluate",
        "Evaluate the profile on annotated texts, if there are any",
        also=("data/code/gold.json",),
        params=("extract", "evaluation"),
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {
    "split": {"about": "Assign the works to train, validation and test", "inputs": {"works": "works"}},
    "pairs": {},
    "package": {},
    "check": {
        "inputs": {"texts": "download", "works": "works"},
        "params": ("languages", "extract.profile", "normalise.profile"),
    },
    "report": {
        "about": "The paper's tables and figures for this dataset, as metrics, plots and a page",
        "also": ("download", "works", "prefilter", "extract", "postfilter", "split", "evaluate"),
    },
}
"""The stages that sources share, with what differs here."""
PLOTS = {
    "funnel": ("bar_horizontal_sorted", "books", "stage"),
    "dialogue_lengths": ("simple", "turns", "dialogues"),
    "dialogue_gap": ("simple", "gap", "turns_per_dialogue"),
    "books": ("scatter", "words", "utterances"),
}
"""Plots of the report for `dvc plots`: template, x and y."""

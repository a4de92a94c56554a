"""The stages of subtitles; dvc.yaml is made of them."""

from typing import Any

from dialogue_etl.sources.declaration import Declared, keys

STAGES = (
    Declared(
        "download",
        "Fetch the archive of a language from OPUS; nothing to do for other sources",
        params=keys("subtitles", "source", "opus_release", "opus_form"),
        languages="subtitles.languages",
        retries=2,
    ),
    Declared(
        "read",
        "Read archives and subtitle files, decode them, find their sentences and times",
        inputs={"archives": "download", "library": "subtitles/library"},
        params=(
            "privacy",
            *keys("subtitles", "source", "corrections", "frame_rate", "styles", "banned", "max_quarantined"),
            "storage",
        ),
        languages="subtitles.languages",
        data=("sample/subtitles",),
    ),
    Declared(
        "films",
        "Choose one subtitle file per film, and films by genre; get their metadata from TMDB if enabled",
        inputs={"read": "read"},
        params=keys(
            "subtitles",
            "versions",
            "skip_genres",
            "skip_machine_translated",
            "min_confidence",
            "other_language",
            "tmdb",
        ),
        languages="subtitles.languages",
        retries=2,
    ),
    Declared(
        "sentences",
        "Remove from the sentences what nobody says",
        inputs={"sentences": "read", "films": "films"},
        params=("subtitle_rules",),
        languages="subtitles.languages",
    ),
    Declared(
        "train",
        "Train the classifier of turns, on screenplays or on dashes that mark who speaks",
        inputs={"sentences": "sentences", "films": "films", "screenplays": "subtitles/screenplays"},
        params=keys(
            "turns",
            "segmenter",
            "change_chance",
            "labels",
            "features",
            "learner",
            "regularisation",
            "hash_bits",
            "max_pairs",
            "min_pairs",
            "seed",
        ),
        languages="subtitles.languages",
    ),
    Declared(
        "turns",
        "Join sentences to turns, by measured weights or by the classifier",
        inputs={"sentences": "sentences", "films": "films", "model": "train"},
        params=keys("turns", "segmenter", "change_chance", "dialogue_gap"),
        languages="subtitles.languages",
    ),
    Declared(
        "dialogues",
        "Split turns into dialogues at long gaps and where they are not certain; with the histogram of gaps",
        inputs={"turns": "turns"},
        params=keys("turns", "dialogue_gap", "min_certainty"),
        languages="subtitles.languages",
    ),
    Declared(
        "clean",
        "Drop the turns that EDOS drops, and what follows them in their dialogue",
        inputs={"dialogues": "dialogues", "tests": "data/code/tests.parquet"},
        params=keys(
            "turns",
            "repeated_turns",
            "recaps",
            "recaps_phrases",
            "too_short",
            "length_unit",
            "too_short_limit",
            "too_long",
            "too_long_limit",
            "alphabetic",
            "alphabetic_share",
            "repeated_tokens",
            "repeated_tokens_distinct",
            "min_turns",
            "on_bad",
        ),
        languages="subtitles.languages",
    ),
)
"""In the order in which data flows."""
SHARED: dict[str, dict[str, Any]] = {
    "split": {"about": "Assign the films to train, validation and test", "inputs": {"works": "films"}},
    "pairs": {"inputs": {"sentences": "sentences"}},
    "package": {},
    "check": {"params": ("subtitles.languages", "turns.min_turns")},
    "report": {
        "about": "Figures of the dataset, rules, gaps and the turn classifier, as metrics, plots and a page",
        "also": ("read", "films", "sentences", "train", "turns", "dialogues", "clean", "split", "pairs"),
    },
}
"""The stages that sources share, with what differs here."""

"""What each knob of threads is changed to, and the stages that are to run again for it."""

from __future__ import annotations

from typing import Any

from dialogue_etl.params import Gates, Rules
from dialogue_etl.params.rules import UTTERANCE_RULES

# Another value, and what has to go with it. What the sample has no case of, `corners.py` has.
THREADS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "threads.languages": ({"threads.languages": ["en"]}, {}),
    "threads.source": ({"threads.source": "corpora"}, {}),
    "threads.corpora": ({"threads.corpora": ["common-room", "street-corner"]}, {}),
    "threads.banned": ({"threads.banned": ["common-room"]}, {}),
    "threads.deleted": ({"threads.deleted": []}, {}),
    "threads.orphans": ({"threads.orphans": "drop"}, {}),
    "threads.max_quarantined": ({"threads.max_quarantined": 0.0}, {}),
    "threads.seed_accounts": ({"threads.seed_accounts": ["lamplight_lou"]}, {}),
    "threads.max_depth": ({"threads.max_depth": 3}, {}),
    "threads.max_paths": ({"threads.max_paths": 1}, {}),
    "threads.min_turns": ({"threads.min_turns": 4}, {}),
    "threads.speakers": ({"threads.speakers": "names"}, {}),
}


def _off(*names: str) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    return {f"rules.{name}": ({f"rules.{name}": "off"}, {}) for name in names}


def _to(value: object, *names: str, **context: object) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    given = {f"rules.{name}": value for name, value in context.items()}
    return {f"rules.{name}": ({f"rules.{name}": value}, given) for name in names}


_BY_DEFAULT_OFF = ("letters_and_digits", "too_short", "blacklist_names", "alpha_noise")
_LISTS = ("topics", "dirty", "names", "platform")
_NO_RULE_ALONE = {"blacklist_names": "split"}
_RULES = {
    **_off(*(name for name in UTTERANCE_RULES if Rules.model_fields[name].default != "off")),
    **_to("split", *_BY_DEFAULT_OFF),
    **_to("simplified", "script_conversion"),
    **_to(["查看图片"], "fixed_strings_texts"),
    **_to(1, "full_width_brackets_characters", "square_brackets_characters", "hashtags_characters"),
    **_to(1, "mentions_characters"),
    **_to(["原来是这样"], "generic_forms_texts"),
    **_to(False, "no_script_numbers"),
    **_to(5, "too_short_characters", too_short="split"),
    **_to(10_000, "too_long_characters"),
    **_to(20, "repeated_phrases_times"),
    **_to(3, "repeated_phrases_kept"),
    **_to(1, "repeated_phrases_characters"),
    **_to("substring", *(f"blacklist_{name}_match" for name in _LISTS), **_NO_RULE_ALONE),
    **_to(3, *(f"blacklist_{name}_characters" for name in _LISTS), **_NO_RULE_ALONE),
    **_to("word", "blacklist_symbols_match"),
    **_to(3, "blacklist_symbols_characters"),
    **_to(["asdfghjk"], "alpha_noise_allowed", alpha_noise="split"),
    **_to(20, "repeated_words_min"),
    **_to(0.0, "repeated_words_distinct"),
    **_to(1.0, "repeated_words_top"),
    **_off("split_reposts", "names", "same_as_post", "short_response", "long_dialogues", "adverts"),
    **_to("drop", "all_same", same_as_post="off"),
    **_to(5, "short_response_characters"),
    **_to(40, "long_dialogues_turns"),
    **_to(3, "min_turns"),
    **_to(100, "adverts_characters"),
    **_to(9, "adverts_posts"),
    **_to("off", "frequent_trigrams", frequent_trigrams_utterances=1),
    **_to(1, "frequent_trigrams_utterances"),
    **_to(0.01, "frequent_trigrams_share", frequent_trigrams_utterances=1),
    **_to(list(reversed(UTTERANCE_RULES)), "order"),
    **_to("drop", "on_bad"),
}
RULES = {f"rules.{name}": _RULES[f"rules.{name}"] for name in Rules.model_fields}
CLASSIFY: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "classify.noise": ({"classify.noise": "off"}, {}),
    "classify.context": ({"classify.context": "off"}, {}),
    "classify.noise_threshold": ({"classify.noise_threshold": 0.3}, {}),
    "classify.context_threshold": ({"classify.context_threshold": 0.3}, {}),
    "classify.threshold_rule": ({"classify.threshold_rule": "max_f"}, {}),
    "classify.target_precision": (
        {"classify.target_precision": 0.5},
        {"classify.threshold_rule": "precision"},
    ),
    "classify.labels": ({"classify.labels": "weak"}, {}),
    "classify.min_labels": ({"classify.min_labels": 1_000}, {}),
    "classify.max_pairs": ({"classify.max_pairs": 200}, {}),
    "classify.model_id": ({"classify.model_id": "bert-base-cased"}, {}),
    "classify.epochs": ({"classify.epochs": 1}, {}),
    "classify.learning_rate": ({"classify.learning_rate": 1e-4}, {}),
    "classify.seed": ({"classify.seed": 1}, {}),
}
LAX: dict[str, Any] = {
    name: {"max_loss": 100.0, "schema_rows": False, "equal_forms": False}.get(name, 1)
    for name in Gates.model_fields
}
SHARED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # Shares add up to 1, so none changes alone.
    "split.train": ({"split.train": 0.2, "split.validation": 0.75}, {}),
    "split.validation": ({"split.validation": 0.0, "split.train": 0.95}, {}),
    "split.test": ({"split.test": 0.95, "split.train": 0.0}, {}),
    "split.seed": ({"split.seed": 1}, {}),
    "package.formats": ({"package.formats": ["parquet", "lccc"]}, {}),
    "report.examples": ({"report.examples": 1}, {}),
    # Off, or so lax that nothing stops.
    **{f"gates.{name}": ({f"gates.{name}": value}, {}) for name, value in LAX.items()},
    "storage.shards": ({"storage.shards": 5}, {}),
}
CHANGED = {**THREADS, **RULES, **CLASSIFY, **SHARED}

INGEST, EXTRACT, CLEAN = "threads-ingest", "threads-extract", "threads-rules"
TRAIN, JUDGE, SPLIT = "threads-train", "threads-classify", "threads-split"
CHECK = "threads-check"
SAYING = {"threads-package", "threads-report"}
"""The card and the report state every knob of the stages before them, so they are made anew with each."""
RERUNS: dict[str, set[str]] = {
    "threads.languages": {CHECK, *SAYING},
    **{f"threads.{name}": {INGEST, *SAYING} for name in ("source", "corpora", "deleted", "orphans")},
    "threads.max_quarantined": {INGEST, *SAYING},
    **{f"threads.{name}": {EXTRACT, *SAYING} for name in ("banned", "seed_accounts")},
    **{f"threads.{name}": {EXTRACT, *SAYING} for name in ("max_depth", "max_paths", "min_turns")},
    "threads.speakers": {EXTRACT, CLEAN, CHECK, *SAYING},
    **{key: {CLEAN, *SAYING} for key in RULES},
    "rules.min_turns": {CLEAN, CHECK, *SAYING},
    **{key: {TRAIN, *SAYING} for key in CLASSIFY},
    # Thresholds are applied to stored scores: another one trains and scores nothing again.
    **{f"classify.{name}": {JUDGE, *SAYING} for name in ("noise_threshold", "context_threshold")},
    **{f"classify.{name}": {JUDGE, *SAYING} for name in ("threshold_rule", "target_precision")},
    **{f"split.{name}": {SPLIT, *SAYING} for name in ("train", "validation", "test", "seed")},
    "package.formats": {CHECK, *SAYING},
    "report.examples": {"threads-report"},
    # The gates look at the figures of the check, in Airflow: a version is not made anew for them.
    **{f"gates.{name}": set() for name in Gates.model_fields},
    "storage.shards": {INGEST, "threads-report"},
}

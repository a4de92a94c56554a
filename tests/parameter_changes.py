"""Another value for each parameter that does something in the tests' corpora, and what has to go with it."""

from typing import Any

from dialogue_etl.filters.utterance import ORDER
from dialogue_etl.params import Parameter
from dialogue_etl.sources.books.parameters import BookPairs
from tests.conftest import ROOT

Change = tuple[dict[str, Any], dict[str, Any]]
"""Values by key, and values that must be in force with them."""

# The sample has no two editions, no scare quotes, no table of contents: the small library does.
LIBRARY = {"books.source": "library", "prefilter.max_kl_divergence": 0}
_NORMALISED = {"normalise.profile": "training", "languages": ["en"]}

_BOOKS: dict[str, tuple[Any, dict[str, Any]]] = {
    "languages": (["en"], {}),
    "privacy": ("off", LIBRARY),
    "books.source": ("library", {}),
    "books.types": (["Sound"], {}),
    "books.authors": (["fuzes", "Marchgrove"], {}),
    "books.subjects": (["ferries"], {}),
    "books.bookshelves": (["Humor"], {}),
    "books.title_pattern": ("^(the|a) ", {}),
    "books.issued_from": ("2026-11-02", {}),
    "books.issued_to": ("2026-10-31", {}),
    "books.ids": (["pg900001", "pg900101"], {}),
    "books.banned": (["pg900001"], {}),
    "books.max_books": (1, {}),
    "works.similarity": (0.0, LIBRARY),
    "works.min_part": (0.5, LIBRARY),
    "works.same_title": (False, LIBRARY),
    "works.editions": ("all", LIBRARY),
    "prefilter.rights": ("any", {}),
    "prefilter.min_words": (1_500, {}),
    "prefilter.min_distinct_words": (450, {}),
    "prefilter.max_distinct_words": (450, {}),
    "prefilter.max_kl_divergence": (0.9, {}),
    "prefilter.min_words_for_kl": (20_000, {}),
    "extract.min_delimiters": (1_000, {}),
    "extract.dialogue_gap": (10, {}),
    "extract.max_words": (0, {"extract.long_turns": "cut"}),
    "extract.long_turns": ("cut", {}),
    "extract.longest_turn": (20, {}),
    "extract.min_turns": (5, {}),
    "extract.min_speech": (0.98, {}),
    "extract.min_speaker_confidence": (0.99, {}),
    "extract.join_chance": (0.4, {}),
    "extract.max_speakers": (1, {}),
    "extract.min_certainty": (0.9, {}),
    "extract.uncertain": ("part", {"extract.min_certainty": 0.9}),
    "extract.join_paragraphs": (False, {}),
    "extract.boundaries": ("off", {"extract.dialogue_gap": 60}),
    "extract.plays": ("drop", LIBRARY),
    "extract.stage_changes": ("part", LIBRARY),
    "extract.profile": ("reference", {}),
    "postfilter.vocabulary_size": (100, {}),
    # The sample has few words: with the paper's vocabulary none of them is rare.
    "postfilter.max_rare_share": (0.4, {"postfilter.vocabulary_size": 100}),
    "normalise.profile": ("training", {"languages": ["en"]}),
    "normalise.lower_case": (False, {**_NORMALISED, "normalise.tokenise": False}),
    "normalise.tokenise": (False, _NORMALISED),
    "normalise.apostrophes": ("keep", {**_NORMALISED, "normalise.tokenise": False}),
    "evaluation.gold": (str(ROOT / "tests/evaluation/annotated"), {}),
}

_THREADS: dict[str, tuple[Any, dict[str, Any]]] = {
    "threads.languages": (["en"], {}),
    "threads.source": ("corpora", {}),
    "threads.corpora": (["common-room", "street-corner"], {}),
    "threads.banned": (["common-room"], {}),
    "threads.deleted": ([], {}),
    "threads.bots": (["lamplight_lou"], {}),
    "threads.orphans": ("drop", {}),
    "threads.seed_accounts": (["lamplight_lou", "阿梨爱看片"], {}),
    "threads.dialogues": ("both", {}),
    "threads.self_replies": ("keep", {}),
    "threads.max_depth": (3, {}),
    "threads.max_paths": (1, {}),
    "threads.max_openings": (1, {}),
    "threads.min_turns": (4, {}),
    "threads.speakers": ("names", {}),
    "rules.script_conversion": ("simplified", {}),
    "rules.fixed_strings_texts": (["查看图片"], {}),
    **{
        f"rules.{name}_characters": (1, {}) for name in ("full_width_brackets", "square_brackets", "hashtags")
    },
    "rules.mentions_characters": (1, {}),
    "rules.order": (list(reversed(ORDER)), {}),
    "rules.bots_texts": (["本条由程序"], {}),
    "rules.generic_responses_texts": (["同感"], {}),
    "rules.generic_responses_times": (9, {}),
    "rules.generic_forms_texts": (["原来是这样"], {}),
    "rules.too_short_characters": (5, {"rules.too_short": "split"}),
    "rules.too_long_characters": (10_000, {}),
    "rules.repeated_phrases_times": (20, {}),
    "rules.repeated_phrases_kept": (3, {}),
    "rules.repeated_phrases_characters": (1, {}),
    **{
        f"rules.blacklist_{name}_{what}": (value, {"rules.blacklist_names": "split"})
        for name in ("topics", "dirty", "names", "platform")
        for what, value in (("match", "substring"), ("characters", 3))
    },
    "rules.blacklist_symbols_match": ("word", {}),
    "rules.blacklist_symbols_characters": (3, {}),
    "rules.alpha_noise_allowed": (["asdfghjk"], {"rules.alpha_noise": "split"}),
    "rules.repeated_words_min": (20, {}),
    "rules.repeated_words_distinct": (0.0, {}),
    "rules.repeated_words_top": (1.0, {}),
    "rules.all_same": ("drop", {"rules.same_as_post": "off"}),
    "rules.short_response_characters": (5, {}),
    "rules.long_dialogues_turns": (40, {}),
    "rules.min_turns": (3, {}),
    "rules.adverts_characters": (100, {}),
    "rules.adverts_posts": (9, {}),
    "rules.frequent_trigrams": ("off", {"rules.frequent_trigrams_utterances": 1}),
    "rules.frequent_trigrams_utterances": (1, {}),
    "rules.frequent_trigrams_share": (0.01, {"rules.frequent_trigrams_utterances": 1}),
    "rules.on_bad": ("drop", {}),
    "classify.noise": ("off", {}),
    "classify.context": ("off", {}),
    "classify.noise_threshold": (0.01, {"classify.max_share": 1.0}),
    "classify.threshold_rule": ("max_f", {}),
    "classify.target_precision": (0.01, {"classify.threshold_rule": "precision", "classify.max_share": 1.0}),
    "classify.labels": ("weak", {}),
    "classify.noise_share": (0.6, {}),
    "classify.context_share": (0.6, {}),
    "classify.corpora": (["corners"], {}),
    "classify.min_labels": (1_000, {}),
    "classify.max_pairs": (200, {}),
    "classify.seed": (1, {}),
}

_SHARED: dict[str, tuple[Any, dict[str, Any]]] = {
    "split.method": ("hash", {}),
    "split.seed": (1, {"split.method": "hash"}),
    "package.formats": (["parquet"], {}),
    "package.roles": ("participants", {}),
    "package.system": ("From {title}", {}),
    "package.start_with_user": (False, {"package.end_with_assistant": True}),
    "package.end_with_assistant": (True, {}),
    "package.pretty": (True, {"package.formats": ["json"]}),
    "package.validation_pairs": (1, {"package.formats": ["parallel"]}),
    "storage.shards": (5, {}),
}

# Shares add up to 1, so none changes alone.
_SHARES: dict[str, dict[str, Any]] = {
    "split.train": {"split.train": 0.05, "split.validation": 0.65},
    "split.validation": {"split.validation": 0.0, "split.train": 0.7},
    "split.test": {"split.test": 0.7, "split.train": 0.0},
}

ELSEWHERE = {
    **dict.fromkeys(("books.formats", "books.max_quarantined", "threads.max_quarantined"), "their own tests"),
    "report.examples": "its own test",
    **{
        f"{section}.{key}": "tests/pairs"
        for section in ("book_pairs", "thread_pairs")
        for key in BookPairs.model_fields
    },
    "threads.duplicates": "test_copies.py: the sample has none",
    "contamination.tests": "filters/test_contamination.py: it names folders outside of the tables",
    "threads.session_gap": "test_chats.py: the sample has no chat",
    "prefilter.other_language": "test_prefilter.py: the sample has no text in another language",
    **dict.fromkeys(
        ("rules.other_language", "rules.other_language_margin", "rules.other_language_letters"),
        "filters/test_dialogue.py: likewise",
    ),
    **dict.fromkeys(
        ("classify.model_id", "classify.epochs", "classify.learning_rate"), "test_transformer.py"
    ),
    "classify.encoder": "test_encoder.py",
    "package.shard_size": "formats/test_front_matter.py: the sample is below a megabyte",
    "package.tokenizer": "formats/test_front_matter.py: its library is optional",
    **dict.fromkeys(("classify.context_threshold", "classify.max_share"), "test_classify.py"),
}
"""What these do shows elsewhere than in the tables."""


def change(parameter: Parameter) -> Change:
    """Another value of a parameter: as listed; else a switch is turned, and a rule is turned off or on."""
    key = parameter.key
    if key in _SHARES:
        return {**_EQUAL_SHARES, **_SHARES[key]}, dict(_EQUAL_SHARES)
    listed = {**_BOOKS, **_THREADS, **_SHARED}
    if key in listed:
        value, context = listed[key]
        return {key: value}, context
    if key.startswith("rules.") and parameter.type == "word":
        return {key: "split" if parameter.default == "off" else "off"}, {}
    if isinstance(parameter.default, bool):
        return {key: not parameter.default}, LIBRARY if key.startswith("extract.") else {}
    raise AssertionError(f"{key}: say here what to change it to")


_EQUAL_SHARES = {"split.train": 0.4, "split.validation": 0.3, "split.test": 0.3}

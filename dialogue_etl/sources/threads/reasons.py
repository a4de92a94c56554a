"""Reasons of drops of threads, with their descriptions, in the order of the stages."""

from __future__ import annotations

from dialogue_etl.filters import corpus, dialogue, utterance
from dialogue_etl.report.drops import Reason, of_test_sets, reasons_of

_COMMENTS = {
    "orphan": "answering one the corpus does not hold",
    "deleted": "deleted by somebody",
    "bot": "of a program",
    "empty": "without a text",
    "long": "of more than 40,000 characters",
    "cycle": "in a circle of answers",
    "duplicate": "of an id the corpus has already given",
}
_UNITS = ("dialogue", "utterance")
_OF_DIALOGUES = (*dialogue.BEFORE, *dialogue.AFTER)
_LEFT = {"empty": "of which nothing is left", "unsettled": "without an end to what rules change"}
_SCORED = {
    "noise_threshold": "alone after a split at what a classifier takes for noise",
    "context_threshold": "of a beginning in need of a context",
}
REASONS = (
    *(Reason("ingest", unit, "unreadable", "not to be read") for unit in ("file", "line")),
    *(Reason("ingest", "comment", name, why) for name, why in _COMMENTS.items()),
    Reason("extract", "thread", "banned", "on the ban list", "threads.banned"),
    Reason("extract", "thread", "seed_accounts", "that another account began"),
    Reason("extract", "comment", "max_depth", "below too many others", "threads.max_depth"),
    Reason("extract", "dialogue", "max_paths", "beyond the wanted number per thread", "threads.max_paths"),
    Reason(
        "extract", "dialogue", "max_openings", "beyond the wanted number per opening", "threads.max_openings"
    ),
    Reason(
        "extract",
        "dialogue",
        "self_replies",
        "in which somebody answers himself",
        "threads.self_replies",
        off="keep",
    ),
    Reason(
        "extract",
        "utterance",
        "joined",
        "joined to the one before by the same account",
        "threads.self_replies",
        off="keep",
    ),
    Reason("extract", "dialogue", "min_turns", "of too few turns", "threads.min_turns"),
    # A rule for utterances may drop the dialogue, and a rule for dialogues its utterances.
    *reasons_of(utterance.RULES, "rules", "utterance", "rules"),
    *reasons_of(utterance.RULES, "rules", "dialogue", "rules", why="with utterances {}"),
    *(reason for unit in _UNITS for reason in reasons_of(corpus.RULES, "rules", unit, "rules")),
    *reasons_of(_OF_DIALOGUES, "rules", "dialogue", "rules"),
    *reasons_of(_OF_DIALOGUES, "rules", "utterance", "rules", why="of dialogues {}"),
    *(Reason("rules", unit, name, why) for unit in _UNITS for name, why in _LEFT.items()),
    Reason("rules", "dialogue", "repeated", "already given by their thread"),
    *(
        Reason(
            "rules", unit, "duplicates", f"{what} an earlier corpus has too", "threads.duplicates", off="keep"
        )
        for unit, what in (("dialogue", "that"), ("utterance", "of dialogues that"))
    ),
    *(
        Reason("classify", unit, name, why, f"classify.{name}")
        for unit in _UNITS
        for name, why in _SCORED.items()
    ),
    Reason("classify", "dialogue", "repeated", "already given by their thread"),
    *of_test_sets("classify", "dialogue", "utterance"),
)
"""In the order of the stages."""

"""Why books and what is in them are left out, in the order of the stages, and how to speak of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.filters import document
from dialogue_etl.filters.corpus import RARE_WORDS
from dialogue_etl.report.drops import Reason
from dialogue_etl.sources.books.extraction.speech_rules import RULES as SPEECH_RULES

if TYPE_CHECKING:
    from dialogue_etl.filters.rule import Rule

_PER_WORDS = "per 10,000 words"
# reason, what is left out, why, parameter, the value that turns it off
_SELECTION: tuple[tuple[str, str, str, object], ...] = (
    ("types", "Entries that are no texts", "of another type", []),
    ("authors", "Books by other authors", "by other authors", []),
    ("subjects", "Books on other subjects", "on other subjects", []),
    ("bookshelves", "Books on other bookshelves", "on other bookshelves", []),
    ("title_pattern", "Books with other titles", "with other titles", ""),
    ("issued_from", "Books issued too early", "issued too early", ""),
    ("issued_to", "Books issued too late", "issued too late", ""),
    ("min_downloads", "Books that are seldom downloaded", "that are seldom downloaded", 0),
)
_FILES = (
    ("missing", "Missing files", "that are missing"),
    ("unavailable", "Files that could not be had", "that could not be had"),
    ("undecodable", "Files that are not text", "that are not text"),
    ("unusable", "Files that are no plain books", "that are no plain books"),
)
# by rule, what it leaves out, and the value that turns it off
_PREFILTER: dict[str, tuple[str, object]] = {
    "language": ("Books whose own header names another language", None),
    "rights": ("Books not in the public domain", "any"),
    "empty": ("Books without a word", None),
    "min_words": ("Short books", 0),
    "min_distinct_words": ("Books of a few words repeated", 0),
    "max_distinct_words": ("Books of words that hardly come twice", 1_000),
    "max_kl_divergence": ("Old books and noise", 0),
}


def _prefilter(rule: Rule) -> Reason:
    what, off = _PREFILTER[rule.name]
    parameter = f"prefilter.{rule.name}" if rule.action else ""
    measure = "words" if rule.name == "empty" else ""
    return Reason("prefilter", "book", rule.name, what, rule.drop, parameter, off, measure)


REASONS = (
    *(
        Reason("download", "book", name, what, why, f"books.{name}", off)
        for name, what, why, off in _SELECTION
    ),
    Reason(
        "download",
        "book",
        "rights",
        "Listed books not in the public domain",
        "not in the public domain, by the catalogue",
        "prefilter.rights",
        "any",
    ),
    *(Reason("download", "file", *each) for each in _FILES),
    Reason(
        "download", "book", "not_listed", "Wanted books that no catalogue lists", "that no catalogue lists"
    ),
    Reason(
        "download",
        "book",
        "max_books",
        "Books beyond the wanted number",
        "beyond the wanted number",
        "books.max_books",
        0,
    ),
    Reason("download", "book", "banned", "Books on the ban list", "on the ban list", "books.banned", []),
    *map(_prefilter, document.BEFORE_SURVEY),
    Reason(
        "prefilter",
        "book",
        "edition",
        "Further editions of a work",
        "of which another edition is kept",
        "works.editions",
        "all",
    ),
    *map(_prefilter, document.AFTER_SURVEY),
    Reason(
        "extract",
        "book",
        "min_delimiters",
        "Books with no dialogues",
        "with next to no direct speech",
        "extract.min_delimiters",
        0,
    ),
    Reason(
        "extract",
        "book",
        "min_double_delimiters",
        "Books whose dashes do not part speech from narration",
        "whose dashes seldom part speech from narration",
        "extract.profile",
        "default",
        _PER_WORDS,
    ),
    Reason(
        "extract",
        "book",
        "min_dialogues",
        "Books with few dialogues",
        "with few dialogues",
        "extract.profile",
        "default",
        _PER_WORDS,
    ),
    Reason(
        "extract",
        "book",
        "no_dialogues",
        "Books of which no dialogue is left",
        "of which no dialogue is left",
        measure="dialogues",
    ),
    *(
        Reason(
            "extract",
            "utterance",
            rule.name,
            rule.what,
            rule.why,
            *((f"extract.{rule.name}", False) if rule.switch else ()),
        )
        for rule in {rule.name: rule for rule in SPEECH_RULES}.values()
    ),
    Reason(
        "extract",
        "utterance",
        "skip_apparatus",
        "Words in contents, indexes and the like",
        "in contents, indexes and the like",
        "extract.skip_apparatus",
        False,
    ),
    Reason(
        "extract",
        "utterance",
        "max_words",
        "Non-conversational utterances",
        "too long for conversation",
        "extract.max_words",
        0,
    ),
    Reason(
        "extract",
        "dialogue",
        "min_turns",
        "Speech that nobody answers",
        "that nobody answers",
        "extract.min_turns",
        0,
    ),
    Reason(
        "postfilter",
        "dialogue",
        "max_rare_share",
        "Dialogues containing many rare words",
        RARE_WORDS.drop,
        "postfilter.max_rare_share",
        1,
    ),
)
"""In the order in which they are applied; those of the paper's filters in the words of its table 2."""

"""Descriptions of all reasons for which books, or parts of them, are dropped, in the order of the stages."""

from dialogue_etl.filters import document
from dialogue_etl.filters.corpus import RARE_WORDS
from dialogue_etl.report.drops import Reason, of_test_sets, reasons_of
from dialogue_etl.sources.books.extraction.speech_rules import RULES as SPEECH_RULES
from dialogue_etl.sources.books.extraction.speech_rules import UNLIKELY

_SELECTION = {
    "types": "of another type",
    "authors": "by other authors",
    "subjects": "on other subjects",
    "bookshelves": "on other bookshelves",
    "title_pattern": "with other titles",
    "issued_from": "issued too early",
    "issued_to": "issued too late",
}
_FILES = {
    "missing": "that are missing",
    "unavailable": "that could not be had",
    "undecodable": "that are not text",
    "unusable": "that are no plain books",
}
_REFERENCE = {
    "min_double_delimiters": "whose dashes seldom part speech from narration",
    "min_dialogues": "with few dialogues",
}
_UTTERANCES = {
    **{rule.name: (rule.why, rule.switch) for rule in SPEECH_RULES},
    UNLIKELY: ("unlikely to be speech", True),
    "max_words": ("too long for conversation", True),
    "longest_turn": ("too long for any conversation", True),
}
REASONS = (
    *(Reason("download", "book", name, why, f"books.{name}") for name, why in _SELECTION.items()),
    Reason(
        "download", "book", "rights", "not in the public domain, by the catalogue", "prefilter.rights", "any"
    ),
    *(Reason("download", "file", name, why) for name, why in _FILES.items()),
    Reason("download", "book", "not_listed", "that no catalogue lists"),
    Reason("download", "book", "max_books", "beyond the wanted number", "books.max_books"),
    Reason("download", "book", "banned", "on the ban list", "books.banned"),
    *reasons_of(document.BEFORE_SURVEY, "prefilter", "book", "prefilter", measure="words"),
    Reason("prefilter", "book", "edition", "of which another edition is kept", "works.editions", "all"),
    *reasons_of(document.AFTER_SURVEY, "prefilter", "book", "prefilter"),
    Reason(
        "extract", "book", "min_delimiters", "below the threshold", "extract.min_delimiters", has_limit=True
    ),
    *(
        Reason("extract", "book", name, why, "extract.profile", "default", "per 10,000 words")
        for name, why in _REFERENCE.items()
    ),
    Reason("extract", "play", "plays", "not wanted", "extract.plays", "read"),
    Reason("extract", "book", "no_dialogues", "of which no dialogue is left", measure="dialogues"),
    *(
        Reason("extract", "utterance", name, why, f"extract.{name}" if has_parameter else "")
        for name, (why, has_parameter) in _UTTERANCES.items()
    ),
    Reason("extract", "dialogue", "min_turns", "of too few turns", "extract.min_turns"),
    Reason("extract", "dialogue", "min_certainty", "that are uncertain", "extract.min_certainty"),
    Reason("extract", "dialogue", "max_speakers", "of many people", "extract.max_speakers"),
    *reasons_of([RARE_WORDS], "postfilter", "dialogue", "postfilter"),
    *of_test_sets("postfilter", "dialogue"),
)
"""In the order of the stages."""

"""The reasons for which something is left out, in the order of the stages, and how to speak of them."""

from __future__ import annotations

from dataclasses import dataclass

Key = tuple[str, str, str]
"""Stage, unit, reason."""


@dataclass(frozen=True)
class Rule:
    """A reason to leave something out.

    Attributes:
        stage: that applies it.
        unit: file, book, utterance or dialogue.
        reason: as the drops table names it.
        what: what is left out, for people; the words of table 2 where the paper has the filter.
        why: the same as the end of a sentence: "3 books …".
        knob: the parameter that decides, empty if none does.
        off: the value at which the parameter turns the filter off.
        measure: unit of what is measured, if it is not the parameter's.
    """

    stage: str
    unit: str
    reason: str
    what: str
    why: str
    knob: str = ""
    off: object = None
    measure: str = ""

    @property
    def key(self) -> Key:
        """How its rows in the drops table are found."""
        return self.stage, self.unit, self.reason


RULES = (
    *(
        Rule("download", "book", reason, what, why, f"books.{reason}", off)
        for reason, what, why, off in (
            ("types", "Entries that are no texts", "of another type", []),
            ("authors", "Books by other authors", "by other authors", []),
            ("subjects", "Books on other subjects", "on other subjects", []),
            ("bookshelves", "Books on other bookshelves", "on other bookshelves", []),
            ("title_pattern", "Books with other titles", "with other titles", ""),
            ("issued_from", "Books issued too early", "issued too early", ""),
            ("issued_to", "Books issued too late", "issued too late", ""),
            ("min_downloads", "Books that are seldom downloaded", "that are seldom downloaded", 0),
        )
    ),
    Rule(
        "download",
        "book",
        "rights",
        "Listed books not in the public domain",
        "not in the public domain, by the catalogue",
        "prefilter.rights",
        "any",
    ),
    Rule("download", "file", "missing", "Missing files", "that are missing"),
    Rule("download", "file", "unavailable", "Files that could not be had", "that could not be had"),
    Rule("download", "file", "undecodable", "Files that are not text", "that are not text"),
    Rule("download", "file", "unusable", "Files that are no plain books", "that are no plain books"),
    Rule("download", "book", "not_listed", "Wanted books that no catalogue lists", "that no catalogue lists"),
    Rule(
        "download",
        "book",
        "max_books",
        "Books beyond the wanted number",
        "beyond the wanted number",
        "books.max_books",
        0,
    ),
    Rule("download", "book", "banned", "Books on the ban list", "on the ban list", "books.banned", []),
    Rule(
        "prefilter",
        "book",
        "language",
        "Books whose own header names another language",
        "in another language, by their own header",
    ),
    Rule(
        "prefilter",
        "book",
        "rights",
        "Books not in the public domain",
        "not in the public domain",
        "prefilter.rights",
        "any",
    ),
    Rule("prefilter", "book", "empty", "Books without a word", "without a word", measure="words"),
    Rule("prefilter", "book", "min_words", "Short books", "that are too short", "prefilter.min_words", 0),
    Rule(
        "prefilter",
        "book",
        "min_distinct_words",
        "Books of a few words repeated",
        "of a few words repeated",
        "prefilter.min_distinct_words",
        0,
    ),
    Rule(
        "prefilter",
        "book",
        "max_distinct_words",
        "Books of words that hardly come twice",
        "of words that hardly come twice",
        "prefilter.max_distinct_words",
        1_000,
    ),
    Rule(
        "prefilter",
        "book",
        "edition",
        "Further editions of a work",
        "of which another edition is kept",
        "works.editions",
        "all",
    ),
    Rule(
        "prefilter",
        "book",
        "max_kl_divergence",
        "Old books and noise",
        "of old or unusual language",
        "prefilter.max_kl_divergence",
        0,
    ),
    Rule(
        "extract",
        "book",
        "min_delimiters",
        "Books with no dialogues",
        "with next to no direct speech",
        "extract.min_delimiters",
        0,
    ),
    *(
        Rule("extract", "book", reason, what, why, "extract.profile", "default", "per 10,000 words")
        for reason, what, why in (
            (
                "min_double_delimiters",
                "Books whose dashes do not part speech from narration",
                "whose dashes seldom part speech from narration",
            ),
            ("min_dialogues", "Books with few dialogues", "with few dialogues"),
        )
    ),
    Rule(
        "extract",
        "book",
        "no_dialogues",
        "Books of which no dialogue is left",
        "of which no dialogue is left",
        measure="dialogues",
    ),
    *(
        Rule("extract", "utterance", reason, what, why, f"extract.{reason}", False)
        for reason, what, why in (
            ("drop_scare_quotes", "Words quoted inside the narration", "only quoted inside the narration"),
            ("skip_letters", "Words of letters and other writing", "written, not spoken"),
            ("skip_verse", "Words of verse", "in verse"),
            ("skip_plays", "Words of plays", "in passages set as a play"),
            ("skip_epigraphs", "Words of mottoes", "in mottoes under a heading"),
            ("skip_titles", "Quoted names and titles", "only names and titles"),
            ("skip_tales", "Beginnings of tales", "only the beginning of a tale"),
            ("skip_other_languages", "Words in another language", "in another language"),
            (
                "skip_apparatus",
                "Words in contents, indexes and the like",
                "in contents, indexes and the like",
            ),
        )
    ),
    Rule(
        "extract",
        "utterance",
        "max_words",
        "Non-conversational utterances",
        "too long for conversation",
        "extract.max_words",
        0,
    ),
    Rule(
        "extract",
        "dialogue",
        "min_turns",
        "Speech that nobody answers",
        "that nobody answers",
        "extract.min_turns",
        0,
    ),
    Rule(
        "postfilter",
        "dialogue",
        "max_rare_share",
        "Dialogues containing many rare words",
        "with many rare words",
        "postfilter.max_rare_share",
        1,
    ),
)
"""In the order in which they are applied."""

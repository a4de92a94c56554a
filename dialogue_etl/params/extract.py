"""The parameters of how dialogues are found in a book."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import create_model, field_validator

from dialogue_etl.parameter import PAPER, Section, parameter
from dialogue_etl.sources.books.extraction.speech_rules import SWITCHES

ProfileChoice = Literal["default", "reference"]
LongTurnsChoice = Literal["cut", "part", "keep"]
BoundariesChoice = Literal["off", "rules"]
UncertainChoice = Literal["drop", "part"]


class _Steps(Section):
    """The parameters of extraction except the switches of the rules of speech."""

    min_delimiters: float = parameter(150, "marks per 10,000 words", source=PAPER, ge=0, le=10_000)
    """Drop books with fewer speech marks, weighted as the language file says; 0 turns it off."""
    dialogue_gap: int = parameter(
        525,
        "characters",
        source="Dialogue ETL: few conversations merged, few split; 150 in the paper splits most of them",
        ge=0,
        le=1_000_000,
    )
    """More text than this between two turns starts a new dialogue; 0 turns it off."""
    max_words: int = parameter(100, "words", source=PAPER, ge=0, le=1_000_000)
    """A longer utterance is dealt with as `long_turns` says; 0 turns it off."""
    long_turns: LongTurnsChoice = parameter(
        "part",
        "choice",
        source="Dialogue ETL: at a gap of 150, 51 of 79 books give as many utterances as gutenberg-dialog or "
        "more, with keep 41, with cut 25",
    )
    """What becomes of turns of more than max_words words: part, they are parted at their paragraphs again,
    and a longer paragraph stays; cut, such a paragraph is left out and cuts its dialogue in two, as in the
    paper; keep, they stay whole.
    """
    min_turns: int = parameter(2, "turns", source="gutenberg-dialog, extract", ge=0, le=1_000)
    """Dialogues of fewer turns are dropped; 0 turns it off."""
    join_paragraphs: bool = parameter(
        True, source="Chicago Manual of Style 13.32: quotations of more than one paragraph"
    )
    """A speech whose paragraph ends without a closing mark goes on in the next paragraph if that opens with a
    mark.
    """
    single_quotes: bool = parameter(
        True, source="Hart's Rules 9.2: single marks for speech, double ones inside"
    )
    """Find speech between single marks, typographic or ASCII, where they are the book's own."""
    nested_quotes: bool = parameter(True, source="Chicago Manual of Style 13.30")
    """A quotation inside a quotation belongs to the outer one."""
    skip_dash_lists: bool = parameter(True)
    """Paragraphs in a row that open with a dash and hold no talk are a list."""
    mixed_marks: bool = parameter(True)
    """A book may set speech apart in more than one way, each found by its own rule."""
    chapter_breaks: bool = parameter(
        True,
        source="formatting guidelines of Distributed Proofreaders: chapter and section headings, thought "
        "breaks",
    )
    """A heading ends a dialogue, and so does a row of asterisks or the like; a heading is a chapter, part or
    letter by name or number, or a line of capitals set apart.
    """
    find_speakers: bool = parameter(
        True, source="Elson & McKeown 2010, Automatic attribution of quoted speech in literary narrative"
    )
    """Tell who speaks where the narrator says it."""
    split_speakers: bool = parameter(True)
    """Part the speech of one paragraph where the narrator names another speaker."""
    join_speakers: bool = parameter(True)
    """Neighbouring turns of one speaker are one."""
    join_chance: float = parameter(
        0.79,
        "chance",
        source="Dialogue ETL: 6 % of the dialogues of annotated novels then have a turn of two people",
        ge=0,
        le=1,
    )
    """How likely it has to be that one speaker says both for turns to be joined: a higher one joins fewer
    turns of two people, a lower one leaves fewer neighbours that one person says.
    """
    min_certainty: float = parameter(0, "chance", ge=0, le=1)
    """How certain it has to be, between neighbouring turns, whether one speaker goes on or another answers:
    the chance of what join_speakers decides. A less certain place is dealt with as `uncertain` says; 0 turns
    it off.
    """
    uncertain: UncertainChoice = parameter("drop", "choice")
    """What becomes of a dialogue with a less certain place than min_certainty: drop, it is dropped whole;
    part, it ends there and another one begins.
    """
    alternate_speakers: bool = parameter(
        True, source="He, Barbosa & Kondrak 2013, Identification of speakers in novels"
    )
    """Where nothing is said, speakers take turns."""
    boundaries: BoundariesChoice = parameter("rules", "choice")
    """What parts dialogues: off, the gap alone; rules, the gap made longer or shorter by who talks around it
    and what is told there. Chapters and scenes always do.
    """
    profile: ProfileChoice = parameter("default", "choice")
    """How dialogues are found: by the rules of this section, or as gutenberg-dialog finds them, with its
    quirks and thresholds, whatever other parameters here say. The span of a turn is then its paragraph: only
    with default do the spans of a turn give its text back.
    """

    @field_validator("boundaries", mode="before")
    @classmethod
    def _off_is_no_switch(cls, value: object) -> object:
        """YAML 1.1 reads a bare `off` as false."""
        return "off" if value is False else value


_fields: dict[str, Any] = {
    rule.name: (bool, parameter(True, source=rule.source, description=rule.description)) for rule in SWITCHES
}
_SpeechRules: Any = create_model("_SpeechRules", __base__=Section, **_fields)


class Extract(_SpeechRules, _Steps):
    """How dialogues are found in a book: the fields of `_Steps`, and a switch for each rule of speech."""

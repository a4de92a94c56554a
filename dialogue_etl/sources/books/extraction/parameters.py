"""The parameters of extraction: how dialogues are found in a book."""

from typing import Any, Literal

from pydantic import create_model, field_validator

from dialogue_etl.core.parameters import PAPER, Section, parameter
from dialogue_etl.sources.books.extraction.speech_rules import SWITCHES

ProfileChoice = Literal["default", "reference"]
LongTurnsChoice = Literal["cut", "part", "keep"]
BoundariesChoice = Literal["off", "rules"]
PlaysChoice = Literal["read", "drop"]
StageChangesChoice = Literal["keep", "part"]
UncertainChoice = Literal["drop", "part"]


class _Steps(Section):
    """The parameters of extraction except the switches of speech rules."""

    min_delimiters: float = parameter(150, "marks per 10,000 words", source=PAPER, ge=0, le=10_000)
    """Drop books with fewer speech marks (some kinds count double, see the language file); 0 turns it off."""
    dialogue_gap: int = parameter(
        525,
        "characters",
        source="Dialogue ETL: few conversations merged, few split; the paper's 150 splits most of them",
        ge=0,
        le=1_000_000,
    )
    """More text than this between two turns begins a new dialogue; 0 turns it off."""
    max_words: int = parameter(100, "words", source=PAPER, ge=0, le=1_000_000)
    """Number of words above which a turn is long: `long_turns` decides whether it is kept, split at
    paragraphs or dropped; 0 turns it off.
    """
    long_turns: LongTurnsChoice = parameter(
        "keep",
        "choice",
        source="Dialogue ETL: in annotated English novels 7.2 % of neighbouring turns are wrong and 33 % of "
        "dialogues clean; with part 9.0 and 29 %, for 2 % more turns",
    )
    """What happens to turns of more than max_words words. keep: they are kept whole. part: they are split at
    paragraphs, so that one speaker answers themselves, and paragraphs that are still longer are kept. cut:
    the same, but such paragraphs are dropped and the dialogue ends there, as in the paper.
    """
    longest_turn: int = parameter(
        1_000,
        "words",
        source="Dialogue ETL: in annotated English novels 2 of 7,286 turns are longer; 500 splits 3 % more "
        "dialogues and leaves no fewer wrong neighbours",
        ge=0,
        le=1_000_000,
    )
    """Drop turns of more words than this, whatever long_turns says: sermons and tales. The dialogue ends
    there; 0 turns it off.
    """
    min_turns: int = parameter(2, "turns", source="gutenberg-dialog, extract", ge=0, le=1_000)
    """Drop dialogues of fewer turns; 0 turns it off."""
    join_paragraphs: bool = parameter(
        True, source="Chicago Manual of Style 13.32: quotations of more than one paragraph"
    )
    """Join paragraphs of one speech: the first has no closing mark, the next begins with an opening mark."""
    single_quotes: bool = parameter(
        True, source="Hart's Rules 9.2: single marks for speech, double ones inside"
    )
    """Find speech between single marks, typographic or ASCII, in books that use these for speech."""
    nested_quotes: bool = parameter(True, source="Chicago Manual of Style 13.30")
    """Treat a quotation inside a quotation as part of the outer one."""
    skip_dash_lists: bool = parameter(True)
    """Leave out lists: several paragraphs in a row that begin with a dash and have no words of speech."""
    mixed_marks: bool = parameter(True)
    """Find speech in all kinds of marks that a book uses; otherwise only in its most frequent kind."""
    chapter_breaks: bool = parameter(
        True,
        source="formatting guidelines of Distributed Proofreaders: chapter and section headings, thought "
        "breaks",
    )
    """End dialogues at headings (a chapter, part or letter by name or number, or a separate line in capitals)
    and at scene breaks (a row of asterisks or the like).
    """
    min_speech: float = parameter(
        0.5,
        "chance",
        source="Dialogue ETL: of the quotations below it, 10 of 10 in English novels of 1788 to 1828 and 29 "
        "of 41 in annotated novels are not speech; with 0 characters F1 is 0.7 and 0.2 points lower",
        ge=0,
        le=1,
    )
    """Leave out quotations that are less likely to be speech than this, by the words next to them, their own
    words and their place: what nobody says (She would have added, “…”), words that the narrator reports
    (She asked, “if he might stay.”). Higher values leave out more of what is not speech, and more speech; 0
    turns it off.
    """
    plays: PlaysChoice = parameter(
        "read",
        "choice",
        source="Dialogue ETL: of a play kept aside, set in nine layouts, 97 to 99 % of the speeches are a "
        "turn, 98 % of these of the right speaker; by speech marks none is found",
    )
    """What happens to plays, and to passages that are set like one. read: their speeches are turns, of the
    speaker printed beside them, and each scene is a dialogue. drop: they are left out.
    """
    stage_changes: StageChangesChoice = parameter(
        "keep",
        "choice",
        source="Dialogue ETL: of the changes found in Romeo and Juliet 86 % are entrances or exits in its "
        "TEI edition, of which 73 % are found; with part 2 % fewer turns, three times as many dialogues",
    )
    """What happens in a play where a direction says that somebody enters or leaves. keep: a scene is one
    dialogue. part: another dialogue begins.
    """
    find_speakers: bool = parameter(
        True, source="Elson & McKeown 2010, Automatic attribution of quoted speech in literary narrative"
    )
    """Find the speakers that the narrator names."""
    split_speakers: bool = parameter(True)
    """Split the speech in one paragraph where the narrator names another speaker."""
    join_speakers: bool = parameter(True)
    """Join neighbouring turns of one speaker."""
    join_chance: float = parameter(
        0.7,
        "chance",
        source="Dialogue ETL: fewest neighbouring turns in annotated novels then have either error",
        ge=0,
        le=1,
    )
    """Join turns if the probability of one speaker is higher than this. Higher values join fewer turns of two
    speakers; lower values leave fewer neighbouring turns of one speaker.
    """
    max_speakers: int = parameter(0, "people", ge=0, le=1_000)
    """The most named people in a dialogue; dialogues of more are dropped. Lower values leave fewer dialogues
    with a wrong name or of several conversations, and less talk of many; 0 turns it off.
    """
    min_certainty: float = parameter(0, "chance", ge=0, le=1)
    """The lowest certainty of a dialogue: the expected share of its decisions that are right, that its turns
    are speech, that each answers the one before, and that it begins and ends where a conversation does.
    `uncertain` says what happens to dialogues with a lower one; 0 turns it off.
    """
    uncertain: UncertainChoice = parameter("drop", "choice")
    """What happens below min_certainty. drop: dialogues with a lower certainty are dropped. part: dialogues
    are split before turns of which it is less certain that they answer the turn before, and none is dropped.
    """
    min_speaker_confidence: float = parameter(
        0.5,
        "chance",
        source="Dialogue ETL: in annotated novels 78 % of names are then right, and 74 % of speech has a "
        "right one; with 0.6 82 %, and 70 %",
        ge=0,
        le=1,
    )
    """The lowest confidence of a speaker's name. Higher values leave more turns without a name, and fewer
    with a wrong one.
    """
    mend_punctuation: bool = parameter(True, source="Chicago Manual of Style, chapter 13")
    """Put back the full stop that a tag took from the speech before it: “I am,” said Tom. “Sit.”
    gives I am. Sit. Offsets give the words as printed.
    """
    boundaries: BoundariesChoice = parameter("rules", "choice")
    """How the end of a dialogue is found. off: by dialogue_gap alone. rules: dialogue_gap is made longer or
    shorter depending on who talks around the gap and what happens in it. Chapters and scenes always end it.
    """
    profile: ProfileChoice = parameter("default", "choice")
    """How dialogues are found. default: by the rules of this section. reference: as gutenberg-dialog finds
    them, with its quirks and thresholds; other parameters of this section are ignored, and the span of a turn
    is its whole paragraph, not its text.
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
    """How dialogues are found in a book: the fields of `_Steps`, and a switch for each speech rule."""

"""The error categories of the paper's section 4, with its counts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Kind = Literal["pair", "dialogue", "noise", "answer", "choice"]
"""What is judged: two consecutive utterances of a dialogue, a whole dialogue, whether a pair is noise, an
answer of a system, or which of two answers is better.
"""

KINDS: tuple[Kind, ...] = get_args(Kind)
NO_ERROR = "no_error"


@dataclass(frozen=True)
class Category:
    """A kind of error.

    Attributes:
        key: as in the answers.
        name: shown to annotators, in the paper's words.
        help: what to look for.
        paper: how many of the paper's units have it; None if not reported.
    """

    key: str
    name: str
    help: str
    paper: int | None = None


@dataclass(frozen=True)
class Scheme:
    """How one kind of unit is judged.

    Attributes:
        name: of one unit, shown to annotators.
        categories: of errors; a unit may have several.
        paper_units: how many the paper judged; 0 if not reported.
        paper_types: number of error types → how many of the paper's units have that many; 0: no error.
        remark: what the paper leaves open, shown below its figures.
        question: shown above the categories.
        shown: shown above the turns.
        single: whether a unit gets exactly one category and never `no_error`.
    """

    name: str
    categories: tuple[Category, ...]
    paper_units: int = 0
    paper_types: dict[int, int] = field(default_factory=dict)
    remark: str = ""
    question: str = "What is wrong with it?"
    shown: str = "As it is in the dataset"
    single: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """Of the categories, in order."""
        return tuple(category.key for category in self.categories)

    def problem(self, errors: Sequence[Any]) -> str:
        """What is wrong with a choice of categories, as a phrase; empty if nothing is."""
        known = (NO_ERROR, *self.keys)
        if unknown := sorted({str(one) for one in errors if one not in known}):
            listed = f"known are {', '.join(known)}"
            return f"unknown category {', '.join(unknown)}; {listed}"
        if self.single and (len(errors) > 1 or NO_ERROR in errors):
            return f"exactly one of {', '.join(self.keys)}"
        if NO_ERROR in errors and list(errors) != [NO_ERROR]:
            return f"{NO_ERROR} together with another category"
        return ""


_NOT_TALK = "An utterance is no talk: a quotation, a title, a letter, a song, a single word in quotes."
_NO_MARK = "A delimiter is missing in the book, so that speech and narration are taken for each other."
_TWO_IN_ONE = "One paragraph has the speech of two people, and it is not told apart."
# Not in the paper: errors that fit none of its categories would otherwise count as no error.
_OTHER = Category("other", "Another error", "None of the above: say which in the note.")

SCHEMES: dict[Kind, Scheme] = {
    "pair": Scheme(
        name="utterance pair",
        categories=(
            Category("non_conversational", "Non-conversational text", _NOT_TALK, 5),
            Category(
                "same_speaker",
                "Same speaker in both utterances",
                "One speaker's speech was cut in two, often at a paragraph break.",
                4,
            ),
            Category("delimiter_missing", "Delimiter missing", _NO_MARK),
            Category("different_speakers", "Different speakers in same paragraph", _TWO_IN_ONE),
            _OTHER,
        ),
        paper_units=100,
        paper_types={0: 89, 1: 11},
        remark="The paper has two minor error types of pairs besides, 1 pair each, and does not name them.",
    ),
    "dialogue": Scheme(
        name="dialogue",
        categories=(
            Category(
                "conversation_split",
                "Conversation in different dialogues",
                "The conversation begins before the first utterance, or goes on after the last.",
                17,
            ),
            Category(
                "more_than_two_speakers",
                "More than two speakers",
                "The paper counts it, but such dialogues are still coherent.",
                14,
            ),
            Category(
                "same_speaker",
                "Same speaker in consecutive turns",
                "One speaker's speech was cut in two, often at a paragraph break.",
                7,
            ),
            Category(
                "several_conversations",
                "Multiple conversations",
                "Other people, another place or time, but the dialogue goes on.",
                5,
            ),
            Category("non_conversational", "Non-conversational text", _NOT_TALK, 4),
            Category("delimiter_missing", "Delimiter missing", _NO_MARK, 1),
            Category("different_speakers", "Different speakers in same paragraph", _TWO_IN_ONE, 1),
            _OTHER,
        ),
        paper_units=50,
        paper_types={0: 16, 1: 21, 2: 11, 3: 2},
    ),
    "noise": Scheme(
        name="candidate pair",
        categories=(
            Category("not_fluent", "Not fluent", "The response has serious typos, or is hard to read."),
            Category("incomplete", "Incomplete information", "The response breaks off, or says too little."),
            Category("time_sensitive", "Time-sensitive", "Only true or of interest at its time."),
            Category(
                "external_noun",
                "Points outside",
                "The response names a festival, place, gender or time that the post does not mention.",
            ),
            Category("irrelevant", "Irrelevant", "The response does not fit the post."),
            Category(
                "rule_noise",
                "What rules should have taken out",
                "Advertisements, platform tags and signs, dirty words, names, symbols, generic answers.",
            ),
            _OTHER,
        ),
        remark="Ranges of scores are drawn alike: these are shares of the sheet, not of the data.",
    ),
    "answer": Scheme(
        name="answer",
        categories=(
            Category("valid", "Valid (2)", "It answers the question, in this context."),
            Category("plausible", "Plausible (1)", "It could be right somewhere, or to somebody else."),
            Category("invalid", "Invalid (0)", "It does not fit, or is hard to understand."),
        ),
        remark="With its key `audit tally` has the figures of each system.",
        single=True,
    ),
    "choice": Scheme(
        name="comparison",
        categories=(
            Category("a", "A is better", "A answers the first line better."),
            Category("b", "B is better", "B answers the first line better."),
            Category("tie", "Equally good", "Both fit as well, or neither does."),
        ),
        remark="With its key `audit tally` has the share of comparisons that each system wins.",
        question="Which answer to the first line is better?",
        shown="A question, and two answers to it: A, then B",
        single=True,
    ),
}
"""Section 4: 100 utterance pairs and 50 dialogues of the English dataset, sampled at random, with context.

The kinds of noise are those of Wang et al. 2020 (LCCC), section 3.2; those of answers of Ventura & Coheur
(B-Subtle), section 5.
"""

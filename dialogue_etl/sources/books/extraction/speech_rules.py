"""The rules that distinguish speech from other text between speech marks; each is declared once, here.

A rule is a function that returns which quoted spans of a book (`non_speech.QuotedSpans`) are not speech, with
the parameter that turns it off and a description of what it leaves out. To add one, put a `SpeechRule` into
`RULES`: the parameters, the reasons in the drops table, the report and the tests are generated from it.
Programs that only read parameters import this module, so it imports nothing heavy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.sources.books.extraction.non_speech import QuotedSpans
    from dialogue_etl.text.points import Mask


@dataclass(frozen=True, kw_only=True)
class SpeechRule:
    """A rule that classifies quoted spans as not speech.

    Attributes:
        name: the reason in the drops table, and the name of the switch in the section `extract`.
        find: returns for each span whether it is not speech.
        description: of the parameter.
        source: of the rule.
        why: what is omitted, as the end of a sentence: "3 utterances …".
        switch: whether there is a parameter; a rule without effect on annotated texts is always on.
    """

    name: str
    find: Callable[[QuotedSpans], Mask]
    description: str
    source: str
    why: str
    switch: bool = True


_LETTERS = SpeechRule(
    name="skip_letters",
    find=lambda spans: spans.in_paragraphs("LETTER"),
    description="Leave out letters and other written text: quoted from salutation to signature, indented as "
    "a whole, or introduced by the narrator as written",
    source="Chicago Manual of Style 13.32: letters are quoted paragraph by paragraph",
    why="written, not spoken",
)

RULES = (
    _LETTERS,
    SpeechRule(
        name="skip_verse",
        find=lambda spans: spans.in_paragraphs("VERSE") & ~spans.are_spoken_verse(),
        description="Leave out verse: paragraphs whose lines end before the margin and begin with a capital, "
        "unless a speech tag above says that somebody speaks it",
        source="Chicago Manual of Style 13.25: verse set apart",
        why="in verse",
        switch=False,
    ),
    SpeechRule(
        name="skip_tales",
        find=lambda spans: spans.begin_tales(),
        description="Leave out a tale that a character tells over several paragraphs: its first one, or all "
        "of them if each has a mark; dialogues inside the tale are kept",
        source="Brunner et al. 2020, Corpus Redewiedergabe: frames of novellas",
        why="of a tale",
    ),
    SpeechRule(
        name="skip_thoughts",
        find=lambda spans: spans.are_thoughts(),
        description="Leave out thoughts: text in speech marks next to a verb of thinking",
        source="Ortografía de la lengua española 2010, 3.4.8.2; Brunner et al. 2020, Corpus Redewiedergabe",
        why="thought, not spoken",
        switch=False,
    ),
    SpeechRule(
        name="drop_scare_quotes",
        find=lambda spans: spans.are_quoted("SCARE"),
        description="Leave out quoted words and phrases that are part of the narrator's sentence, without "
        "punctuation or a speech verb before them",
        source="Chicago Manual of Style 13.14 to 13.16: what introduces a quotation; gutenberg-dialog drops "
        "every paragraph whose first quotation does not begin with a capital",
        why="only quoted inside the narration",
    ),
    SpeechRule(
        name="skip_titles",
        find=lambda spans: spans.are_quoted("TITLE"),
        description="Leave out quoted names and titles that are part of the narrator's sentence",
        source="Chicago Manual of Style, chapter 8: titles of works in quotation marks",
        why="only names and titles",
    ),
    # The same parameter: text introduced as written, unless it begins a tale, and letters next to narration.
    replace(_LETTERS, find=lambda spans: spans.are_letters()),
)
"""All rules; if several apply to a span, the first one is the reason."""

UNLIKELY = "min_speech"
"""The reason of quotations that no rule leaves out but that are unlikely to be speech; a parameter."""

REASONS = ("", *dict.fromkeys(rule.name for rule in RULES), UNLIKELY)
"""The rule's name for each number in the column `reason`; 0 is speech."""

SWITCHES = tuple({rule.name: rule for rule in RULES if rule.switch}.values())
"""One rule for each parameter."""

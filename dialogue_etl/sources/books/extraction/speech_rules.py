"""The rules that tell speech from other words between speech marks: each declared once, here.

A rule is a function from the marked stretches of a book (`non_speech.Stretches`) to those it takes for no
speech, with the parameter that turns it off, and how to speak of what it leaves out. To add one, put a
`SpeechRule` into `RULES`: the parameters, the reasons in the drops table, the report and the tests take it
from there. Parameters are read by programs that extract nothing, so this module imports nothing heavy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.sources.books.extraction.non_speech import Stretches
    from dialogue_etl.text.points import Mask


@dataclass(frozen=True, kw_only=True)
class SpeechRule:
    """A rule that says of marked stretches that they are no speech.

    Attributes:
        name: the reason in the drops table, and the parameter below `extract` that is on or off.
        find: for each stretch whether the rule holds.
        description: of the parameter.
        source: of the rule.
        why: what is left out, as the end of a sentence: "3 utterances …".
        switch: whether there is a parameter; one without effect on annotated texts is always on.
    """

    name: str
    find: Callable[[Stretches], Mask]
    description: str
    source: str
    why: str
    switch: bool = True


_LETTERS = SpeechRule(
    name="skip_letters",
    find=lambda stretches: stretches.in_paragraphs("LETTER"),
    description="Take nothing out of letters and other writing: quoted from salutation to signature, "
    "indented as a whole, or announced as written",
    source="Chicago Manual of Style 13.32: letters are quoted paragraph by paragraph",
    why="written, not spoken",
)

RULES = (
    _LETTERS,
    SpeechRule(
        name="skip_verse",
        find=lambda stretches: stretches.in_paragraphs("VERSE") & ~stretches.are_spoken_verse(),
        description="Take nothing out of verse: paragraphs whose lines end before the margin and begin with "
        "a capital, unless a speech tag above says that somebody speaks it",
        source="Chicago Manual of Style 13.25: verse set apart",
        why="in verse",
        switch=False,
    ),
    SpeechRule(
        name="skip_tales",
        find=lambda stretches: stretches.begin_tales(),
        description="The beginning of a tale told over several paragraphs is no turn; the talk inside the "
        "tale is",
        source="Brunner et al. 2020, Corpus Redewiedergabe: frames of novellas",
        why="only the beginning of a tale",
    ),
    SpeechRule(
        name="skip_thoughts",
        find=lambda stretches: stretches.are_thoughts(),
        description="What stands in the marks of speech beside a verb of thinking is no speech",
        source="Ortografía de la lengua española 2010, 3.4.8.2; Brunner et al. 2020, Corpus Redewiedergabe",
        why="thought, not spoken",
        switch=False,
    ),
    SpeechRule(
        name="drop_scare_quotes",
        find=lambda stretches: stretches.are_quoted("SCARE"),
        description="Quoted words and phrases in the flow of the narrator's sentence, with neither "
        "punctuation nor a verb of speech before them, are no speech",
        source="Chicago Manual of Style 13.14 to 13.16: what leads to a quotation; gutenberg-dialog drops "
        "every paragraph whose first quotation does not begin with a capital",
        why="only quoted inside the narration",
    ),
    SpeechRule(
        name="skip_titles",
        find=lambda stretches: stretches.are_quoted("TITLE"),
        description="Quoted names and titles in the flow of the narrator's sentence are no speech",
        source="Chicago Manual of Style, chapter 8: titles of works in quotation marks",
        why="only names and titles",
    ),
    # Of the same parameter: what is announced as written, unless it begins a tale.
    replace(_LETTERS, find=lambda stretches: stretches.are_quoted("WRITTEN")),
)
"""All rules; of several that hold for a stretch the first one is the reason."""

REASONS = ("", *dict.fromkeys(rule.name for rule in RULES))
"""Why a stretch is no speech, by the number in the column `reason`: the rule's name. 0 is speech."""

SWITCHES = tuple({rule.name: rule for rule in RULES if rule.switch}.values())
"""One rule for each parameter."""

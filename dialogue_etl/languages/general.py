"""A language without a file of its own: every kind of speech marks, and no words.

Dialogues are found by typography alone: marks, paragraphs, punctuation and capitals. No speaker has a name.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes

MARKS = (
    Dash(weight=2),
    Quotes("«", "»", weight=2),
    Quotes("»", "«", weight=2),
    Quotes("„", "“", weight=2),
    Quotes("„", "”", weight=2),
    Quotes("“", "”", weight=2),
    Quotes('"', '"', weight=1),
    Quotes("”", "”", weight=1),
    Quotes("»", "»", weight=1),
    Quotes("‘", "’", weight=2),
    Quotes("「", "」", weight=2),
    Quotes("『", "』", weight=2),
)
"""The order decides between kinds of the same weight."""


def general(tag: str) -> Language:
    """The language of any tag (BCP-47)."""
    return Language(tag=tag, name=tag, marks=MARKS, tag_dashes=True)

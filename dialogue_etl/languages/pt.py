"""Portuguese: the travessão opens the paragraph and parts off the narrator's words; or guillemets."""

from dialogue_etl.languages.language import Dash, Language, Quotes

PORTUGUESE = Language(
    tag="pt",
    name="Portuguese",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
)

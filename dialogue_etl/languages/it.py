"""Italian: the lineetta at the beginning of the paragraph, or guillemets (caporali), or high marks."""

from dialogue_etl.languages.language import Dash, Language, Quotes

ITALIAN = Language(
    tag="it",
    name="Italian",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
)

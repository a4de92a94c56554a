"""English: quotation marks, straight or curly, double or single."""

from dialogue_etl.languages.language import Language, Quotes

ENGLISH = Language(
    tag="en",
    name="English",
    marks=(
        Quotes('"', '"', weight=1),
        Quotes("“", "”", weight=2),
        Quotes("‘", "’", weight=2),
    ),
)

"""Dutch: low opening marks in older books, high ones, double or single, in newer ones."""

from dialogue_etl.languages.language import Language, Quotes

DUTCH = Language(
    tag="nl",
    name="Dutch",
    marks=(
        Quotes("„", "”", weight=2),
        Quotes("“", "”", weight=2),
        Quotes("‘", "’", weight=2),
        Quotes('"', '"', weight=1),
    ),
)

"""Spanish: the raya at the beginning of the paragraph and around the narrator's words; or guillemets.

Ortografía de la lengua española (2010), 3.4.6 and 3.4.8. Transcribers also type two hyphens.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes

SPANISH = Language(
    tag="es",
    name="Spanish",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
)

"""German: low-and-high marks, guillemets pointing inwards (Swiss ones outwards), or straight marks.

Amtliches Regelwerk der deutschen Rechtschreibung, §§ 89 to 95; Swiss printers set «so».
"""

from dialogue_etl.languages.language import Language, Quotes

GERMAN = Language(
    tag="de",
    name="German",
    marks=(
        Quotes("„", "“", weight=2),
        Quotes("»", "«", weight=2),
        Quotes("«", "»", weight=2),
        Quotes('"', '"', weight=1),
    ),
)

"""The languages that dialogues of books can be extracted in, one small file each.

To add one: write `languages/xx.py` and import it here (CONTRIBUTING.md, "Add a language").
"""

from dialogue_etl.languages.da import DANISH
from dialogue_etl.languages.de import GERMAN
from dialogue_etl.languages.en import ENGLISH
from dialogue_etl.languages.es import SPANISH
from dialogue_etl.languages.fi import FINNISH
from dialogue_etl.languages.fr import FRENCH
from dialogue_etl.languages.hu import HUNGARIAN
from dialogue_etl.languages.it import ITALIAN
from dialogue_etl.languages.language import JOINS_READ_AT, NARRATOR, Dash, Language, Marks, Quotes
from dialogue_etl.languages.nl import DUTCH
from dialogue_etl.languages.pl import POLISH
from dialogue_etl.languages.pt import PORTUGUESE
from dialogue_etl.languages.sv import SWEDISH

LANGUAGES: dict[str, Language] = {
    language.tag: language
    for language in (
        *(DANISH, GERMAN, ENGLISH, SPANISH, FINNISH, FRENCH),
        *(HUNGARIAN, ITALIAN, DUTCH, POLISH, PORTUGUESE, SWEDISH),
    )
}
"""Every language by its BCP-47 tag."""

__all__ = ["JOINS_READ_AT", "LANGUAGES", "NARRATOR", "Dash", "Language", "Marks", "Quotes"]

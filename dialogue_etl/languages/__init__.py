"""The languages that dialogues of books can be extracted in, one small file each.

To add one: write `languages/xx.py` and import it here (CONTRIBUTING.md, "Add a language").
"""

from dialogue_etl.languages.cs import CZECH
from dialogue_etl.languages.da import DANISH
from dialogue_etl.languages.de import GERMAN
from dialogue_etl.languages.el import GREEK
from dialogue_etl.languages.en import ENGLISH
from dialogue_etl.languages.es import SPANISH
from dialogue_etl.languages.fi import FINNISH
from dialogue_etl.languages.fr import FRENCH
from dialogue_etl.languages.general import general
from dialogue_etl.languages.hr import CROATIAN
from dialogue_etl.languages.hu import HUNGARIAN
from dialogue_etl.languages.it import ITALIAN
from dialogue_etl.languages.language import JOINS_READ_AT, NARRATOR, Dash, Language, Marks, Quotes
from dialogue_etl.languages.lt import LITHUANIAN
from dialogue_etl.languages.nb import NORWEGIAN
from dialogue_etl.languages.nl import DUTCH
from dialogue_etl.languages.pl import POLISH
from dialogue_etl.languages.pt import PORTUGUESE
from dialogue_etl.languages.ro import ROMANIAN
from dialogue_etl.languages.ru import RUSSIAN
from dialogue_etl.languages.sl import SLOVENE
from dialogue_etl.languages.sr import SERBIAN
from dialogue_etl.languages.sv import SWEDISH
from dialogue_etl.languages.uk import UKRAINIAN


class Languages(dict[str, Language]):
    """Languages by BCP-47 tag: `in` says whether one has a file; any other tag gets the general language."""

    def __missing__(self, tag: str) -> Language:
        # Project Gutenberg has the code of Norwegian without its two written forms.
        return NORWEGIAN if tag == "no" else general(tag)


LANGUAGES = Languages(
    (language.tag, language)
    for language in (
        *(DANISH, GERMAN, ENGLISH, SPANISH, FINNISH, FRENCH),
        *(HUNGARIAN, ITALIAN, DUTCH, POLISH, PORTUGUESE, SWEDISH),
        *(NORWEGIAN, CZECH, GREEK, ROMANIAN, SLOVENE, UKRAINIAN, RUSSIAN, CROATIAN, SERBIAN, LITHUANIAN),
    )
)
"""Every language that has a file."""

__all__ = ["JOINS_READ_AT", "LANGUAGES", "NARRATOR", "Dash", "Language", "Marks", "Quotes"]

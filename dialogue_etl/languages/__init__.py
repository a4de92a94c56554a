"""The languages we extract dialogues from, one small file each.

To add one: write `languages/xx.py` with its marks, name it here and in the `languages` of params.yaml.
"""

from dialogue_etl.languages.de import GERMAN
from dialogue_etl.languages.en import ENGLISH
from dialogue_etl.languages.es import SPANISH
from dialogue_etl.languages.hu import HUNGARIAN
from dialogue_etl.languages.it import ITALIAN
from dialogue_etl.languages.language import Dash, Language, Marks, Quotes
from dialogue_etl.languages.nl import DUTCH
from dialogue_etl.languages.pt import PORTUGUESE

LANGUAGES: dict[str, Language] = {
    language.tag: language for language in (GERMAN, ENGLISH, SPANISH, HUNGARIAN, ITALIAN, DUTCH, PORTUGUESE)
}
"""Every language by its BCP-47 tag."""

__all__ = ["LANGUAGES", "Dash", "Language", "Marks", "Quotes"]

"""Normalisers: what of a text is looked up and compared."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.pairs.producers import SNOWBALL
from dialogue_etl.text.lemmas import lemmatised, lemmatizer
from dialogue_etl.text.segmentation import primary, words

Terms = tuple[str, ...]
_REMEMBERED = 20_000  # texts: candidates of one question come again with the next


def normaliser(language: str, names: Sequence[str]) -> Callable[[str], Terms]:
    """The function from a text to its terms: lower-case words without punctuation, normalised.

    Args:
        language: BCP-47 tag.
        names: any of `diacritics` (removed), `lemmas` and `stems`, always applied in this order. The original
            uses Orengo's stemmer for Portuguese, this one Snowball's.

    Raises:
        DialogueEtlError: lemmas or stems of the language are not available.
    """
    tag = primary(language)
    for name, known in (("lemmas", lemmatised()), ("stems", SNOWBALL)):
        if name in names and tag not in known:
            raise DialogueEtlError(f"retrieval.normalisers: {name}: there are none of {language!r}")
    steps: list[Callable[[list[str]], list[str]]] = []
    if "diacritics" in names:
        steps.append(lambda found: list(map(_plain, found)))
    if "lemmas" in names:
        lemma = lemmatizer(tag)
        steps.append(lambda found: [lemma(word).lower() for word in found])
    if "stems" in names:
        import Stemmer  # noqa: PLC0415 - only where it is asked for

        steps.append(Stemmer.Stemmer(SNOWBALL[tag]).stemWords)

    @lru_cache(_REMEMBERED)
    def terms(text: str) -> Terms:
        found = words(text, language)
        for step in steps:
            found = step(found)
        return tuple(found)

    return terms


def stop_words(language: str, terms: Callable[[str], Terms]) -> frozenset[str]:
    """The language's stop words as spaCy has them, normalised; none where it has none."""
    from importlib import import_module  # noqa: PLC0415 - with spaCy's list, only where answers are compared

    try:
        listed = import_module(f"spacy.lang.{primary(language)}.stop_words").STOP_WORDS
    except ModuleNotFoundError:
        return frozenset()
    return frozenset(term for word in listed for term in terms(word))


def _plain(word: str) -> str:
    """Without diacritical marks."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFKD", word)
    return unicodedata.normalize("NFC", "".join(sign for sign in parts if not unicodedata.combining(sign)))

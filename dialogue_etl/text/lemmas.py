"""The dictionary form of a word, by simplemma."""

from collections.abc import Callable, Collection
from functools import lru_cache, partial

_REMEMBERED = 100_000  # words: those of a film come again and again


def lemmatised() -> Collection[str]:
    """The languages it knows, as BCP-47 tags."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES  # noqa: PLC0415

    return SUPPORTED_LANGUAGES | {"no"}


def lemmatizer(language: str) -> Callable[[str], str]:
    """The function from a word to its lemma; of a language it does not know each word is its own."""
    from simplemma import lemmatize  # noqa: PLC0415 - reads a dictionary of the language

    if language not in lemmatised():
        return str
    return lru_cache(_REMEMBERED)(partial(lemmatize, lang="nb" if language == "no" else language))

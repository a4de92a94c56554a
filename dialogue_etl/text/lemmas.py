"""The dictionary form of a word, by simplemma."""

from collections.abc import Callable, Collection
from functools import lru_cache, partial

_REMEMBERED = 100_000  # words


def lemmatised() -> Collection[str]:
    """BCP-47 tags of the languages that simplemma supports."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES  # noqa: PLC0415

    return SUPPORTED_LANGUAGES | {"no"}


def lemmatizer(language: str) -> Callable[[str], str]:
    """A function from a word to its lemma; in unsupported languages, each word is its own lemma."""
    from simplemma import lemmatize  # noqa: PLC0415 - reads a dictionary of the language

    if language not in lemmatised():
        return str
    return lru_cache(_REMEMBERED)(partial(lemmatize, lang="nb" if language == "no" else language))

"""Languages of catalogues as BCP-47 tags: catalogues mix codes of two and of three letters."""

from __future__ import annotations

from functools import lru_cache

import langcodes
from langcodes.tag_parser import LanguageTagError


@lru_cache(maxsize=1024)
def language_tag(code: str) -> str:
    """The tag of a language: `eng` and `ger` are `en` and `de`, `ang` has no shorter one and stays.

    What is no tag at all stays as it is.

    Source: RFC 5646, section 4.5 (canonical form), by the registry in langcodes.
    """
    try:
        return langcodes.standardize_tag(code)
    except LanguageTagError:
        return code


def is_in(tags: tuple[str, ...], language: str) -> bool:
    """Whether a book in these languages is one of `language`; `pt-BR` is `pt` (RFC 4647, section 3.3.1)."""
    return any(tag == language or tag.startswith(f"{language}-") for tag in tags)

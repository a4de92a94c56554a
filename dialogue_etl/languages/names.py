"""What languages are called: corpora come in any, not only in those whose books can be read."""

from __future__ import annotations

from dialogue_etl.languages import LANGUAGES

_MORE = {"zh": "Chinese"}


def name_of(tag: str) -> str:
    """The English name of a language; the tag itself if it is not known."""
    base = tag.split("-", maxsplit=1)[0].lower()
    if base in LANGUAGES:
        name = LANGUAGES[base].name
    elif base in _MORE:
        name = _MORE[base]
    else:
        return tag
    return name if tag == base else f"{name} ({tag})"

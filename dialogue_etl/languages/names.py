"""Names and tags of languages, and the message for one that is not supported.

Names are those of the IANA registry of language subtags (RFC 5646), which langcodes holds.
"""

import re
from functools import cache

from dialogue_etl.languages import LANGUAGES

NONE = frozenset({"und", "mul", "mis", "zxx"})
"""Undetermined, several, without a code, none: ISO 639-2."""

_OTHERS = {"zh": "Chinese"}
"""Names of common languages without a file of their own: the registry takes 70 ms to read."""
_COMMON = frozenset({*LANGUAGES, *_OTHERS})
"""Tags known to be canonical."""
_PERIOD = re.compile(r"\s*\(.*\)")  # Modern Greek (1453-)


def standard_tag(tag: str) -> str:
    """The canonical form of a tag (RFC 5646, section 4.5); empty if it is not one."""
    if tag in _COMMON:
        return tag
    # Imported here since it takes a tenth of a second, and every stage reads the parameters.
    import langcodes  # noqa: PLC0415
    from langcodes.tag_parser import LanguageTagError  # noqa: PLC0415

    try:
        standard = langcodes.standardize_tag(tag) if tag else ""
    except LanguageTagError:
        return ""
    return standard if standard and langcodes.get(standard).is_valid() else ""


def meant(text: str) -> str:
    """The canonical tag of a language given as a tag in another form, or by its English name; else empty."""
    if standard := standard_tag(text):
        return standard
    wanted = text.strip().casefold()
    if own := [tag for tag, language in LANGUAGES.items() if language.name.casefold() == wanted]:
        return own[0]
    return next((tag for tag, names in _registry().items() if wanted in map(str.casefold, names)), "")


def name_of(tag: str) -> str:
    """The English name of a language, with the tag if that says more; the tag itself without a name."""
    base = tag.split("-", maxsplit=1)[0].lower()
    own = LANGUAGES[base].name if base in LANGUAGES else _OTHERS.get(base)
    name = own or next(iter(_registry().get(base, ())), tag)
    return name if tag in {name, base} else f"{name} ({tag})"


def identified(tag: str) -> str:
    """The English name of the language that a text was found to be in; `tag` is empty if it is not known."""
    return name_of(tag) if tag else "a language that is not known"


def is_supported(tag: str) -> bool:
    """Whether dialogues of books are found in a language: all have a file of their own, or none is needed."""
    own = tag == standard_tag(tag) == tag.partition("-")[0]
    return tag in LANGUAGES or (own and tag not in {"", *NONE})


def unsupported(given: str) -> str:
    """What to write in place of a text that is not the tag of a language."""
    base = meant(given).partition("-")[0]
    if not base or base in NONE:
        listed = ", ".join(f"{tag} ({one.name})" for tag, one in LANGUAGES.items())
        return f"{given!r} is not a language; languages with a file of their own: {listed}"
    return f"{given!r}: {name_of(base)} is written {base}"


def without_file(tag: str) -> str:
    """What a language without a file of its own lacks; empty for others."""
    if LANGUAGES[tag].speech_verbs:
        return ""
    return (
        f"{name_of(tag)} ({tag}) has no file in dialogue_etl/languages: dialogues are found by marks and "
        "punctuation alone, no speaker has a name, and figures of other languages do not hold"
    )


def not_a_tag(given: str) -> str:
    """That a text is not a BCP-47 tag in canonical form, and which one may be meant."""
    tag = meant(given)
    hint = f"{name_of(tag)} is written {tag}" if tag else "write it as en, zh or pt-BR"
    return f"{given!r} is not a BCP-47 tag: {hint}"


@cache
def _registry() -> dict[str, list[str]]:
    """English names by language subtag; read only where a name is needed, since it takes 60 ms."""
    from langcodes.registry_parser import parse_registry  # noqa: PLC0415

    entries = parse_registry()  # type: ignore[no-untyped-call]
    rows = (row for row in entries if row["Type"] == "language" and "Preferred-Value" not in row)
    return {row["Subtag"]: [_PERIOD.sub("", name) for name in row["Description"]] for row in rows}

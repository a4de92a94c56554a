"""Languages as values of parameters: BCP-47 tags in their canonical form."""

from typing import Annotated

from pydantic import AfterValidator

from dialogue_etl.parameter import unique

_COMMON = frozenset({"en", "pt", "zh"})


def _tags(values: list[str]) -> list[str]:
    for value in values:
        standard = standard_tag(value)
        if not standard or standard != value:
            raise ValueError(
                f"{value!r} is not a language; {standard or 'such as en, zh, pt-BR'} would be one"
            )
    return values


def standard_tag(tag: str) -> str:
    """The canonical form of a tag (RFC 5646, section 4.5); empty if it is none."""
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


Tags = Annotated[list[str], AfterValidator(unique), AfterValidator(_tags)]
"""Languages, none of them twice."""

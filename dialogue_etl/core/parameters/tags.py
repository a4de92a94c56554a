"""Languages as values of parameters: BCP-47 tags in their canonical form."""

from typing import Annotated

from pydantic import AfterValidator

from dialogue_etl.core.parameters import unique
from dialogue_etl.languages.names import not_a_tag, standard_tag


def _tags(values: list[str]) -> list[str]:
    for value in values:
        if not value or standard_tag(value) != value:
            raise ValueError(not_a_tag(value))
    return values


Tags = Annotated[list[str], AfterValidator(unique), AfterValidator(_tags)]
"""Languages, none of them twice."""

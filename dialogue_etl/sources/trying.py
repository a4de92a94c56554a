"""The interface of a source for `dialogue-etl try`: dialogues of one file, without a workspace.

The module `trial` of a source has `SUFFIXES` of its files, none for files without a suffix of other sources;
`find(data, id, language, params)`, which returns `Found`; optionally `check(language)`, which refuses
unsupported languages, `trace(data, language, params, rows=…)`, which prints the steps,
`knows(data)`, whether the file is one of this source, whatever its name, and `text(data)`, if a file is
more than its decoded bytes.
"""

from dataclasses import dataclass
from typing import Any

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages.names import not_a_tag, standard_tag


class UnreadableFileError(ValueError):
    """The source cannot read a file; the message says why."""


@dataclass(frozen=True)
class Found:
    """The dialogues of a file.

    Attributes:
        dialogues: rows of the table `dialogues`.
        drops: rows of the table `drops`.
        places: the fields of a turn with its position.
        note: a message about the file, or empty.
    """

    dialogues: list[dict[str, Any]]
    drops: list[dict[str, Any]]
    places: tuple[str, ...]
    note: str = ""


def require_tag(language: str) -> None:
    """Require a BCP-47 tag in canonical form, of whatever language: the `check` of most sources.

    Raises:
        DialogueEtlError: it is not one.
    """
    if standard_tag(language) != language:
        raise DialogueEtlError(f"--language: {not_a_tag(language)}")

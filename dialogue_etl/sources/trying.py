"""What `dialogue-etl try` asks of a source: dialogues of one file, without a workspace.

The module `trial` of a source has `SUFFIXES` of the files it takes, none for those that no other source does;
`find(data, id, language, params)`, which gives `Found`; where not every language is known, `check(language)`,
which refuses others; and, where its steps can be looked at, `trace(data, language, params, rows=…)`, which
prints them.
"""

from dataclasses import dataclass
from typing import Any


class UnreadableFileError(ValueError):
    """The source cannot read the file; the message has the reason."""


@dataclass(frozen=True)
class Found:
    """What is in a file.

    Attributes:
        dialogues: rows of the table `dialogues`.
        drops: rows of the table `drops`.
        places: the fields of a turn that say where it is.
        note: what to say of the file, if anything.
    """

    dialogues: list[dict[str, Any]]
    drops: list[dict[str, Any]]
    places: tuple[str, ...]
    note: str = ""

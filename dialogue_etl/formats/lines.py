"""Forms of which each dialogue is a line, or a few: a function from a dialogue to its text.

Lines are UTF-8 and end alike on any machine. Where `normalised` is asked for, they hold the normalised texts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dialogue_etl.formats.dialogue import NORMALISED

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROLES = ("user", "assistant")
_BREAKS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""Whatever `str.splitlines` ends a line at: comments hold some of them, utterances of books none."""


def utterances(row: Mapping[str, Any], *, normalised: bool) -> list[str]:
    """What the turns of a dialogue say: their normalised text if that is asked for."""
    return list(row[NORMALISED.name]) if normalised else [turn["text"] for turn in row["turns"]]


def jsonl(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Chat messages, as training code for language models reads them: user and assistant take turns.

    Beside the messages a line has the list `speakers`, null where nobody says who speaks. With `normalised`
    it has such a list of strings too.
    """
    line = {name: row[name] for name in ("id", "source_id", "language")}
    line["messages"] = [
        {"role": _ROLES[index % 2], "content": turn["text"]} for index, turn in enumerate(row["turns"])
    ]
    line["speakers"] = [turn["speaker"] for turn in row["turns"]]
    if normalised:
        line[NORMALISED.name] = row[NORMALISED.name]
    return json.dumps(line, ensure_ascii=False) + "\n"


def text(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Plain text, as the original pipeline writes it: an utterance a line, an empty line after a dialogue."""
    said = utterances(row, normalised=normalised)
    return "".join(f"{one.translate(_BREAKS)}\n" for one in said) + "\n"


def rows(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Rows as `datasets.load_dataset("lccc")` gives them: `{"dialog": […]}`."""
    return json.dumps({"dialog": utterances(row, normalised=normalised)}, ensure_ascii=False) + "\n"


def tsv(row: Mapping[str, Any], *, normalised: bool) -> str:
    """Turns between tabs, without a header or quotes, as the training code of CDial-GPT reads them.

    The form has no way to write a tab or a line end inside a turn: a blank stands there.
    """
    said = utterances(row, normalised=normalised)
    return "\t".join(one.translate(_BREAKS).replace("\t", " ") for one in said) + "\n"

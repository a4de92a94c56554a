"""Corpora that agents are fine-tuned and tested on, from files as they are published, to a dataset like ours.

A reader a module; `FORMATS` lists them. They keep the splits of the original and leave its texts alone: noise
is what threads have rules for (`dialogue-etl threads add`).
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from dialogue_etl.formats.corpora import dailydialog, empathetic, personachat
from dialogue_etl.formats.corpora.records import Bad, Conversation


class Format(NamedTuple):
    """A published corpus.

    Attributes:
        title: of the corpus.
        rights: its licence, as stated by its authors.
        read: the conversations of a file; other files of the corpus are available by name.
        is_text: whether a file of this name holds conversations.
    """

    title: str
    rights: str
    read: Callable[[Path, Mapping[str, Path]], Iterator[Conversation | Bad]]
    is_text: Callable[[str], bool]


FORMATS = {
    "dailydialog": Format("DailyDialog", "CC BY-NC-SA 4.0", dailydialog.read, dailydialog.is_text),
    "empatheticdialogues": Format("EmpatheticDialogues", "CC BY-NC 4.0", empathetic.read, empathetic.is_text),
    "personachat": Format("PersonaChat", "not stated", personachat.read, personachat.is_text),
}
"""By name."""

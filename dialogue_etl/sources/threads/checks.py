"""Checks of datasets of threads: no account is named, and placeholders are complete."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.patterns import PLACEHOLDER
from dialogue_etl.sources.checking import Checks, Fault, Manifest, ManifestError, tsv_rows
from dialogue_etl.sources.threads import NAMED, PLACEHOLDERS
from dialogue_etl.sources.threads.documents import FILE as MANIFEST
from dialogue_etl.sources.threads.parameters import Threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.sources.threads.parameters import Speakers

_NUMBER = re.compile(r"[1-9]\d{0,6}", re.ASCII)
"""A dialogue has no more speakers than turns; ids of accounts have more digits."""

# A piece of a placeholder: its head without its end, or its end without its head. Not of <QQ>, <IP>
# and <CARD>: people compare with "QQ>". Nor after a letter: "iPHONE>" does not end <PHONE>.
_PIECE = re.compile(
    r"<(?:EMAIL|IDCARD|PHONE|WECHAT|IBAN|NAME\d)|<(?:EMAI?|IDCA?R?|PHON?|WECHA?|IBA|NAME?)$"
    r"|(?<![A-Za-z])(?:EMAIL|IDCARD|PHONE|WECHAT|IBAN|NAME\d{1,9})>"
)


def settings(params: Params) -> dict[str, Any]:
    """The form of speakers, and the minimum number of turns."""
    return {"speakers": params[Threads].speakers, "min_turns": max(params[Rules].min_turns, 1)}


def checks(_language: str, _tables: Mapping[str, Sequence[Path]], settings: Mapping[str, Any]) -> Checks:
    """The checks of a language."""

    def faults(batch: pa.RecordBatch) -> Iterator[Fault]:
        yield from find_faults(batch.column("turns"), settings["speakers"])

    return Checks(
        faults=faults,
        min_turns=settings["min_turns"],
        required=("corpus", "rights"),
        utterance_ids=True,
        least_shared=12,
        manifest=MANIFEST,
        read_manifest=read_manifest,
    )


def read_manifest(path: Path, language: str) -> Manifest:
    """The numbers of threads and dialogues of a language in corpora.tsv.

    Raises:
        ManifestError: it is not a list of corpora.
        OSError: it is missing or cannot be read.
    """
    threads, dialogues = 0, Counter[str]()
    try:
        for row in tsv_rows(path):
            if row["language"] == language:
                threads += int(row["threads"])
                dialogues.update({split: int(row[split]) for split in SPLIT_NAMES})
    except (KeyError, TypeError, ValueError) as error:
        raise ManifestError(f"not the list of corpora: {error}") from None
    return Manifest(threads, dialogues)


def find_faults(turns: pa.ListArray, speakers: Speakers) -> Iterator[Fault]:
    """Utterances with an unwanted speaker name, or with a piece of a placeholder."""
    flat, rows = turns.flatten(), pc.list_parent_indices(turns)
    text, who = flat.field("text"), flat.field("speaker").dictionary_encode()
    errors = [speaker_error(name, speakers) for name in who.dictionary.to_pylist()]
    named = pc.fill_null(pa.array(map(bool, errors), pa.bool_()).take(who.indices), fill_value=False)
    angled = pc.or_(pc.match_substring(text, "<"), pc.match_substring(text, ">"))
    for place in pc.indices_nonzero(pc.or_(named, angled)).to_pylist():
        row = rows[place].as_py()
        turn = place - (turns.offsets[row].as_py() - turns.offsets[0].as_py())
        if named[place].as_py():
            yield Fault(NAMED.name, row, turn, errors[who.indices[place].as_py()])
        if has_broken_placeholder(text[place].as_py()):
            yield Fault(PLACEHOLDERS.name, row, turn, "a piece of a placeholder")


def speaker_error(speaker: str | None, speakers: Speakers) -> str:
    """What is wrong with a speaker, or empty; without the name, which must not get into the metrics."""
    if speakers == "names" or speaker is None:
        return ""
    if speakers == "numbers" and _NUMBER.fullmatch(speaker):
        return ""
    return f"the speaker is named, though threads.speakers is {speakers}"


def has_broken_placeholder(text: str) -> bool:
    """Whether a text contains a piece of a placeholder, as `<PHONE` or `NAME1>`."""
    return bool(_PIECE.search(PLACEHOLDER.sub(" ", text)))

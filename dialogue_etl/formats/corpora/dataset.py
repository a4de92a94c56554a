"""A corpus as a dataset of ours: forms, card, and a row for each conversation that is left out.

Addresses and numbers that lead to people are masked, as in the datasets of the sources.

<language>/<split>.parquet …    as `package.formats` has them
left_out.tsv                    file, line, reason
README.md                       the card
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Package
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import card
from dialogue_etl.formats.corpora import FORMATS
from dialogue_etl.formats.corpora.records import Bad, Conversation, Turn, split_of
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.formats.front_matter import front_matter
from dialogue_etl.text.privacy import mask, masked_name

LEFT_OUT = "left_out.tsv"
_SHORTEST = 2  # turns of a dialogue


def write(
    paths: Sequence[Path], form: str, output: Path, *, language: str, package: Package, rights: str = ""
) -> dict[str, dict[str, int]]:
    """Write a corpus as a dataset; ids begin with the name of its form, split and file.

    Args:
        paths: its files, and folders of them.
        form: one of `FORMATS`.
        output: folder, which is replaced.
        language: BCP-47 tag.
        package: forms of the dataset.
        rights: licence; if not given, the one its authors state.

    Returns:
        Dialogues, utterances and conversations left out, by split and in all.

    Raises:
        DialogueEtlError: a file is not there or not UTF-8, or nothing in them can be used.
    """
    known = FORMATS[form]
    every = {path.name: path for path in _files(paths)}
    files = [path for path in _files(paths) if known.is_text(path.name)]
    stated = rights or known.rights
    counts = {name: Counter(dialogues=0, utterances=0, left_out=0) for name in (*SPLIT_NAMES, "all")}
    left_out = ["file\tline\treason\n"]
    splits = [split for split in SPLIT_NAMES if split in set(map(split_of, files))]
    with shards.atomic_folder(output) as folder:
        with language_writer(folder, language, splits, **package.model_dump()) as add:
            for path in files:
                split = split_of(path)
                for found in _usable(known.read(path, every)):
                    if isinstance(found, Bad):
                        left_out.append(f"{path.name}\t{found.line}\t{found.reason}\n")
                        new = {"left_out": 1}
                    else:
                        row = _row(found, f"{form}:{split}:{path.stem}:{found.id}", language, form, stated)
                        add(split, row)
                        new = {"dialogues": 1, "utterances": len(found.turns)}
                    counts[split].update(new)
                    counts["all"].update(new)
        if not counts["all"]["dialogues"]:
            raise DialogueEtlError(f"nothing can be read as {form}: {' '.join(left_out[1:2]) or 'no files'}")
        (folder / LEFT_OUT).write_text("".join(left_out), encoding="utf-8", newline="\n")
        text = f"\n# {known.title}\n\nIts splits are those of the original. Rights: {stated}.\n\n"
        matter = front_matter(
            folder,
            name=known.title,
            tags=["dialogue-etl"],
            languages=[language],
            dialogues=counts["all"]["dialogues"],
            rights=[stated],
        )
        card.write(folder, matter, f"{text}{card.forms(package, normalised=False)}\n", package)
    return {name: dict(numbers) for name, numbers in counts.items()}


def _files(paths: Sequence[Path]) -> list[Path]:
    if gone := [str(path) for path in paths if not path.exists()]:
        raise DialogueEtlError(f"{', '.join(gone)}: no such file")
    found = [sorted(path.rglob("[!.]*")) if path.is_dir() else [path] for path in paths]
    return [file for files in found for file in files if file.is_file()]


def _usable(found: Iterator[Conversation | Bad]) -> Iterator[Conversation | Bad]:
    for one in found:
        alone = not isinstance(one, Bad) and len(one.turns) < _SHORTEST
        yield Bad(one.line, "nobody answers") if alone else one


def _row(found: Conversation, id: str, language: str, corpus: str, rights: str) -> dict[str, Any]:
    return {
        "id": id,
        "source_id": id,
        "work_id": id,
        "language": language,
        "corpus": corpus,
        "title": None,
        "authors": [],
        "rights": rights,
        "turns": list(map(_turn, found.turns)),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    labels = [{"scheme": scheme, "label": label, "score": None} for scheme, label in turn.labels]
    empty = dict.fromkeys(("speaker_confidence", "speech_confidence", "utterance_id", "start_ms", "end_ms"))
    speaker = masked_name(turn.speaker) if turn.speaker else None
    return {"text": mask(turn.text)[0], "spans": [], "speaker": speaker, "labels": labels, **empty}

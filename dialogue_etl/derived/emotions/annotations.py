"""The labels people gave: those of the workspace, or the embedded sample's."""

import logging
from pathlib import Path

import dialogue_etl
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.derived.emotions.labelling.labels import Scheme, load
from dialogue_etl.derived.emotions.labelling.reading import (
    Labelled,
    deal,
    label_files,
    numbered,
    read_folder,
    rows,
)
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.text import privacy

log = logging.getLogger("dialogue_etl")
_FEW = 1_000
"""Labels of a folder; if it has fewer, those of the other one are used too."""
_SAMPLE = Path(dialogue_etl.__file__).parent / "sample" / "emotions"


def labelled(folder: Path, other: Path, params: Params) -> list[Labelled]:
    """The labels of a folder of the workspace, or of the sample's folder of that name, split into parts.

    If they are few, those of the other folder too: a sentence is a dialogue of one turn, and the last turn
    of a dialogue is a sentence. Texts are masked as in the sources, which may have the same dialogues. None,
    with a log message, if there are no files with labels yet.

    Raises:
        LabelError: the files have no labels, or the format of one is unknown.
    """
    values, found = params[Emotions], dict[tuple[str, ...], Labelled]()
    for one in (folder, other):
        place = _SAMPLE / one.name if values.annotations == "sample" else one
        if len(found) < _FEW and label_files(place):
            found = {new.turns: new for new in read_folder(place, values.inventory)} | found
    if not found:
        log.warning(
            "No labels yet: add public ones (dialogue-etl emotions labels add), or put files of the forms of "
            "docs/emotions.md into %s; without them no turn gets a label",
            folder,
        )
    elif params.privacy == "off":
        log.warning("labels in %s: %s", folder, privacy.OFF)
    mask = privacy.masking(params.privacy)
    masked = [one._replace(turns=tuple(mask(turn)[0] for turn in one.turns)) for one in found.values()]
    return deal(masked, values.seed)


def elsewhere(folder: Path, params: Params) -> dict[str, tuple[Scheme, list[Labelled]]]:
    """Labelled sets that nothing is learnt from: each with its scheme, by the names of their files.

    Labels of a file without a scheme, and of a scheme that is finer than that of the parameters, are in that
    of the parameters.

    Raises:
        LabelError: the format of a file is unknown.
    """
    own, mask = params[Emotions].inventory, privacy.masking(params.privacy)
    found = {}
    for path in label_files(folder):
        scheme = next((load(row.scheme) for row in rows(path) if row.scheme), own)
        scheme = scheme if len(scheme.labels) <= len(own.labels) else own
        found[path.stem] = (
            scheme,
            [
                Labelled(tuple(mask(turn)[0] for turn in row.turns), number)
                for row, number in numbered(path, scheme)
                if number is not None
            ],
        )
    return found


def of_parts(labels: list[Labelled], *parts: str) -> list[Labelled]:
    """Those of some parts."""
    return [one for one in labels if one.part in parts]

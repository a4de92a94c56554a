"""The labels people gave: those of the workspace, or the embedded sample's."""

import logging
from pathlib import Path

import dialogue_etl
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.derived.emotions.labelling.reading import Labelled, deal, label_files, read_folder
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.text import privacy

log = logging.getLogger("dialogue_etl")
_SAMPLE = Path(dialogue_etl.__file__).parent / "sample" / "emotions"


def labelled(folder: Path, params: Params) -> list[Labelled]:
    """The labels of a folder of the workspace, or of the sample's folder of that name, split into parts.

    Texts are masked as in the sources, which may have the same dialogues. None, with a log message, if the
    folder has no files with labels yet.

    Raises:
        LabelError: the files have no labels, or the format of one is unknown.
    """
    place = _SAMPLE / folder.name if params[Emotions].annotations == "sample" else folder
    if not label_files(place):
        log.warning(
            "No labels yet: put files of the forms of docs/emotions.md (.txt, .csv, .jsonl) into %s; without "
            "them no turn gets a label",
            folder,
        )
        return []
    if params.privacy == "off":
        log.warning("labels in %s: %s", folder, privacy.OFF)
    mask = privacy.masking(params.privacy)
    given = [one._replace(turns=tuple(mask(turn)[0] for turn in one.turns)) for one in read_folder(place)]
    return deal(given, params[Emotions].seed)


def of_parts(labels: list[Labelled], *parts: str) -> list[Labelled]:
    """Those of some parts."""
    return [one for one in labels if one.part in parts]

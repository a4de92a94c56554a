"""The labels people gave: those of the workspace, or the embedded sample's."""

from pathlib import Path

import dialogue_etl
from dialogue_etl.emotions.reading import Labelled, deal, read_folder
from dialogue_etl.params import Emotions

_SAMPLE = Path(dialogue_etl.__file__).parent / "sample" / "emotions"


def labelled(folder: Path, params: Emotions) -> list[Labelled]:
    """The labels of a folder of the workspace, or of that of the same name in the sample, dealt to parts.

    Raises:
        LabelError: there are none, or a file is none of the forms.
    """
    place = _SAMPLE / folder.name if params.annotations == "sample" else folder
    return deal(read_folder(place), params.seed)


def parted(labels: list[Labelled], *parts: str) -> list[Labelled]:
    """Those of some parts."""
    return [one for one in labels if one.part in parts]

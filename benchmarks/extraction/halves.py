"""The annotated texts in two halves by author: rules are tuned on one, figures published from the other.

An author is in one half in every corpus. Until 2026-11-27 rules were developed on both halves, so that what
was tuned before then is in all figures; no text of the half `published` has been looked at since.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Literal

from dialogue_etl.evaluation import folder as gold_folder

if TYPE_CHECKING:
    from pathlib import Path

Half = Literal["tuning", "published"]

_PUBLISHED = {
    "aads": ("Jean-Christophe", "Pauline", "Sarrasine", "elisabeth_Seton", "madame_bovary"),
    "conha19": ("nh0005", "nh0187", "nh0213"),
    "litbank": (
        *("1064_", "932_", "113_", "120_", "1327_", "155_", "160_", "1695_", "174_", "208_", "215_", "233_"),
        *("2641_", "238_", "2807_", "33_", "36_", "44_", "6053_", "62_", "711_", "730_", "805_", "8867_"),
        *("95_", "9830_"),
    ),
    "openboek": ("Hugo", "Tolstoy"),
    "pdnc": (
        *("APassageToIndia", "ARoomWithAView", "DaisyMiller", "OliverTwist", "TheAwakening"),
        *("TheManWhoWasThursday", "ThePictureOfDorianGray", "WhereAngelsFearToTread"),
    ),
    "scenif": ("1788_Berkeley", "1808_An_Monks", "1808_Montague", "1808_Thomas", "1828_Bray"),
}
"""How the ids of published texts begin, where a corpus does not name authors."""


def half(id: str, folder: Path) -> Half:
    """The half of a text: by its author where the corpus names one, else by the list above.

    Args:
        id: `corpus/text`.
        folder: of the text.
    """
    author = json.loads((folder / "meta.json").read_bytes()).get("author")
    corpus, _, text = id.partition("/")
    if corpus in _PUBLISHED:
        return "published" if text.startswith(_PUBLISHED[corpus]) else "tuning"
    return "published" if zlib.crc32((author or text).encode()) % 2 else "tuning"


def texts(gold: Path) -> dict[Half, dict[str, Path]]:
    """The folders of the annotated texts by half and id."""
    found: dict[Half, dict[str, Path]] = {"tuning": {}, "published": {}}
    for id, folder in gold_folder.texts(gold).items():
        found[half(id, folder)][id] = folder
    return found

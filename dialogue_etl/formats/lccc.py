"""The release form of LCCC: one JSON file of all splits."""

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from dialogue_etl.formats.ids import ids_file
from dialogue_etl.text.lines import one_line

SPLIT_KEYS = {"train": "train", "validation": "valid", "test": "test"}
"""What the release calls the splits, in its order."""
_SYMBOL = re.compile(r"<[A-Z]+\d*>|\S")


def spaced(text: str) -> str:
    """A text with a blank between its characters, such as `遭 淋 安 逸 了 ？`.

    As in the release, letters and digits of other scripts are separate too (`O K`), and blanks of the text
    itself look like those put in, so words cannot be put together again. Placeholders such as
    `<NAME1>` stay whole: they are one symbol.
    """
    return " ".join(_SYMBOL.findall(text))


@contextmanager
def lccc_file(path: Path, spell: Callable[[str], str]) -> Iterator[Callable[[str, str, list[str]], None]]:
    """The release form of LCCC, one JSON file of all splits: `{"train": [["…", "…"], …], "valid": …}`.

    A function that adds a dialogue, by its id and the text in it, to a split; the file and its sidecar of
    ids are there at the end, unless something fails.

    Dialogues of all splits come in turn, and the file has one split after the other: each split is written
    to a file without a name, and they are put together at the end. So nothing is held in memory, and a line
    holds one dialogue: whoever cannot load the file as a whole reads it line by line.
    """
    with ExitStack() as opened:
        parts, ids = (
            {split: opened.enter_context(_temporary(path.parent)) for split in SPLIT_KEYS} for _ in range(2)
        )

        def write(split: str, id: str, said: list[str]) -> None:
            separator = ",\n" if parts[split].tell() else "\n"
            parts[split].write(separator + json.dumps(list(map(spell, said)), ensure_ascii=False))
            ids[split].write(f"\n{one_line(id)}")

        yield write
        file, beside = (
            opened.enter_context(one.open("w", encoding="utf-8", newline="\n"))
            for one in (path, ids_file(path))
        )
        for index, (split, part) in enumerate(parts.items()):
            file.write(f"{',' if index else '{'}\n{json.dumps(SPLIT_KEYS[split])}: [")
            beside.write("\n")
            for source, target in ((part, file), (ids[split], beside)):
                source.seek(0)
                shutil.copyfileobj(source, target)
                target.write("\n")
            file.write("]")
        file.write("\n}\n")
        beside.write("\n\n")


def _temporary(folder: Path) -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n", dir=folder)

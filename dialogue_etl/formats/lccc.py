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

    As in the release, letters and digits of other scripts are separated too (`O K`), and inserted blanks look
    like those of the text, so the words cannot be restored. Placeholders such as `<NAME1>` are one symbol.
    """
    return " ".join(_SYMBOL.findall(text))


@contextmanager
def lccc_file(path: Path, spell: Callable[[str], str]) -> Iterator[Callable[[str, str, list[str]], None]]:
    """The release form of LCCC, one JSON file of all splits: `{"train": [["…", "…"], …], "valid": …}`.

    Yields a function that adds a dialogue, by id and texts, to a split; the file and its sidecar of ids
    appear at the end, unless something fails.

    Dialogues of all splits arrive mixed, but the file has one split after the other: each split is written to
    a temporary file, and these are concatenated, so memory stays flat. Each line has one dialogue, so the
    file can be read line by line.
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

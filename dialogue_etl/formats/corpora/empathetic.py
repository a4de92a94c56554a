"""EmpatheticDialogues (Rashkin et al. 2019): a turn a row, `_comma_` for each comma, and no quoting.

The emotion that the conversation is about (`context`; in other editions `label`) is given to its first turn,
whose speaker feels it. Source: github.com/facebookresearch/EmpatheticDialogues.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from dialogue_etl.formats.corpora.records import Bad, Conversation, Turn, lines_of

Row = tuple[int, str, dict[str, str]]

_NEEDED = ("conv_id", "utterance_idx", "utterance")


def is_text(name: str) -> bool:
    """Whether a file holds turns."""
    return name.endswith(".csv")


def read(path: Path, _others: Mapping[str, Path]) -> Iterator[Conversation | Bad]:
    """The conversations of a file; one with a broken row is left out as a whole."""
    for id, group in groupby(_rows(path), key=lambda row: row[1]):
        rows = list(group)
        line = rows[0][0]
        numbers = [cells.get("utterance_idx", "") for _, _, cells in rows]
        said = [cells.get("utterance", "").replace("_comma_", ",").strip() for _, _, cells in rows]
        if not id or numbers != list(map(str, range(1, len(rows) + 1))):
            yield Bad(line, f"{id or 'a row'}: fields are missing, or turns not in order")
        elif not all(said):
            yield Bad(line, f"{id}: a turn is empty")
        else:
            first = rows[0][2]
            about = first.get("context") or first.get("label")
            labels = [("empatheticdialogues", about)] if about else []
            turns = [
                Turn(text, cells.get("speaker_idx") or "AB"[place % 2], [] if place else labels)
                for place, (text, (_, _, cells)) in enumerate(zip(said, rows, strict=True))
            ]
            yield Conversation(line, id, turns)


def _rows(path: Path) -> Iterator[Row]:
    """Line, id of the conversation and cells of each row; of a row without all cells none."""
    lines = lines_of(path)
    header = next(lines, (0, ""))[1].split(",")
    if missing := [name for name in _NEEDED if name not in header]:
        yield 1, "", {"missing": ", ".join(missing)}
        return
    needed = max(map(header.index, _NEEDED))
    for number, line in lines:
        cells = line.split(",")
        yield number, cells[0], dict(zip(header, cells, strict=False)) if len(cells) > needed else {}

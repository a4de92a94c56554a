"""EmpatheticDialogues (Rashkin et al. 2019): a turn a row, `_comma_` for each comma, and no quoting.

The emotion that the conversation is about (`context`; in other editions `label`) is given to its first turn,
whose speaker feels it. On the Hub the rows are in Parquet. Source: github.com/facebookresearch/
EmpatheticDialogues; its reader in ParlAI takes 8 cells a row, and a ninth of candidates between `|`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from dialogue_etl.corpora.objects import objects
from dialogue_etl.corpora.records import Bad, Conversation, Turn, lines_of

Row = tuple[int, str, dict[str, str]]

_SCORES = re.compile(r"[\d|_]*")
_NEEDED = ("conv_id", "utterance_idx", "utterance")


def read(path: Path, _others: Sequence[Path]) -> Iterator[Conversation | Bad]:
    """The conversations of a file; one with a broken row is left out as a whole."""
    for id, group in groupby(rows(path), key=lambda row: row[1]):
        found = list(group)
        line = found[0][0]
        numbers = [cells.get("utterance_idx", "") for _, _, cells in found]
        said = [cells.get("utterance", "").replace("_comma_", ",").strip() for _, _, cells in found]
        if not id or numbers != list(map(str, range(1, len(found) + 1))):
            yield Bad(line, f"{id or 'a row'}: too few or too many cells, or turns not in order")
        elif not all(said):
            yield Bad(line, f"{id}: a turn is empty")
        else:
            first = found[0][2]
            about = first.get("context") or first.get("label")
            labels = [("empatheticdialogues", about)] if about else []
            turns = [
                Turn(text, cells.get("speaker_idx") or "AB"[place % 2], [] if place else labels)
                for place, (text, (_, _, cells)) in enumerate(zip(said, found, strict=True))
            ]
            yield Conversation(line, id, turns)


def rows(path: Path) -> Iterator[Row]:
    """Line, id of the conversation and cells of each row; of a row with too few or too many cells none.

    Commas of texts are `_comma_`: a row with more cells has another, and which text it is in is not known.
    """
    if path.suffix != ".csv":
        for row in objects(path, "empathetic"):
            cells = (
                {}
                if isinstance(row, Bad)
                else {key: "" if one is None else str(one) for key, one in row.value.items()}
            )
            yield row.line, cells.get("conv_id", ""), cells
        return
    lines = lines_of(path)
    header = next(lines, (0, ""))[1].split(",")
    if missing := [name for name in _NEEDED if name not in header]:
        yield 1, "", {"missing": ", ".join(missing)}
        return
    least = max(map(header.index, _NEEDED)) + 1
    for number, line in lines:
        given = line.split(",")
        most = len(header) + (len(given) == len(header) + 1 and "|" in given[-1])
        named = dict(zip(header, given, strict=False))
        fits = least <= len(given) <= most and _SCORES.fullmatch(named.get("selfeval", ""))
        yield number, given[0], named if fits else {}

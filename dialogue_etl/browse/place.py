"""A dialogue in the context of its text, with other dialogues and drops around it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from dialogue_etl.sources.inspecting import measured

Row = Mapping[str, Any]

AROUND = 700
"""Characters of text to show before and after the dialogue: about a paragraph each."""
_LONGEST = 600
"""Maximum characters of narration to show between two pieces."""
_TURNS = 12  # shown before and after a place without its text
# Lines of paragraphs are joined; those of verse and headings are kept.
_BROKEN = re.compile(r"(?<=[^\n]{50})\n(?!\n)")
_EMPTY_LINES = re.compile(r"\n{3,}")

Kind = Literal["told", "here", "kept", "gone"]


class Piece(NamedTuple):
    """A piece of the text.

    Attributes:
        text: of the piece, with line ends of paragraphs removed.
        kind: narration, the dialogue, another dialogue, or dropped text.
        note: the speaker, or the reason of the drop.
    """

    text: str
    kind: Kind
    note: str = ""


class _Mark(NamedTuple):
    start: int
    end: int
    kind: Kind
    note: str


def span_of(dialogue: Row) -> tuple[int, int] | None:
    """Begin and end of a dialogue in its text; None if it has no spans."""
    places = [(span["start"], span["end"]) for turn in dialogue["turns"] for span in turn["spans"] or ()]
    return (min(start for start, _ in places), max(end for _, end in places)) if places else None


def in_text(text: str, here: Row, others: Sequence[Row], dropped: Sequence[Row]) -> list[Piece]:
    """The text around a dialogue in pieces.

    Args:
        text: of the document.
        here: the dialogue.
        others: dialogues before and after it.
        dropped: rows of the drops tables with spans.
    """
    span = span_of(here)
    if span is None or not 0 <= span[0] <= span[1] <= len(text):
        return []
    begin, end = max(span[0] - AROUND, 0), min(span[1] + AROUND, len(text))
    text = text[:begin] + _BROKEN.sub(" ", text[begin:end])  # of the same length
    marks = [mark for one in (here, *others) for mark in _marks(one, "here" if one is here else "kept")]
    marks += [_Mark(row["start"], row["end"], "gone", _why(row)) for row in dropped]
    # If two overlap, the one of the dialogue is shown.
    marks = sorted(mark for mark in marks if begin <= mark.start and mark.end <= end)
    return list(_pieces(text, begin, end, marks))


def _why(drop: Row) -> str:
    return f"{drop['unit']}: {drop['reason']}{measured(drop['value'], drop['threshold'])}"


def _marks(dialogue: Row, kind: Kind) -> Iterator[_Mark]:
    for turn in dialogue["turns"]:
        for span in turn["spans"] or ():
            yield _Mark(span["start"], span["end"], kind, turn["speaker"] or "")


def _pieces(text: str, begin: int, end: int, marks: Sequence[_Mark]) -> Iterator[Piece]:
    at = begin
    own = [mark for mark in marks if mark.kind == "here"]
    for mark in marks:
        hidden = mark.kind != "here" and any(
            mark.start < other.end and other.start < mark.end for other in own
        )
        if mark.start < at or hidden:
            continue
        yield from _told(text[at : mark.start])
        yield Piece(_flowing(text[mark.start : mark.end]), mark.kind, mark.note)
        at = mark.end
    yield from _told(text[at:end])


def _told(text: str) -> Iterator[Piece]:
    if len(text) > 2 * _LONGEST:
        cut = len(text) - 2 * _LONGEST
        text = f"{text[:_LONGEST]}\n[… {cut:,} characters …]\n{text[-_LONGEST:]}"
    if text:
        yield Piece(_flowing(text), "told")


def _flowing(text: str) -> str:
    return _EMPTY_LINES.sub("\n\n", text)


class Line(NamedTuple):
    """A turn of a document without a text.

    Attributes:
        turn: of a dialogue.
        depth: level in the tree, if dialogues branch from a common turn.
        here: whether it is part of the dialogue.
    """

    turn: Row
    depth: int
    here: bool


def among(before: Sequence[Row], here: Row, behind: Sequence[Row]) -> list[Line]:
    """The turns of a dialogue and of those before and after it in the document, each once."""
    own = {turn["utterance_id"] for turn in here["turns"]} - {None}
    others = [*before, *behind]
    tree = any(turn["utterance_id"] in own for one in others for turn in one["turns"])
    lines: dict[object, Line] = {}
    for one in (*before, here, *behind):
        for depth, turn in enumerate(one["turns"]):
            key = turn["utterance_id"] or (one["id"], depth)
            is_here = one is here or turn["utterance_id"] in own
            lines.setdefault(key, Line(turn, depth if tree else 0, is_here))
    found = list(lines.values())
    places = [place for place, line in enumerate(found) if line.here]
    first, last = (places[0], places[-1]) if places else (0, 0)
    return found[max(first - _TURNS, 0) : last + _TURNS + 1]

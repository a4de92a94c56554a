"""How paragraphs speak, by the marks a book uses, and which of them make a dialogue.

Each function gives all dialogues of a book, those included that are of one utterance.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

MAX_GAP = 150
"""Characters between utterances; more begin a dialogue (gutenberg-dialog, `dialog_gap`)."""
_BEFORE_THE_FIRST = MAX_GAP + 1  # the first speaking paragraph begins a dialogue
_AT_THE_BEGINNING = 2
_DOUBLE, _SINGLE = "“", "‘"
_CLOSING = {"„": "“", "»": "«"}


class Utterance(NamedTuple):
    """What one paragraph says.

    Attributes:
        text: white-space runs made one blank; empty where nothing is between two marks.
        start: of the paragraph it comes from, in characters of the book.
        end: of that paragraph.
    """

    text: str
    start: int
    end: int


Dialogue = list[Utterance]


def utterance(said: str, start: int, paragraph: str) -> Utterance:
    """What a paragraph says, as one line: the reference splits each utterance at white space."""
    line = said.replace("\n", " ").strip()
    # Of white space only the blank is printable.
    if "  " in line or not line.isprintable():
        line = " ".join(line.split())
    return Utterance(line, start, start + len(paragraph))


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    r"""Place and text of each paragraph of a text with `\n` line ends.

    A line of blanks parts nothing, unlike in the default profile, and is a paragraph where it is alone.
    """
    start = 0
    for piece in text.rstrip("\n").split("\n\n"):
        # Of an odd number of line ends one is left over.
        if piece.startswith("\n"):
            yield start + 1, piece[1:]
        elif piece:
            yield start, piece
        start += len(piece) + 2


def length(piece: str) -> int:
    """Characters of a paragraph or of its end, the blank included that the reference puts after each line."""
    return len(piece) + 1


def quoted(text: str, mark: str) -> list[Dialogue]:
    r"""Speech between quotation marks, in English and Dutch; some dialogues are empty.

    Kept from the reference: a dialogue begins before it is known whether the paragraph says anything; a
    paragraph of an odd number of marks says nothing but ends the gap; one whose first quotation does not
    begin with a capital says nothing and is part of the gap. The gap is counted from the last mark, the
    narration before the first one is not part of it.

    Args:
        text: of the book, `\n` line ends.
        mark: straight double, curly double or curly single opening mark.
    """
    dialogues: list[Dialogue] = []
    gap = _BEFORE_THE_FIRST
    for start, paragraph in paragraphs(_one_mark(text, mark)):
        if mark not in paragraph:
            gap += length(paragraph)
            continue
        if gap > MAX_GAP:
            dialogues.append([])
        pieces = paragraph.split(mark)
        balanced = len(pieces) % 2 == 1
        if balanced and not _may_begin(pieces[1]):
            gap += length(paragraph)
            continue
        if balanced:
            dialogues[-1].append(utterance(" ".join(pieces[1::2]), start, paragraph))
        gap = length(pieces[-1])
    return dialogues


def _one_mark(text: str, mark: str) -> str:
    """The text with closing marks made opening ones; of single ones those before white space of a line.

    Other single closing marks may be apostrophes, and the reference takes them for such: “boys’ ” ends
    speech, “Yes,’—” does not. It puts a blank after each line, so a mark at the end of one counts.
    """
    if mark == _DOUBLE:
        return text.replace("”", mark)
    if mark == _SINGLE:
        text = text.replace("’ ", f"{mark} ").replace("’\n", f"{mark}\n")
        return text[:-1] + mark if text.endswith("’") else text
    return text


def _may_begin(quotation: str) -> bool:
    """Whether it begins with a capital, or is empty."""
    first = quotation[:1]
    return not first or first != first.lower()


def low_quoted(text: str, mark: str) -> list[Dialogue]:
    r"""Speech between quotation marks, in German.

    Kept from the reference: only paragraphs with the opening mark among their first two characters speak,
    their quotations are put together without a blank (`Ja.Nein.`), and where marks are straight the
    narration between two quotations is speech too.

    Args:
        text: of the book, `\n` line ends.
        mark: opening mark.
    """
    closing = _CLOSING.get(mark, mark)

    def said(paragraph: str) -> str | None:
        if mark not in paragraph[:_AT_THE_BEGINNING]:
            return None
        return "".join(piece.partition(closing)[0] for piece in paragraph.split(mark)[1:])

    return _gathered(text, said)


def dashed(text: str, mark: str) -> tuple[list[Dialogue], int]:
    r"""Speech after dashes, in Hungarian, Italian, Portuguese and Spanish, and the book's double dashes.

    Kept from the reference: only paragraphs with the dash among their first two characters speak, and
    dashes part speech from narration in turn, whatever they represent. Speaking paragraphs with a second
    dash are counted: they show that dashes part speech from narration in this book.

    Args:
        text: of the book, `\n` line ends.
        mark: the dash.
    """
    double = 0

    def said(paragraph: str) -> str | None:
        nonlocal double
        if mark not in paragraph[:_AT_THE_BEGINNING]:
            return None
        pieces = paragraph.split(mark)
        double += len(pieces) > 2
        return " ".join(pieces[1::2])

    return _gathered(text, said), double


def played(text: str, mark: str) -> list[Dialogue]:
    r"""Speech after a name between underscores, as plays have it: `_Algernon._ Did you hear?`.

    Kept from the reference: what is spoken is all after the second underscore, stage directions in italics
    included.

    Args:
        text: of the book, `\n` line ends.
        mark: the underscore.
    """
    return _gathered(text, lambda piece: " ".join(piece.split(mark)[2:]) if piece.startswith(mark) else None)


def _gathered(text: str, said: Callable[[str], str | None]) -> list[Dialogue]:
    """The dialogues of a book, whose paragraphs either speak or are the gap between those that do.

    Args:
        text: of the book.
        said: what a paragraph says; None if it does not speak.
    """
    dialogues: list[Dialogue] = []
    gap = _BEFORE_THE_FIRST
    for start, paragraph in paragraphs(text):
        spoken = said(paragraph)
        if spoken is None:
            gap += length(paragraph)
            continue
        if gap > MAX_GAP:
            dialogues.append([])
        dialogues[-1].append(utterance(spoken, start, paragraph))
        gap = 0
    return dialogues

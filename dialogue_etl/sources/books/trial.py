"""Dialogues of a single text for `dialogue-etl try`; header and the like are removed as in the pipeline."""

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate

import typer

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import is_supported, unsupported, without_file
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.books import gutenberg, reading
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.trying import Found, UnreadableFileError
from dialogue_etl.text.encoding import UndecodableError
from dialogue_etl.text.privacy import masking

SUFFIXES: tuple[str, ...] = ()
_BETWEEN = 2  # characters between the pieces of a stripped text


def knows(data: bytes) -> bool:
    """Whether a file is a play in XML, which may have the suffix of subtitles."""
    return reading.is_drama(data)


def text(data: bytes) -> str:
    """The text of a file in any form of books.

    Raises:
        UnreadableFileError: it is not a book that can be read.
    """
    try:
        return reading.read(data).text
    except (UndecodableError, reading.BadBookError) as error:
        raise UnreadableFileError(str(error)) from None


def find(data: bytes, id: str, language: str, params: Params) -> Found:
    """The dialogues of a text; ids and places count characters of the decoded file.

    Raises:
        UnreadableFileError: it is not a book that can be read.
    """
    work, note = _stripped(data)
    notes = [note, without_file(language)]
    notes += language_notes.of_document(work.text, language, "prefilter.other_language")
    found = extract_book(id, work.text, LANGUAGES[language], params[Extract])
    places = _Places(work)
    dialogues, drops = found.dialogues.to_pylist(), list(found.drops)
    for dialogue in dialogues:
        for turn in dialogue["turns"]:
            turn["spans"] = [places.of(span) for span in turn["spans"]]
        dialogue["id"] = f"{id}:{places.start(int(dialogue['id'].removeprefix(f'{id}:')))}"
    mask = masking(params.privacy)
    for turn in (turn for dialogue in dialogues for turn in dialogue["turns"]):
        turn["text"] = mask(turn["text"])[0]  # as the pipeline shows it; places are those of the file
    for drop in drops:
        if drop["start"] is not None:
            drop.update(places.of(drop))
    return Found(dialogues, drops, ("spans",), "; ".join(filter(None, notes)))


def trace(data: bytes, language: str, params: Params, *, rows: int) -> None:
    """Print the table of extraction after each step; its places are those of the stripped text.

    Raises:
        DialogueEtlError: the profile has no steps.
        UnreadableFileError: it is not a book that can be read.
    """
    from dialogue_etl.sources.books.trace_extraction import trace as print_trace  # noqa: PLC0415

    work, note = _stripped(data)
    if note:
        typer.echo(f"{note}; places count without it", err=True)
    print_trace(masking(params.privacy)(work.text)[0], LANGUAGES[language], params[Extract], rows=rows)


def check(language: str) -> None:
    """Check that a language is supported.

    Raises:
        DialogueEtlError: it is not.
    """
    if not is_supported(language):
        raise DialogueEtlError(f"--language: {unsupported(language)}")


class _Places:
    """Offsets in the file of characters of the stripped text."""

    def __init__(self, work: gutenberg.Stripped) -> None:
        self._pieces = work.pieces
        sizes = [piece.end - piece.start + _BETWEEN for piece in work.pieces]
        self._starts = list(accumulate(sizes, initial=0))[:-1]

    def start(self, place: int) -> int:
        """The place of one character."""
        number = bisect_right(self._starts, place) - 1
        return self._pieces[number].start + place - self._starts[number]

    def of(self, span: Mapping[str, int]) -> dict[str, int]:
        """A stretch, which crosses no edge of a piece: these are edges of paragraphs."""
        return {"start": self.start(span["start"]), "end": self.start(span["end"] - 1) + 1}


def _stripped(data: bytes) -> tuple[gutenberg.Stripped, str]:
    """The work in a file, and a note about what was removed."""
    whole = text(data)
    work = gutenberg.taken_apart(whole)
    taken = len(whole.split()) - len(work.text.split())
    return work, f"header, footer, licence and notes taken off: {taken:,} words" if taken else ""

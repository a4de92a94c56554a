"""Dialogues of one text, whole: header and footer are not taken off, so offsets count in the decoded file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.trying import Found, UnreadableFileError
from dialogue_etl.text.encoding import UndecodableError, decode

if TYPE_CHECKING:
    from dialogue_etl.params import Params

SUFFIXES: tuple[str, ...] = ()


def find(data: bytes, id: str, language: str, params: Params) -> Found:
    """The dialogues of a text.

    Raises:
        UnreadableFileError: it is no text.
    """
    found = extract_book(id, _decoded(data), LANGUAGES[language], params.extract)
    return Found(found.dialogues.to_pylist(), list(found.drops), ("spans",))


def trace(data: bytes, language: str, params: Params, *, rows: int) -> None:
    """Print the table of extraction after each step.

    Raises:
        DialogueEtlError: the profile has no steps.
        UnreadableFileError: it is no text.
    """
    from dialogue_etl.sources.books.commands.trace_extraction import trace as print_trace  # noqa: PLC0415

    print_trace(_decoded(data), LANGUAGES[language], params.extract, rows=rows)


def check(language: str) -> None:
    """Refuse a language that no file describes.

    Raises:
        DialogueEtlError: it is none of ours.
    """
    if language not in LANGUAGES:
        raise DialogueEtlError(f"--language {language}: not one of {', '.join(LANGUAGES)}")


def _decoded(data: bytes) -> str:
    try:
        return decode(data)[0]
    except UndecodableError as error:
        raise UnreadableFileError(str(error)) from None

"""Dialogues of one subtitle file, with their times."""

from typing import Any

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.subtitles import forms, masking, opus, subtitle_files
from dialogue_etl.sources.subtitles.dialogues_of import dialogues_of
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.read import sentence_table, settings_of
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.sources.trying import Found, UnreadableFileError, require_tag
from dialogue_etl.text import forms as texts

_OPUS = b"<document"
SUFFIXES = (*forms.SUFFIXES, ".xml")
check = require_tag


def knows(data: bytes) -> bool:
    """Whether a file begins as subtitles do, whatever its name; ASS begins with a bracket, as JSON may."""
    return texts.is_subtitles(data)


def find(data: bytes, id: str, language: str, params: Params) -> Found:
    """The dialogues of a subtitle file by `turns.segmenter`; by the weights if it is the classifier.

    Raises:
        UnreadableFileError: it is not a subtitle file.
    """
    rows, notes = sentences(data, id, language, params)
    made = dialogues_of(rows, language, subtitle_rules=params[SubtitleRules], turns_params=params[Turns])
    return Found(made.dialogues, made.drops, ("start_ms", "end_ms"), "; ".join(notes))


def sentences(data: bytes, id: str, language: str, params: Params) -> tuple[list[dict[str, Any]], list[str]]:
    """Rows of the table `sentences` of a subtitle file, and notes about it.

    Raises:
        UnreadableFileError: it is not a subtitle file.
    """
    try:
        if _OPUS in data[:1000]:
            found = opus.read([data], language, corrections=params[Subtitles].corrections)
        else:
            values = settings_of(params[Subtitles])
            found = subtitle_files.read(
                data, language, frame_rate=values["frame_rate"], only=values["styles"]
            )
    except UnreadableError as error:
        raise UnreadableFileError(str(error)) from None
    masking.masked(found, params.privacy)
    rows = sentence_table(id, found).to_pylist()
    notes = found.notes + language_notes.of_document(found.text, language, "subtitles.other_language")
    return rows, [*notes]

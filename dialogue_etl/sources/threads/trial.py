"""Dialogues of one file of comments or chats, as the rules leave them, for `dialogue-etl try`."""

import tempfile
from pathlib import Path
from typing import Any

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.utterance.blacklists import Blacklists
from dialogue_etl.sources import language_notes
from dialogue_etl.sources.threads import detection
from dialogue_etl.sources.threads.adapters import chat_lines, json_values
from dialogue_etl.sources.threads.sessions_of_file import Said, sessions
from dialogue_etl.sources.trying import Found, UnreadableFileError, require_tag
from dialogue_etl.text.privacy import Mask, masking

SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".mbox")
check = require_tag
_BEGINNING = 20_000  # bytes
_UNKNOWN = dict.fromkeys(("speaker_confidence", "speech_confidence"))


def knows(data: bytes) -> bool:
    """Whether a file holds JSON or the lines of a chat, whatever its name."""
    beginning = data[:_BEGINNING].decode("utf-8", "replace")
    return json_values.is_json(beginning) or chat_lines.is_chat(beginning)


def find(data: bytes, id: str, language: str, params: Params) -> Found:
    """The dialogues of a file whose form is detected, without classifiers; accounts are numbered.

    Raises:
        UnreadableFileError: its form is not clear, or it cannot be read as it.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{id.rpartition('/')[2]}.txt"  # the readers of forms read files of any size
        file.write_bytes(data)
        place = f"{file.parent.name}/{file.name}#"  # in ids of messages of chats
        try:
            form = detection.told(file, language)
            said = list(sessions(file, form, language))
        except DialogueEtlError as error:
            raise UnreadableFileError(str(error).replace(f"{folder}/", "")) from None
    mask = masking(params.privacy)
    rules = params[Rules]
    chain = Chain.of(language, rules.model_dump(), Blacklists.load(language, None).terms, mask)
    dialogues: list[dict[str, Any]] = []
    drops = []
    names = (name.replace(place, "").replace(f"{file.parent.name}/", "") for name, _ in said)
    for name, (_, spoken) in zip(names, said, strict=True):
        cleaned = chain.apply(_utterances(spoken, mask))
        pieces = [piece for piece in cleaned.pieces if len(piece) >= rules.min_turns]
        for piece in pieces:
            turns = [{"text": one.text, "speaker": one.speaker, **_UNKNOWN} for one in piece]
            dialogues.append({"id": f"{name}@{len(dialogues)}" if len(pieces) > 1 else name, "turns": turns})
        drops += [
            {"unit": "utterance" if hit.utterance else "dialogue", "reason": hit.rule}
            for hit in cleaned.hits
            if hit.after is None
        ]
    notes = [f"read as {form}, without the classifiers"]
    notes += language_notes.of_document(
        "\n".join(text for _, spoken in said for _, text in spoken), language, "rules.other_language"
    )
    return Found(dialogues, drops, (), "; ".join(notes))


def _utterances(spoken: Said, mask: Mask) -> list[Utterance]:
    numbers: dict[str, str] = {}
    return [
        Utterance(
            str(place), numbers.setdefault(author, str(len(numbers) + 1)) if author else None, mask(text)[0]
        )
        for place, (author, text) in enumerate(spoken)
    ]

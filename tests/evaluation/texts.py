"""Annotated texts made by hand: a paragraph per part, speech between marks."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl.evaluation.content import Utterance
from dialogue_etl.evaluation.gold import GoldText, GoldTurn
from dialogue_etl.text.spans import Span


@dataclass(frozen=True)
class Said:
    """A turn of one stretch."""

    words: str
    speaker: str | None = None
    to: tuple[str, ...] = ()


def annotated(*parts: Said | str, breaks: tuple[int, ...] = (), **more: Any) -> GoldText:
    """A text of paragraphs; a string is narration, `***` a scene break."""
    text, turns, scenes = "", [], list(breaks)
    for part in parts:
        if isinstance(part, Said):
            start = len(text) + 1
            turns.append(GoldTurn((Span(start, start + len(part.words)),), part.speaker, frozenset(part.to)))
            text += f"“{part.words}”\n\n"
        else:
            if part == "***":
                scenes.append(len(text))
            text += f"{part}\n\n"
    facts: dict[str, Any] = {"id": "own/text", "language": "en", "speakers": True, "addressees": True}
    facts |= {**more, "corpus": more.get("id", "own/text").partition("/")[0]}
    return GoldText(text=text, turns=tuple(turns), breaks=tuple(scenes), **facts)


def found(gold: GoldText, *dialogues: list[str]) -> list[Utterance]:
    """Utterances of dialogues d0, d1 …, each string searched for in the text."""
    utterances = []
    for number, dialogue in enumerate(dialogues):
        for words in dialogue:
            start = gold.text.index(words)
            utterances.append(Utterance(f"d{number}", words, ((start, start + len(words)),)))
    return utterances


def write(folder: Path, gold: GoldText, **meta: Any) -> Path:
    """The three files of an annotated text below `folder`."""
    at = folder / gold.id
    at.mkdir(parents=True)
    (at / "text.txt").write_text(gold.text, "utf-8", newline="")
    lines = [
        {
            "start": span.start,
            "end": span.end,
            "turn_id": number,
            "speaker": turn.speaker,
            "addressees": sorted(turn.addressees) if gold.addressees else None,
            "kind": "speech",
        }
        for number, turn in enumerate(gold.turns)
        for span in turn.spans
    ]
    (at / "gold.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    facts = {
        "corpus": gold.corpus,
        "language": gold.language,
        "breaks": list(gold.breaks),
        "speakers": gold.speakers,
        "addressees": gold.addressees,
    }
    (at / "meta.json").write_text(json.dumps({**facts, **meta}), "utf-8")
    return at

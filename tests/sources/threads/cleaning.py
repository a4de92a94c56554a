"""What tests of the stage `rules` share: dialogues as `extract` writes them, the stage run over them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.core.turns import row as turn_row
from dialogue_etl.filters.hits import EMPTY
from dialogue_etl.sources.threads import rules as stage
from dialogue_etl.sources.threads.trees import dialogue_id
from tests.conftest import quick_runtime
from tests.labels.made import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


def row(thread: str, said: Sequence[str | tuple[str, str]], *, language: str = "zh") -> dict[str, Any]:
    """A dialogue of a thread: texts, or ids and texts; ids tell paths through one tree what they share."""
    ids = [one[0] if isinstance(one, tuple) else f"c{place}" for place, one in enumerate(said)]
    texts = [one[1] if isinstance(one, tuple) else one for one in said]
    rows = [
        turn_row(text, utterance_id=id, speaker=str(place % 2 + 1))
        for place, (id, text) in enumerate(zip(ids, texts, strict=True))
    ]
    id = dialogue_id(thread, ids[0], ids[-1], whole=True) if ids else f"{thread}:"
    return {"id": id, "source_id": thread, "language": language, "turns": rows}


@dataclass(frozen=True)
class Done:
    """The output of the stage."""

    output: Path
    metrics: dict[str, Any]

    def rows(self, table: str = "dialogues") -> list[dict[str, Any]]:
        return sorted(shards.read(self.output, table), key=lambda one: (one["source_id"], one["id"]))

    def texts(self) -> list[list[str]]:
        return [[turn["text"] for turn in one["turns"]] for one in self.rows()]

    def adds_up(self) -> bool:
        """Whether kept and dropped is what came in, the tables say the same, and each drop has evidence."""
        m, kept, drops = self.metrics, self.rows(), self.rows("drops")
        dropped = {unit: sum(m["dropped"].get(unit, {}).values()) for unit in ("dialogues", "utterances")}
        rows = [drop["reason"] for drop in drops if drop["unit"] == "dialogue"]
        return (
            m["dialogues_in"] - m["dialogues_split"] + m["pieces"] == m["dialogues"] + dropped["dialogues"]
            and m["utterances_in"] + m["utterances_added"] == m["utterances"] + dropped["utterances"]
            and m["dialogues"] == len(kept)
            and m["utterances"] == sum(len(one["turns"]) for one in kept)
            and dropped["dialogues"] == len(rows)
            and all(drop["reason"] for drop in drops)
            and all(drop["detail"] or drop["reason"] in {EMPTY, "min_turns"} for drop in drops)
        )


def cleaned(
    folder: Path,
    rows: Iterable[Mapping[str, Any]] | Path,
    *,
    language: str = "zh",
    count: int = 1,
    lists: Path | None = None,
    workers: int = 1,
    threads: Mapping[str, Any] | None = None,
    apart: Sequence[str] = (),
    **rules: Any,
) -> Done:
    """The stage over dialogues, or a stage's output, with changed values of `rules` and `threads`."""
    source = rows if hasattr(rows, "glob") else write(folder / "extract", count, dialogues=rows)
    stage.rules(
        language=language,
        dialogues=source,
        blacklists=lists or folder / "no lists",
        output=folder / "rules",
        metrics=folder / "rules.json",
        params=params.parse(
            {"rules": rules, "threads": dict(threads or {}), "classify": {"corpora": list(apart)}}
        ),
        runtime=quick_runtime(workers=workers, alone_below=0),
    )
    return Done(folder / "rules", json.loads((folder / "rules.json").read_text("utf-8")))

"""The knob of what extraction is scored on."""

from __future__ import annotations

from dialogue_etl.params.section import OURS, Section, knob


class Evaluation(Section):
    """How good the dialogues are: measured, never trained on. It changes nothing of the dataset."""

    gold: str = knob(
        "",
        "Folder of annotated texts, absolute or relative to the workspace, on which the profile of `extract` "
        "is scored: <corpus>/<text>/ with text.txt, gold.jsonl and meta.json. Empty turns it off",
        unit="path",
        source=OURS,
        form="a folder of annotated texts, or nothing",
    )

"""The parameter of what extraction is scored on."""

from __future__ import annotations

from dialogue_etl.parameter import Section, parameter


class Evaluation(Section):
    """How good the dialogues are: measured, never trained on. It changes nothing of the dataset."""

    gold: str = parameter("", "path", form="a folder of annotated texts, or nothing")
    """Folder of annotated texts, absolute or relative to the workspace, on which the profile of `extract` is
    scored: <corpus>/<text>/ with text.txt, gold.jsonl and meta.json. Empty turns it off.
    """

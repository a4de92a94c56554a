"""Tasks for Label Studio.

It has no quiz per worker: as with the page, the quiz is evaluated when answers are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

if TYPE_CHECKING:
    from dialogue_etl.derived.emotions.labelling.tasks import Task


def config(labels: Sequence[str]) -> str:
    """The labelling configuration: a dialogue, the offered labels, and one choice of all labels."""
    choices = "".join(f"\n    <Choice value={quoteattr(label)}/>" for label in labels)
    return f"""<View>
  <Paragraphs name="dialogue" value="$dialogue" layout="dialogue" nameKey="turn" textKey="text"/>
  <Header value="Emotion or intent of the last turn. Likely: $likely"/>
  <Choices name="label" toName="dialogue" choice="single" showInline="true" required="true">{choices}
  </Choices>
</View>
"""


def tasks(of: Iterable[Task]) -> list[dict[str, Any]]:
    """An object for each item in Label Studio's import format, without known labels."""
    return [
        {
            "data": {
                "item": item.id,
                "task": task.name,
                "likely": ", ".join(item.offered),
                "dialogue": [{"turn": str(n), "text": text} for n, text in enumerate(item.turns, 1)],
            }
        }
        for task in of
        for item in task.items
    ]

"""Tasks for Label Studio, and what its JSON export says.

It knows no quiz for each worker: the gate is where answers are counted, here as with the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

from dialogue_etl.emotions.agreement import Answer
from dialogue_etl.emotions.labels import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from dialogue_etl.emotions.tasks import Task

CONTROL = "label"
"""Name of the choices in the labelling configuration."""


def config() -> str:
    """The labelling configuration: a dialogue, what is offered, and one of 41 choices."""
    choices = "".join(f"\n    <Choice value={quoteattr(label)}/>" for label in LABELS)
    return f"""<View>
  <Paragraphs name="dialogue" value="$dialogue" layout="dialogue" nameKey="turn" textKey="text"/>
  <Header value="Emotion or intent of the last turn. Likely: $likely"/>
  <Choices name="{CONTROL}" toName="dialogue" choice="single" showInline="true" required="true">{choices}
  </Choices>
</View>
"""


def tasks(of: Iterable[Task]) -> list[dict[str, Any]]:
    """An object for each item, as Label Studio imports them; known labels are not among them."""
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


def answers(export: Iterable[Mapping[str, Any]]) -> Iterator[Answer]:
    """Answers of an export in the form JSON; those that were skipped are none.

    Raises:
        KeyError: it is no export of such tasks; the key that is not there.
    """
    for row in export:
        for given in row["annotations"]:
            by = given.get("completed_by", "")
            worker = str(by.get("email") or by.get("id")) if isinstance(by, dict) else str(by)
            if given.get("was_cancelled"):
                continue
            for result in given["result"]:
                if result["from_name"] == CONTROL:
                    yield Answer(worker, row["data"]["item"], result["value"]["choices"][0])

"""What other values of parameters would change in one document: its dialogues made again, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from dialogue_etl import params as parameters
from dialogue_etl.browse.place import span_of
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.inspecting import Context

if TYPE_CHECKING:
    from dialogue_etl.browse.trace import Found
    from dialogue_etl.sources.base import Alignment

    Row = dict[str, Any]
    Sides = tuple[list[Row], list[Row]]

MOST = 40
"""Places where dialogues differ, of which the turns are given; all are counted."""


def changes(found: Found, context: Context, changed: Mapping[str, Any]) -> Row:
    """The dialogues of a document by the parameters as they are and by changed ones, as plain values.

    Args:
        found: the document, or something in it.
        context: the parameters as they are, and the workspace.
        changed: other values by key, such as `extract.dialogue_gap`.

    Returns:
        `id`, `title`, `source`; `before` and `after`, each with numbers of dialogues, turns and drops by
        reason; `same`, the number of equal dialogues; `kinds`, the number of places by what is different
        there; and the first `places`, with `kind` and the dialogues before and after.

    Raises:
        DialogueEtlError: the source's documents cannot be made again, a parameter is not one of those that
            are read, or a value is not allowed.
    """
    source, document = found.of.source, found.document
    part = source.part("inspection")
    if not document or not hasattr(part, "again"):
        raise DialogueEtlError(f"{found.id}: only books, films and threads with their texts are made again")
    if foreign := [key for key in changed if key.rpartition(".")[0] not in part.AGAIN]:
        sections = " and ".join(part.AGAIN)
        raise DialogueEtlError(
            f"{', '.join(foreign)}: of {source.name} only parameters of {sections} can be tried"
        )
    values = parameters.override(context.params.model_dump(mode="json"), changed)
    other = Context(parameters.parse(values, origin="changed parameters"), context.workspace)
    made = [part.again(document, found.of.rows, each) for each in (context, other)]
    sides = made[0][0], made[1][0]
    places = list(differing(sides, source.align))
    kinds = Counter(kind for kind, *_ in places)
    result = {"id": found.of.id, "title": document.get("title") or "", "source": source.name}
    result |= {name: _counts(*one) for name, one in zip(("before", "after"), made, strict=True)}
    same = len(sides[0]) - sum(len(before) for _, before, _ in places)
    shown = [
        {"kind": kind, "before": list(map(_plain, before)), "after": list(map(_plain, after))}
        for kind, before, after in places[:MOST]
    ]
    return result | {"same": same, "kinds": dict(kinds.most_common()), "places": shown}


def _counts(dialogues: Sequence[Row], drops: Sequence[Row]) -> Row:
    reasons = Counter(f"{drop['unit']}: {drop['reason']}" for drop in drops)
    turns = sum(len(row["turns"]) for row in dialogues)
    return {"dialogues": len(dialogues), "turns": turns, "drops": dict(sorted(reasons.items()))}


def _plain(row: Row) -> Row:
    turns = [{"text": turn["text"], "speaker": turn["speaker"]} for turn in row["turns"]]
    return {"id": row["id"], "turns": turns}


def differing(sides: Sides, align: Alignment) -> Iterator[tuple[str, list[Row], list[Row]]]:
    """The places where dialogues differ, in order: what is different, the dialogues before and after.

    Dialogues belong together if they overlap in the document; where turns have neither places nor numbers,
    if they have the same last utterance.
    """
    own = [{_key(row) for row in side} for side in sides]
    left = [
        (number, row) for number, side in enumerate(sides) for row in side if _key(row) not in own[1 - number]
    ]
    groups: dict[object, Sides] = {}
    place, end = 0, -1.0
    ranged = [(_stretch(row, align), number, row) for number, row in left]
    for (start, after), number, row in sorted(ranged, key=lambda one: one[:2]):
        place, end = (place, max(end, after)) if start < end else (place + 1, after)
        key = row["turns"][-1]["utterance_id"] if align == "utterance_ids" else place
        groups.setdefault(key, ([], []))[number].append(row)
    for before, after_ in groups.values():
        yield _kind(len(before), len(after_)), before, after_


def _key(row: Row) -> tuple[object, ...]:
    """A dialogue, equal for dialogues with the same turns."""
    return row["id"], *chain.from_iterable((turn["text"], turn["speaker"]) for turn in row["turns"])


def _stretch(row: Row, align: Alignment) -> tuple[float, float]:
    """The interval of its document that a dialogue covers, in characters or numbers; one for all without."""
    if align == "spans":
        return span_of(row) or (0, 0)
    if align == "numbers":
        return int(row["turns"][0]["utterance_id"]), int(row["turns"][-1]["utterance_id"]) + 1
    return 0, 1


def _kind(before: int, after: int) -> str:
    if not (before and after):
        return "removed" if before else "added"
    names = {
        (False, False): "changed",
        (False, True): "split",
        (True, False): "joined",
        (True, True): "recut",
    }
    return names[before > 1, after > 1]

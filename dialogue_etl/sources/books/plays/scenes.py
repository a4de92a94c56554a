"""The scenes of plays: their names, who is on stage, changes, and who is spoken to, in novels too."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import partial
from itertools import pairwise, repeat, starmap
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.core.turns import lists
from dialogue_etl.sources.books.plays.labels import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pyarrow as pa

    from dialogue_etl.sources.books.plays.speeches import Speech

_TWO = 2
_LONGEST = 100  # characters of a scene's name
_ID = re.compile(r"#(\S+)#$")
"""The id of a scene at the end of its heading, as Fountain has it (Scene Numbers)."""


class Staged(NamedTuple):
    """What is known of the stage when a speech begins.

    Attributes:
        scene: id of the scene if the text has one, else its heading; may be empty.
        number: of the scene in the text, from 1.
        named: speakers of the play whom the directions since the speech before are about, or those above the
            scene: the people they name, or else the one who spoke last.
        changes: whether somebody enters or leaves between this speech and the one before, in one scene.
    """

    scene: str
    number: int
    named: frozenset[str]
    changes: bool


def stage(text: str, speeches: Sequence[Speech], names: Mapping[str, str], scenes: int) -> list[Staged]:
    """The stage at each speech of a passage.

    Args:
        text: of the book.
        speeches: of a passage, in order.
        names: of speakers by the key of their labels.
        scenes: of the passages before.
    """
    people = {key: name for key, name in names.items() if key}
    people |= {key_of(name): name for name in names.values()}
    pattern = re.compile(
        rf"\b(?:{'|'.join(sorted(map(re.escape, people), key=lambda key: (-len(key), key)))})\b"
    )
    named: list[frozenset[str]] = []
    last: list[str] = []
    for outside, speech in zip(_outside(text, speeches), speeches, strict=True):
        found = [people[key] for key in pattern.findall(key_of(outside))]
        named.append(frozenset(found or (last if any(map(str.isalpha, outside)) else ())))
        last = [names[speech.label.key]]
    starts = [number for number, speech in enumerate(speeches) if speech.opens_scene]
    staged: list[Staged] = []
    for scene, (first, after) in enumerate(pairwise([*starts, len(speeches)]), scenes + 1):
        heading = " ".join(text[slice(*speeches[first].heading)].split())
        id = _ID.search(heading)
        title = id[1] if id else heading[:_LONGEST]
        who = [names[speech.label.key] for speech in speeches[first:after]]
        changes = _changes(who, named[first:after])
        staged += starmap(partial(Staged, title, scene), zip(named[first:after], changes, strict=True))
    return staged


def _outside(text: str, speeches: Sequence[Speech]) -> Iterator[str]:
    """For each speech the text since the one before, or since the heading, that is not speech."""
    before: Speech | None = None
    for speech in speeches:
        if before is None or speech.opens_scene:
            yield text[speech.heading[1] : speech.label.at]
        else:
            yield text[before.spans[-1][1] : speech.label.at]
        before = speech


def _changes(who: Sequence[str], named: Sequence[frozenset[str]]) -> Iterator[bool]:
    """For each speech of a scene whether directions before it name one who enters or leaves.

    One enters who was not named before and speaks later; one leaves who was, and does not speak again before
    the next direction with that name.
    """
    spoken = {name: [at for at, one in enumerate(who) if one == name] for name in set(who)}
    mentioned = {name: [at for at, ones in enumerate(named) if name in ones] for name in spoken}
    here: set[str] = set()
    for at, speaker in enumerate(who):
        ones = named[at] & spoken.keys()
        entering = {name for name in ones - here if spoken[name][-1] >= at} if at else set()
        leaving = {
            name
            for name in ones & here
            if _next(spoken[name], at, len(who)) >= _next(mentioned[name], at + 1, len(who))
        }
        yield bool(at and (entering or leaving))
        here = (here | ones | {speaker}) - leaving


def _next(places: Sequence[int], at: int, otherwise: int) -> int:
    number = bisect_left(places, at)
    return places[number] if number < len(places) else otherwise


def scene_rows(dialogues: pa.Table, staged: Mapping[int, Staged]) -> Iterator[dict[str, Any]]:
    """Rows of the table scenes: one for each dialogue of a play, and for each other one of two people.

    In a dialogue of a novel nobody says who listens: where all its turns have a name and these are two, the
    other one is spoken to. In annotated novels (PDNC, the halves of benchmarks/names.md) that is one of those
    spoken to for 94 % of 1,883 stretches of speech (development, five novels) and 88 % of 2,923 (published,
    eight). With some turns unnamed it would be so for 87 % of 320 and 77 % of 736, and it is left open.

    Args:
        dialogues: of a book.
        staged: the stage at each speech of its plays, by the offset of its first word; may be empty.
    """
    places = list(staged)
    turns = dialogues.column("turns").combine_chunks()
    spans = lists(turns, "spans") if staged else repeat([])
    rows = dialogues.select(["id", "source_id"]).to_pylist()
    for row, names, spans_of in zip(rows, lists(turns, "speaker"), spans, strict=False):
        first, last = (spans_of[turn][0]["start"] for turn in (0, -1)) if spans_of else (-1, -1)
        within = [staged[place] for place in places[bisect_right(places, first) : bisect_right(places, last)]]
        speakers = list(dict.fromkeys(names))
        present = {*speakers, *(name for one in within for name in one.named)}
        two = len(speakers) == len(present) == _TWO and None not in present
        other = dict(zip(speakers, reversed(speakers), strict=True)) if two else {}
        scene = staged.get(first)
        if scene or two:
            yield {
                "dialogue_id": row["id"],
                "source_id": row["source_id"],
                "scene": scene and scene.scene,
                "number": scene and scene.number,
                "speakers": speakers,
                "addressees": [other.get(name) for name in names],
            }

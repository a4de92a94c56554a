"""Rules that say how far a conversation reaches: which gaps it bridges, which ones part it sooner.

Each looks at one thing and stretches or shortens the gap that parts dialogues: a factor, 1 where it has
nothing to say. So the knob `extract.dialogue_gap` stays the one measure of everything. That participants and
words of a new scene tell more than the gap is what Csáky & Recski 2021 leave for later. The factors are ours,
picked by score on annotated English novels (PDNC, the development half): no other language was big enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.books.boundaries.places import TURNS_NEAR, people

if TYPE_CHECKING:
    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.sources.books.boundaries.places import Place
    from dialogue_etl.sources.books.boundaries.scenes import Scenes

_TWO_GO_ON = 1.75
_ONE_GOES_ON = 1.2
_ANSWERED = 1.15
_SHORTER = 0.85
_COMPANY = 2  # people who talk with each other
_TALE = 4  # paragraphs that begin between two turns: at least three of them narration alone


def reach(place: Place, turns: Turns, scenes: Scenes) -> float:
    """How much longer the gap may be at this place: where two people go on, nothing speaks against it."""
    company = same_people(place)
    longer = company * open_question(place, turns)
    if company == _TWO_GO_ON:
        return longer
    return longer * other_people(place) * new_scene(place, scenes) * long_tale(place)


def same_people(place: Place) -> float:
    """Two people who talked before talk after it too: a pause, then they go on. One of them tells less."""
    shared = set(place.before).intersection(place.after)
    shared.discard(None)
    return _TWO_GO_ON if len(shared) >= _COMPANY else _ONE_GOES_ON if shared else 1.0


def open_question(place: Place, turns: Turns) -> float:
    """A question waits for its answer."""
    return _ANSWERED if turns.texts[place.turn - 1].endswith("?") else 1.0


def other_people(place: Place) -> float:
    """Two people talk before and two others after it: another conversation."""
    before, after = people(place.before[-TURNS_NEAR:]), people(place.after[:TURNS_NEAR])
    both = len(before) >= _COMPANY and len(after) >= _COMPANY
    return _SHORTER if both and before.isdisjoint(after) else 1.0


def new_scene(place: Place, scenes: Scenes) -> float:
    """A paragraph in between begins with words of another time or place (The next morning …)."""
    return _SHORTER if scenes.begins_at(place) else 1.0


def long_tale(place: Place) -> float:
    """Several paragraphs of nothing but narration: something happens, the talk is over."""
    return _SHORTER if len(place.paragraphs) >= _TALE else 1.0

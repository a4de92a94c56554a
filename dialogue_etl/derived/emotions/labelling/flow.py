"""The flow of emotions and intents through the first turns, as nodes and links of a Sankey diagram."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

REST = {"emotion": "other emotions", "intent": "other intents"}
"""Groups of the labels that are not shown by name, by their kinds."""


class Node(NamedTuple):
    """A label at a turn: as many dialogues come in as continue and end here.

    Attributes:
        turn: from 1.
        dialogues: that have the label there.
        ended: of these, those without a further turn.
    """

    turn: int
    label: str
    dialogues: int
    ended: int


class Link(NamedTuple):
    """Dialogues that go from a label at a turn to one at the next."""

    turn: int
    source: str
    target: str
    dialogues: int


class Flow(NamedTuple):
    """A diagram; nodes of each turn by descending size, groups last."""

    nodes: list[Node]
    links: list[Link]

    def json(self) -> dict[str, list[dict[str, object]]]:
        """As data for programs."""
        return {
            "nodes": [node._asdict() for node in self.nodes],
            "links": [link._asdict() for link in self.links],
        }


def flow(
    sequences: Mapping[tuple[str, ...], int], kinds: Mapping[str, str], turns: int = 4, top: int = 10
) -> Flow:
    """The diagram of the first turns.

    Args:
        sequences: labels of the first turns, and one more for dialogues that continue → number of dialogues.
        kinds: of labels: emotion, intent or neutral.
        turns: number of turns to draw.
        top: number of labels shown by name, the most frequent in these turns; other emotions and other
            intents are grouped, and neutral is always shown.
    """
    frequent: Counter[str] = Counter()
    for labels, number in sequences.items():
        for label in labels[:turns]:
            frequent[label] += number
    named = {label for label, _ in sorted(frequent.items(), key=lambda one: (-one[1], one[0]))[:top]}
    nodes: Counter[tuple[int, str]] = Counter()
    ended: Counter[tuple[int, str]] = Counter()
    links: Counter[tuple[int, str, str]] = Counter()
    for labels, number in sequences.items():
        shown = [
            label if label in named else REST.get(kinds.get(label, ""), label) for label in labels[:turns]
        ]
        for turn, label in enumerate(shown, 1):
            nodes[turn, label] += number
        for turn, (source, target) in enumerate(pairwise(shown), 1):
            links[turn, source, target] += number
        if shown and len(labels) <= turns:
            ended[len(shown), shown[-1]] += number
    last = set(REST.values())
    order = sorted(nodes, key=lambda one: (one[0], one[1] in last, -nodes[one], one[1]))
    return Flow(
        [Node(*place, nodes[place], ended[place]) for place in order],
        [Link(*place, links[place]) for place in sorted(links)],
    )


def sequences(dialogues: Iterable[Sequence[str]], turns: int = 4) -> Counter[tuple[str, ...]]:
    """Count the first labels of dialogues, with one more label for those that continue."""
    return Counter(tuple(labels[: turns + 1]) for labels in dialogues)


_WIDTH, _HEIGHT, _BAR, _GAP, _TOP = 960.0, 560.0, 12.0, 5.0, 26.0
_LETTERS = 130.0  # room for names right of the last turn


def svg(diagram: Flow) -> str:
    """The diagram as SVG; colours and fonts come from the page's style sheet, figures are tooltips.

    A drawing library would add megabytes of script; bars and bands take a few lines.
    """
    root = ET.Element(
        "svg",
        {
            "class": "chart flow",
            "viewBox": f"0 0 {_WIDTH:g} {_HEIGHT:g}",
            "role": "img",
            "aria-label": "Labels of the first turns, and how many dialogues go from which to which",
        },
    )
    columns: defaultdict[int, list[Node]] = defaultdict(list)
    for node in diagram.nodes:
        columns[node.turn].append(node)
    if not columns:
        return ET.tostring(root, encoding="unicode")
    room = _HEIGHT - _TOP - _GAP * max(map(len, columns.values()))
    unit = room / max(sum(node.dialogues for node in those) for those in columns.values())
    step = (_WIDTH - _BAR - _LETTERS) / max(1, max(columns) - 1)
    tops: dict[tuple[int, str], float] = {}
    for turn, those in columns.items():
        y = _TOP
        for node in those:
            tops[turn, node.label] = y
            y += node.dialogues * unit + _GAP
    order = {place: number for number, place in enumerate(tops)}
    moved = dict(tops), dict(tops)
    for link in sorted(
        diagram.links,
        key=lambda one: (one.turn, order[one.turn, one.source], order[one.turn + 1, one.target]),
    ):
        _band(root, link, ((link.turn - 1) * step + _BAR, link.turn * step), unit, moved)
    for node in diagram.nodes:
        _bar(root, node, (node.turn - 1) * step, tops[node.turn, node.label], unit)
    for turn in columns:
        name = {"x": f"{(turn - 1) * step:.1f}", "y": "12", "class": "name"}
        ET.SubElement(root, "text", name).text = f"Turn {turn}"
    return ET.tostring(root, encoding="unicode")


def _band(
    root: ET.Element,
    link: Link,
    ends: tuple[float, float],
    unit: float,
    tops: tuple[dict[tuple[int, str], float], ...],
) -> None:
    """A band between two bars; moves the start of the next band of each on by its width."""
    (left, right), (leaving, coming) = ends, tops
    wide, middle = link.dialogues * unit, (left + right) / 2
    from_, to = (link.turn, link.source), (link.turn + 1, link.target)
    y, z = leaving[from_] + wide / 2, coming[to] + wide / 2
    leaving[from_] += wide
    coming[to] += wide
    course = f"M{left:.1f},{y:.1f}C{middle:.1f},{y:.1f} {middle:.1f},{z:.1f} {right:.1f},{z:.1f}"
    style = {"d": course, "class": "band", "stroke-width": f"{max(wide, 0.3):.2f}"}
    path = ET.SubElement(root, "path", style)
    ET.SubElement(path, "title").text = f"{link.source} → {link.target}: {link.dialogues:,}"


def _bar(root: ET.Element, node: Node, x: float, y: float, unit: float) -> None:
    high = node.dialogues * unit
    box = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{_BAR:g}", "height": f"{max(high, 0.5):.1f}"}
    bar = ET.SubElement(root, "rect", {**box, "class": "mark"})
    ended = f", {node.ended:,} end here" if node.ended else ""
    ET.SubElement(bar, "title").text = f"Turn {node.turn}, {node.label}: {node.dialogues:,}{ended}"
    if high >= 7:  # below that names would run into each other
        at = {"x": f"{x + _BAR + 5:.1f}", "y": f"{y + high / 2 + 4:.1f}", "class": "tick halo"}
        ET.SubElement(root, "text", at).text = node.label

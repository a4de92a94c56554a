"""The flow of labels as a drawing: SVG without a script or the network, in the colours of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from dialogue_etl.emotions.flow import REST
from dialogue_etl.emotions.labels import group

if TYPE_CHECKING:
    from dialogue_etl.emotions.flow import Flow, Node

_WIDTH, _HEIGHT = 920.0, 460.0
_TOP, _GAP, _NODE = 26.0, 7.0, 12.0
_NAMES = 118.0  # room for the names right of the last turn
_COLOURS = {"emotion": "c0", "intent": "c1", "neutral": "c2"}


def draw(flow: Flow) -> str:
    """The diagram: a column of bars for each turn, bands between them as wide as dialogues are many.

    Returns:
        An `svg` element; empty where no dialogue has a label.
    """
    if not flow.nodes:
        return ""
    head = {"class": "chart sankey", "viewBox": f"0 0 {_WIDTH:g} {_HEIGHT:g}", "role": "img"}
    root = ET.Element("svg", head)
    ET.SubElement(root, "title").text = "How labels follow each other in the first turns of dialogues"
    boxes = _boxes(flow)
    _bands(root, flow, boxes)
    columns = max(node.turn for node in flow.nodes) + 1
    for turn in range(columns):
        _write(root, _x(turn, columns), _TOP - 12, f"Turn {turn + 1}", "note")
    for node in flow.nodes:
        top, height = boxes[node.turn, node.label]
        box = {"x": _x(node.turn, columns), "y": top, "width": _NODE, "height": max(height, 1.0)}
        bar = ET.SubElement(root, "rect", {name: f"{of:.1f}" for name, of in box.items()})
        bar.set("class", f"mark {_colour(node.label)}")
        ended = f", {node.ended:,} end here" if node.ended else ""
        ET.SubElement(bar, "title").text = f"{node.label}: {node.number:,}{ended}"
        _write(root, box["x"] + _NODE + 4, top + height / 2 + 4, node.label, "halo")
    return ET.tostring(root, encoding="unicode")


def _x(turn: int, columns: int) -> float:
    return turn * (_WIDTH - _NAMES - _NODE) / max(columns - 1, 1)


def _boxes(flow: Flow) -> dict[tuple[int, str], tuple[float, float]]:
    """Where each node lies: its top and its height."""
    columns: dict[int, list[Node]] = {}
    for node in flow.nodes:
        columns.setdefault(node.turn, []).append(node)
    most = max(sum(node.number for node in column) for column in columns.values())
    longest = max(map(len, columns.values()))
    scale = (_HEIGHT - _TOP - _GAP * longest) / most
    boxes = {}
    for turn, column in columns.items():
        top = _TOP
        for node in column:
            boxes[turn, node.label] = top, node.number * scale
            top += node.number * scale + _GAP
    return boxes


def _bands(root: ET.Element, flow: Flow, boxes: dict[tuple[int, str], tuple[float, float]]) -> None:
    numbers = {(node.turn, node.label): node.number for node in flow.nodes}
    order = {(node.turn, node.label): place for place, node in enumerate(flow.nodes)}
    columns = max(node.turn for node in flow.nodes) + 1
    left = {key: top for key, (top, _) in boxes.items()}
    right = dict(left)
    by_place = sorted(
        flow.links, key=lambda one: (order[one.turn, one.source], order[one.turn + 1, one.target])
    )
    for link in by_place:
        source, target = (link.turn, link.source), (link.turn + 1, link.target)
        height = boxes[source][1] * link.number / numbers[source]
        x, end = _x(link.turn, columns) + _NODE, _x(link.turn + 1, columns)
        y, far = left[source], right[target]
        left[source] += height
        right[target] += height
        middle = (x + end) / 2
        path = (
            f"M{x:.1f} {y:.1f}C{middle:.1f} {y:.1f} {middle:.1f} {far:.1f} {end:.1f} {far:.1f}"
            f"V{far + height:.1f}C{middle:.1f} {far + height:.1f} {middle:.1f} {y + height:.1f} "
            f"{x:.1f} {y + height:.1f}Z"
        )
        band = ET.SubElement(root, "path", {"d": path, "class": f"band {_colour(link.source)}"})
        ET.SubElement(band, "title").text = f"{link.source} → {link.target}: {link.number:,}"


def _colour(label: str) -> str:
    return "c5" if label == REST else _COLOURS[group(label)]


def _write(root: ET.Element, x: float, y: float, text: str, style: str) -> None:
    ET.SubElement(root, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "class": style}).text = text

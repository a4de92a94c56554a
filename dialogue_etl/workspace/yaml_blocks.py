"""Takes entries out of a YAML text, or puts them in, by lines: all other lines stay as they are.

An entry of a mapping or list has the comments directly above it, and the blank lines above these. A parser
finds the lines, so indentation and quotes may be as the user likes; only what is written in brackets or
braces cannot be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from dialogue_etl.core import yaml_files
from dialogue_etl.core.yaml_files import MappingNode, Node, ScalarNode, SequenceNode, YamlError
from dialogue_etl.workspace.root import WorkspaceError


@dataclass(frozen=True)
class Block:
    """The lines of an entry, from `first` to before `end`; its name is its key, or an item of a list."""

    name: str
    first: int
    end: int
    lines: list[str] = field(repr=False)
    node: Node | None = field(repr=False)

    @property
    def text(self) -> list[str]:
        """Its lines."""
        return self.lines[self.first : self.end]

    def blocks(self) -> list[Block]:
        """The entries inside; none if it is a value."""
        places = _places(self.node)
        if not places:
            return []
        firsts = [line for _, line, _, _ in places]
        for number in range(1, len(firsts)):
            firsts[number] = self._above(firsts[number], firsts[number - 1])
        # What is below the last entry, and not indented as its content is, does not belong to it.
        end, column = self.end, places[-1][2]
        while end - 1 > firsts[-1] and _outside(self.lines[end - 1], column):
            end -= 1
        names, nodes = [place[0] for place in places], [place[3] for place in places]
        rows = zip(names, firsts, [*firsts[1:], end], nodes, strict=True)
        return [Block(name, first, last, self.lines, node) for name, first, last, node in rows]

    def at(self, *path: str) -> list[Block]:
        """The entries at a path of keys; none if the place does not exist."""
        found = self.find(*path)
        return found.blocks() if found else []

    def find(self, *path: str) -> Block | None:
        """The entry at a path of keys; None if the place does not exist."""
        found: Block | None = self
        for key in path:
            inside = found.blocks() if found else []
            found = next((block for block in inside if block.name == key), None)
        return found

    def require_lines(self) -> None:
        """Require that each entry has a line of its own, so that one can be taken out or put in.

        Raises:
            WorkspaceError: they are written in brackets or braces.
        """
        if self.node is not None and getattr(self.node, "flow_style", False):
            line = self.node.start_mark.line + 1
            raise WorkspaceError(f"line {line} has to be changed: write one entry per line, not in braces")

    def _above(self, line: int, least: int) -> int:
        """The first line of the comments directly above a line, and of the blank lines above these."""
        while line - 1 > least and self.lines[line - 1].lstrip().startswith("#"):
            line -= 1
        while line - 1 > least and not self.lines[line - 1].strip():
            line -= 1
        return line


@lru_cache(maxsize=8)  # a change asks the same few texts over and over
def parsed(text: str) -> Block:
    """A whole text.

    Raises:
        WorkspaceError: it is not YAML.
    """
    try:
        node = yaml_files.compose(text)
    except YamlError as error:
        raise WorkspaceError(f"not valid YAML: {error}") from None
    lines = text.split("\n")
    return Block("", 0, len(lines), lines, node)


def _places(node: Node | None) -> list[tuple[str, int, int, Node]]:
    """Name, line, column and node of each entry."""
    if isinstance(node, MappingNode):
        found = [(key.value, key.start_mark, value) for key, value in node.value]
    elif isinstance(node, SequenceNode):
        found = [(_item(item), item.start_mark, item) for item in node.value]
    else:
        return []
    return [(name, mark.line, mark.column, inside) for name, mark, inside in found]


def _item(node: Node) -> str:
    """What an item of a list is called: its value, or the key of a mapping with one."""
    return str(node.value) if isinstance(node, ScalarNode) else _item(node.value[0][0])


def _outside(line: str, column: int) -> bool:
    text = line.lstrip()
    return not text or (text.startswith("#") and len(line) - len(text) <= column)


def cut(text: str, blocks: Iterable[Block]) -> str:
    """The text without some of its blocks, none of which is inside of another one."""
    lines = text.split("\n")
    for block in sorted(blocks, key=lambda block: block.first, reverse=True):
        del lines[block.first : block.end]
    return "\n".join(lines)


def unwanted(block: Block, drop: Callable[[str], bool]) -> list[Block]:
    """The entries in a block that are to be dropped by their names; the block itself if these are all.

    Raises:
        WorkspaceError: they have no lines of their own.
    """
    inside = block.blocks()
    gone = [entry for entry in inside if drop(entry.name)]
    if gone and len(gone) < len(inside):
        block.require_lines()
        return gone
    return [block] if gone else []


def grafted(text: str, template: str, *path: str) -> str:
    """The text with the entries at a path that only the template has, each after the one it follows there.

    Raises:
        WorkspaceError: those that are there have no lines of their own.
    """
    ours, wanted = parsed(text).at(*path), parsed(template).at(*path)
    if not ours and path:
        return grafted(text, template, *path[:-1])
    lines = text.split("\n")
    there = {block.name: block for block in ours}
    top = after = ours[0].first if ours else len(lines)
    added: dict[int, list[str]] = {}
    for block in wanted:
        if block.name in there:
            after = there[block.name].end
        else:
            added.setdefault(after, []).extend(block.text)
    if added and (place := parsed(text).find(*path)):
        place.require_lines()
    if ours and not path and top in added:  # the first entry has no blank line above it
        added[top].append("")
    for line, more in sorted(added.items(), reverse=True):
        lines[line:line] = more
    return "\n".join(lines)

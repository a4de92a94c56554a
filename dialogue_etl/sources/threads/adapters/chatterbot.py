"""`chatterbot`: the corpus of ChatterBot, a YAML file per subject with a list of conversations.

Source: github.com/gunthercox/chatterbot-corpus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.core import yaml_files
from dialogue_etl.core.yaml_files import MappingNode, Node, ScalarNode, SequenceNode, YamlError
from dialogue_etl.sources.threads.adapters.records import Bad, Record, session

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(data: bytes) -> Iterator[Record]:
    """The conversations of a file in UTF-8. Scalars stay strings: `yes` and `1984` are utterances."""
    try:
        top = yaml_files.compose(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        yield Bad(0, f"not YAML: {error}")
        return
    except YamlError as error:
        yield Bad(error.line, f"not YAML: {error.problem}")
        return
    found = _conversations(top)
    if not isinstance(found, SequenceNode):
        yield Bad(0, "no list `conversations`")
        return
    for node in found.value:
        line = node.start_mark.line + 1
        try:
            yield session(line, _texts(node))
        except ValueError as error:
            yield Bad(line, str(error))


def _conversations(top: Node | None) -> Node | None:
    pairs = top.value if isinstance(top, MappingNode) else []
    return next((value for key, value in pairs if key.value == "conversations"), None)


def _texts(node: Node) -> list[str | None] | None:
    listed = node.value if isinstance(node, SequenceNode) else None
    return listed and [one.value if isinstance(one, ScalarNode) else None for one in listed]

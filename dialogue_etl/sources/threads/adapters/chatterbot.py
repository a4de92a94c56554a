"""`chatterbot`: the corpus of ChatterBot, a YAML file per subject with a list of conversations.

Source: github.com/gunthercox/chatterbot-corpus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from dialogue_etl.sources.threads.adapters.records import Bad, Record, Session, checked

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(data: bytes) -> Iterator[Record]:
    """The conversations of a file in UTF-8. Nodes, not values: `yes` and `1984` are what somebody said."""
    try:
        top = yaml.compose(data, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        yield Bad(mark.line + 1 if mark else 0, f"not YAML: {getattr(error, 'problem', None) or error}")
        return
    found = _conversations(top)
    if not isinstance(found, yaml.SequenceNode):
        yield Bad(0, "no list `conversations`")
        return
    for node in found.value:
        line = node.start_mark.line + 1
        try:
            yield Session(line, _said(node))
        except ValueError as error:
            yield Bad(line, str(error))


def _conversations(top: yaml.Node | None) -> yaml.Node | None:
    pairs = top.value if isinstance(top, yaml.MappingNode) else []
    return next((value for key, value in pairs if key.value == "conversations"), None)


def _said(node: yaml.Node) -> list[str]:
    if not isinstance(node, yaml.SequenceNode) or not all(
        isinstance(one, yaml.ScalarNode) for one in node.value
    ):
        raise ValueError("not a list of texts")
    if not node.value:
        raise ValueError("no utterance")
    return [checked(one.value) for one in node.value]

"""Forms whose objects a field map can't describe: each is a function that makes others of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPOKEN = {"user", "assistant"}


def chatgpt(value: Any) -> Any:
    """The messages of a conversation in `conversations.json`, an export of ChatGPT, as objects of `tree`.

    Its tree has nodes without a message, and messages of the system and of tools: what answers one of them
    answers the next spoken message above. Source: the export of 2025, `mapping`, `message.author.role`,
    `content.parts`.
    """
    nodes = value.get("mapping") if isinstance(value, dict) else None
    if not isinstance(nodes, dict):
        return [*map(chatgpt, value)] if isinstance(value, list) else value
    said = {id: found for id, node in nodes.items() if isinstance(node, dict) and (found := _spoken(node))}
    return [
        {"id": id, "parent": next((up for up in _above(nodes, id) if up in said), None), **one}
        for id, one in said.items()
    ]


def _spoken(node: dict[str, Any]) -> dict[str, Any] | None:
    message = node.get("message") or {}
    role, content = (message.get("author") or {}).get("role"), message.get("content") or {}
    parts = [part for part in content.get("parts") or [] if isinstance(part, str) and part.strip()]
    if role not in _SPOKEN or not parts or message.get("recipient", "all") != "all":
        return None
    return {"author": role, "text": "\n".join(parts), "time": message.get("create_time")}


def _above(nodes: dict[str, Any], id: str) -> Iterator[str]:
    seen = {id}
    while isinstance(up := (nodes.get(id) or {}).get("parent"), str) and up not in seen:
        yield up
        seen.add(up)
        id = up


def blended(value: Any) -> Any:
    """A dialogue of BlendedSkillTalk as turns: two utterances given to the speakers, then theirs.

    Source: https://parl.ai/projects/bst (`dialog` of speaker and text), and the columns of its copy on
    Hugging Face (`free_messages`, `guided_messages`).
    """
    if not isinstance(value, dict):
        return [*map(blended, value)] if isinstance(value, list) else value
    both = zip(value.get("free_messages", ()), value.get("guided_messages", ()), strict=False)
    said = value.get("dialog") or [[n, text] for pair in both for n, text in enumerate(pair)]
    turns = [
        *enumerate(value.get("previous_utterance") or ()),
        *(one for one in said if isinstance(one, list) and len(one) == 2),
    ]
    return {"turns": [{"speaker": str(who), "text": text} for who, text in turns]}

"""Names a triggered run by its variant and its values: Airflow's `manual__<time>` has neither.

The form cannot do that, so a middleware of the API server completes what it sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request as HttpRequest

from dvc_airflow.request import BASE, NO_PRESET, PRESET, SHOWN, VARIANT, read_request

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SWEEP, VALUES, HOW, NUMBER = "sweep.name", "sweep.values", "sweep.how", "sweep.number"
GRID, LIST, RANDOM = "grid", "list", "random"
_UNSET = (None, "", NO_PRESET)
_TRIGGER = re.compile(r"/api/v2/dags/[^/]+/dagRuns/?$")
_MOST, _LONGEST_VALUE, _LONGEST_NOTE = 3, 20, 1_000
"""Values in a name, characters of a value in it, and of a note in Airflow's database."""


def completed(body: bytes, now: datetime) -> bytes:
    """A request to trigger a run, with a name and a note where its conf names a variant.

    Both have the variant, and the values that differ from those that the form was shown with. A name that the
    user has given stays, and a note is continued.

    Args:
        body: JSON, as Airflow's API takes it.
        now: makes the name unique.
    """
    try:
        sent = json.loads(body)
        conf = sent["conf"]
        name, note = _name(conf), note_of(conf)
    except (ValueError, TypeError, KeyError, AttributeError):  # of another DAG, or wrong: the answer says so
        return body
    unique = now.isoformat(timespec="milliseconds")[:23]
    sent["dag_run_id"] = sent.get("dag_run_id") or f"{name}~{unique}"
    sent["note"] = _cut("\n\n".join(filter(None, (sent.get("note"), note))))
    return json.dumps(sent).encode()


def _name(conf: Mapping[str, Any]) -> str:
    """Such as `narrow~dialogue_gap-300`; of a sweep its name."""
    changes = read_request(conf).changes
    if SWEEP in conf:
        return str(conf[SWEEP])
    parts = [f"{key.rpartition('.')[2]}-{_plain(value)}" for key, value in changes.items()]
    if len(parts) > _MOST:
        parts = [*parts[:_MOST], f"and-{len(parts) - _MOST}-more"]
    return "~".join([conf[VARIANT], *parts])


def _plain(value: Any) -> str:
    """A value in the characters that Airflow allows in names."""
    text = value if isinstance(value, str) else json.dumps(value)
    return re.sub(r"[^A-Za-z0-9.]+", "-", text)[:_LONGEST_VALUE].strip("-") or "empty"


def _cut(note: str) -> str:
    return note if len(note) <= _LONGEST_NOTE else f"{note[: _LONGEST_NOTE - 1]}…"


def note_of(conf: Mapping[str, Any]) -> str:
    """The note of a run, in Markdown and one line, since Airflow shows the first: options and changed values.

    Raises:
        ChangeError: an option has a value that is not allowed.
    """
    shown = conf.get(SHOWN) or {}
    options = {"variant": VARIANT, "sweep": SWEEP, "preset": PRESET, "base": BASE}
    parts = [f"{name} `{conf[key]}`" for name, key in options.items() if conf.get(key) not in _UNSET]
    if SWEEP in conf:
        parts.append(_swept(conf))
    for key, value in read_request(conf).changes.items():
        if not key.startswith("sweep."):
            old = f"`{json.dumps(shown[key], ensure_ascii=False)}` → " if key in shown else ""
            parts.append(f"{key} {old}`{json.dumps(value, ensure_ascii=False)}`")
    return _cut("; ".join(parts))


def _swept(conf: Mapping[str, Any]) -> str:
    """Such as `every combination of a 1, 2 and b 3, 4`."""
    lines = [line.partition(":") for line in conf.get(VALUES) or ()]
    parameters = " and ".join(f"{name.strip()} `{values.strip()}`" for name, _, values in lines)
    ways = {LIST: "one after the other", RANDOM: f"{conf.get(NUMBER)} random combinations"}
    return f"{ways.get(conf.get(HOW, GRID), 'every combination')} of {parameters}"


class NameRuns:
    """The middleware."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Complete a request to trigger a run, and pass on any other."""
        if not (scope["type"] == "http" and scope["method"] == "POST" and _TRIGGER.search(scope["path"])):
            await self.app(scope, receive, send)
            return
        body = completed(await HttpRequest(scope, receive).body(), datetime.now(UTC))
        headers = [one for one in scope["headers"] if one[0] != b"content-length"]
        length = (b"content-length", str(len(body)).encode())
        whole: list[Message] = [{"type": "http.request", "body": body}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        await self.app({**scope, "headers": [*headers, length]}, replay, send)

"""The Airflow plugin: *Browse → Chat* asks agents of two versions the same question, side by side.

The page contains the conversation and has no scripts. Agents run as programs (`dialogue_etl_agents`), outside
of the server's memory.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from anyio import CapacityLimiter, to_thread
from dialogue_etl_agents import Product
from dialogue_etl_program import SERVED
from dvc_airflow import web
from dvc_airflow.programs import ProgramError
from dvc_airflow.web import Viewer  # noqa: TC002 - FastAPI reads the annotations
from fastapi import FastAPI, Request  # noqa: TC002
from fastapi.responses import Response  # noqa: TC002


class Agents(Protocol):
    """The agents of all versions."""

    def names(self, version: str) -> list[str]:
        """The agents of a version."""
        ...

    def answers(self, version: str, name: str, history: Sequence[str], n: int) -> list[dict[str, Any]]:
        """At most n answers of an agent, the best first, as `dialogue-etl agent ask --json` prints them."""
        ...


LARGEST = 256_000
"""Maximum bytes of a request, which contains the conversation."""
SHOWN, EXCHANGES, LONGEST = 4, 20, 2_000
"""Answers shown of each agent, exchanges remembered, maximum characters of a question."""
_FOLDER = Path(__file__).parent / "dialogue_etl_pages"
HEADERS = {**web.HEADERS, "Cache-Control": "no-store"}


class Side(NamedTuple):
    """One of the two agents: its version (`.` for the workspace) and its name, empty for the first one."""

    version: str = "."
    agent: str = ""


class Chat(NamedTuple):
    """A request: both sides, the question, and the exchanges so far, the oldest first.

    An exchange is the question and for each side the answers, or the problem if there were none.
    """

    sides: tuple[Side, Side]
    question: str = ""
    past: tuple[dict[str, Any], ...] = ()


def chat_app(published: Path, agents: Agents) -> FastAPI:
    """The page; every route requires a logged-in user.

    Args:
        published: folder of published versions.
        agents: of all versions.
    """
    app, viewer = web.make_app("Chat"), web.viewer_of(published)
    one_at_a_time = CapacityLimiter(1)

    async def page(chat: Chat, who: Viewer) -> Response:
        return await to_thread.run_sync(_page, chat, who.tags, agents, limiter=one_at_a_time)

    @app.get("/")
    async def index(who: Viewer = viewer) -> Response:
        last = next((one.tag for one in who.versions), ".")
        return await page(Chat((Side(last), Side())), who)

    @app.post("/")
    async def ask(request: Request, who: Viewer = viewer) -> Response:
        return await page(await _asked(request), who)

    return app


async def _asked(request: Request) -> Chat:
    """The request in a form; empty if the form is too large."""
    given = await web.read_form(request, LARGEST)
    if given is None:
        return Chat((Side(), Side()))
    one, other = (Side(given.get(f"version{place}", "."), given.get(f"agent{place}", "")) for place in (0, 1))
    question = "" if "again" in given else given.get("question", "").strip()[:LONGEST]
    return Chat((one, other), question, () if "again" in given else _past(given.get("past", "[]")))


def _past(text: str) -> tuple[dict[str, Any], ...]:
    """The exchanges stored in the page; none if they are not valid."""
    try:
        found = [(str(one["question"]), [_said(each) for each in one["said"]]) for one in json.loads(text)]
    except (ValueError, TypeError, KeyError):
        return ()
    whole = all(len(said) == 2 for _, said in found)
    return tuple({"question": question, "said": said} for question, said in found) if whole else ()


def _said(one: dict[str, Any]) -> dict[str, Any]:
    return {"answers": [_answer(each) for each in one["answers"]], "problem": str(one["problem"])}


def _answer(one: dict[str, Any]) -> dict[str, Any]:
    """An answer with those facts of its source that the page shows; only web addresses become links."""
    source = one["source"]
    if source is not None:
        source = {**dict.fromkeys(("title", "corpus", "url"), ""), **source}
        source["url"] = url if (url := str(source["url"])).startswith(("https://", "http://")) else ""
        source = {
            name: source[name]
            for name in ("document", "dialogue", "turn", "trigger", "title", "corpus", "url")
        }
    return {"text": str(one["text"]), "score": float(one["score"]), "source": source}


def _page(chat: Chat, versions: Sequence[str], agents: Agents) -> Response:
    """The page with the answers to the question."""
    sides, problems = [], []
    for side in chat.sides:
        names, problem = _names(side, versions, agents)
        sides.append(side._replace(agent=side.agent if side.agent in names else next(iter(names), "")))
        problems.append((names, problem))
    past = list(chat.past)
    if chat.question:
        said = [
            _ask(agents, side, _history(past, place), chat.question, problem)
            for place, (side, (_, problem)) in enumerate(zip(sides, problems, strict=True))
        ]
        past = [*past, {"question": chat.question, "said": said}][-EXCHANGES:]
    template = web.environment(_FOLDER).get_template("chat.html")
    # Only the best answers are part of the conversation.
    remembered = json.dumps([_remembered(one) for one in past])
    values = {"sides": sides, "choices": problems, "versions": versions, "past": past}
    return web.html(template.render(**values, remembered=remembered, longest=LONGEST), headers=HEADERS)


def _names(side: Side, versions: Sequence[str], agents: Agents) -> tuple[list[str], str]:
    """The agents of a side's version, and the problem if there are none."""
    if side.version not in versions:
        return [], f"there is no version {side.version}"
    try:
        names = agents.names(side.version)
    except ProgramError as error:
        return [], str(error)
    return names, "" if names else "nothing is packaged as Parquet here: build a dataset first"


def _history(past: Sequence[dict[str, Any]], place: int) -> list[str]:
    """The conversation so far with one side."""
    turns = []
    for one in past:
        best = one["said"][place]["answers"][:1]
        turns += [one["question"], best[0]["text"] if best else ""]
    return turns


def _ask(agents: Agents, side: Side, history: Sequence[str], question: str, problem: str) -> dict[str, Any]:
    if problem:
        return {"answers": [], "problem": problem}
    try:
        found = agents.answers(side.version, side.agent, [*history, question], SHOWN)
    except ProgramError as error:
        return {"answers": [], "problem": str(error)}
    return {"answers": [_answer(one) for one in found], "problem": ""}


def _remembered(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "said": [{**said, "answers": said["answers"][:1]} for said in one["said"]]}


if SERVED:
    ChatPlugin = web.plugin(
        "dialogue_etl_chat", chat_app(SERVED / "published", Product(SERVED)), "Chat", "chat"
    )

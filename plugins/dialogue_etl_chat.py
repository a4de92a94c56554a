"""The Airflow plugin: *Browse → Chat* asks agents of two versions the same question, side by side.

The page contains the conversation and has no scripts. Agents run as programs (`dialogue_etl_agents`), outside
of the server's memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol

from dialogue_etl_agents import Product
from dialogue_etl_links import of_id_in
from dialogue_etl_program import SERVED
from dvc_airflow import web
from dvc_airflow.programs import ProgramError
from dvc_airflow.queries import read_form
from dvc_airflow.web import User, Viewer  # noqa: TC002 - FastAPI reads the annotations
from fastapi import FastAPI, Request  # noqa: TC002
from fastapi.responses import Response  # noqa: TC002
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, TypeAdapter, ValidationError


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


def _web(url: str) -> str:
    return url if url.startswith(("https://", "http://")) else ""


class Source(BaseModel):
    """Where an answer is from: those facts that the page shows; only web addresses become links."""

    document: str
    dialogue: str | None
    turn: int | None
    trigger: str
    title: str = ""
    corpus: str = ""
    url: Annotated[
        str, AfterValidator(lambda url: url if url.startswith(("https://", "http://")) else "")
    ] = ""


class Answer(BaseModel):
    """An answer of an agent, and its source if the agent knows it."""

    text: str
    score: float
    source: Source | None


class Said(BaseModel):
    """The answers of one side, or the problem if there were none; `version` has the dialogues."""

    answers: list[Answer] = []
    problem: str = ""
    version: str = ""


class Exchange(BaseModel):
    """A question, and what both sides wrote."""

    question: str
    said: Annotated[list[Said], Field(min_length=2, max_length=2)]


_PAST = TypeAdapter(Annotated[list[Exchange], Field(max_length=EXCHANGES)])


def _past(text: str) -> list[Exchange]:
    """The exchanges stored in the page; none if they are not valid."""
    try:
        return _PAST.validate_json(text or "[]")
    except ValidationError:
        return []


class Asked(BaseModel):
    """The form: both sides, the question, and the exchanges so far, the oldest first."""

    version0: str = "."
    agent0: str = ""
    version1: str = "."
    agent1: str = ""
    question: Annotated[str, AfterValidator(lambda text: text.strip()[:LONGEST])] = ""
    past: Annotated[list[Exchange], BeforeValidator(_past)] = []
    again: str = ""

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides."""
        return Side(self.version0, self.agent0), Side(self.version1, self.agent1)


def chat_app(published: Path, agents: Agents) -> FastAPI:
    """The page; every route requires a logged-in user.

    Args:
        published: folder of published versions.
        agents: of all versions.
    """
    app, viewer = web.make_app("Chat"), web.viewer_of(published)
    work = web.OneEach()

    async def page(asked: Asked, who: Viewer, user: str) -> Response:
        made: Response = await work.run(user, _page, asked, who.tags, agents)
        return made

    @app.get("/")
    async def index(user: User, who: Viewer = viewer) -> Response:
        return await page(Asked(version0=next((one.tag for one in who.versions), ".")), who, user)

    @app.post("/")
    async def ask(request: Request, user: User, who: Viewer = viewer) -> Response:
        return await page(await read_form(request, Asked, LARGEST), who, user)

    return app


def _page(asked: Asked, versions: Sequence[str], agents: Agents) -> Response:
    """The page with the answers to the question."""
    sides, problems = [], []
    for side in asked.sides:
        names, problem = _names(side, versions, agents)
        sides.append(side._replace(agent=side.agent if side.agent in names else next(iter(names), "")))
        problems.append((names, problem))
    past = [] if asked.again else asked.past
    if asked.question and not asked.again:
        said = [
            _ask(agents, side, _history(past, place), asked.question, problem)
            for place, (side, (_, problem)) in enumerate(zip(sides, problems, strict=True))
        ]
        past = [*past, Exchange(question=asked.question, said=said)][-EXCHANGES:]
    template = web.environment(_FOLDER).get_template("chat.html")
    remembered = _PAST.dump_json([_remembered(one) for one in past]).decode()
    values = {"sides": sides, "choices": problems, "versions": versions, "past": past, "of_id": of_id_in}
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


def _history(past: Sequence[Exchange], place: int) -> list[str]:
    """The conversation so far with one side."""
    turns = []
    for one in past:
        answers = one.said[place].answers
        turns += [one.question, answers[0].text if answers else ""]
    return turns


def _ask(agents: Agents, side: Side, history: Sequence[str], question: str, problem: str) -> Said:
    if problem:
        return Said(problem=problem)
    try:
        answers = agents.answers(side.version, side.agent, [*history, question], SHOWN)
        return Said(answers=answers, version=side.version)
    except ProgramError as error:
        return Said(problem=str(error))


def _remembered(one: Exchange) -> Exchange:
    """Only the best answers are part of the conversation."""
    return one.model_copy(
        update={"said": [said.model_copy(update={"answers": said.answers[:1]}) for said in one.said]}
    )


if SERVED:
    ChatPlugin = web.plugin(
        "dialogue_etl_chat", chat_app(SERVED / "published", Product(SERVED)), "Chat", "chat"
    )

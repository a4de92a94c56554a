"""The Airflow plugin: *Browse → Pair filters* previews a configuration of pair filters while one edits it.

No stage runs and nothing is written: a program applies the configuration to a sample, for at most half a
minute, one at a time for each user.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from dialogue_etl_program import SERVED, run
from dvc_airflow import web, yaml_files
from dvc_airflow.programs import ProgramError
from dvc_airflow.queries import read_form
from dvc_airflow.web import User, Viewer  # noqa: TC002 - FastAPI reads the annotations
from fastapi import FastAPI, Query, Request
from fastapi.responses import Response  # noqa: TC002
from pydantic import BaseModel, Field

Ask = Callable[["Question", str | None], "Answer"]

TIMEOUT = 30.0
"""Maximum seconds of a preview; patterns that backtrack are stopped much earlier."""
SHOWN = 12
"""Pairs shown of each kind."""
LARGEST = 64_000
"""Maximum bytes of a request."""
_KEPT = 4  # samples in memory
_FOLDER = Path(__file__).parent / "dialogue_etl_pages"
SCRIPT = (_FOLDER / "live.js").read_text("utf-8")
"""Asks for the result while one edits, and stops asking for the one before."""
HEADERS = {**web.headers(SCRIPT, connect_src="'self'"), "Cache-Control": "no-store"}
EXAMPLE = """\
# Filters see the pairs in this order; docs/components.md has every filter, producer and transformer.
interaction_filters:
- {type: characters_quantity, target: answer, min: 20}
- {type: regex, target: trigger, pattern: '[?]$'}
"""


class Question(BaseModel, frozen=True):
    """A sample: its version (`.` for the workspace), source and language (empty for any), and seed."""

    version: str = ""
    choice: str = ""
    seed: Annotated[int, Field(ge=0, le=1_000_000_000)] = 0


class Edited(Question, frozen=True):
    """A sample, and the configuration that is edited."""

    config: str = ""


class Answer(NamedTuple):
    """A sample, the result of a configuration, and the problem if missing."""

    sample: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    problem: str = ""


def pairs_app(published: Path, ask: Ask) -> FastAPI:
    """The page; every route requires a logged-in user.

    Args:
        published: folder of published versions.
        ask: applies a configuration, or that of the version if it is None, to a sample.
    """
    app, viewer = web.make_app("Pair filters"), web.viewer_of(published)
    work = web.OneEach()

    async def answer(question: Question, config: str | None, who: Viewer, user: str) -> Answer:
        if question.version not in who.tags:
            return Answer(problem=f"there is no version {question.version}")
        found: Answer = await work.run(user, ask, question, config)
        return found

    async def page(question: Question, config: str | None, who: Viewer, user: str) -> Response:
        found = await answer(question, config, who, user)
        text = _text(found.sample) if config is None else config
        values = {"question": question, "config": text, "versions": who.tags, "found": found}
        return live_page("pairs.html", **values, script=SCRIPT)

    @app.get("/")
    async def index(asked: Annotated[Question, Query()], user: User, who: Viewer = viewer) -> Response:
        return await page(_known(asked, who), None, who, user)

    @app.post("/")
    async def show(request: Request, user: User, who: Viewer = viewer) -> Response:
        return await page(*await _edited(request, who), who, user)

    @app.post("/result")
    async def result(request: Request, user: User, who: Viewer = viewer) -> Response:
        return live_page("result.html", found=await answer(*await _edited(request, who), who, user))

    return app


def _known(asked: Question, who: Viewer) -> Question:
    """A question about a version: by default the workspace or the newest one."""
    values = asked.model_dump(include=set(Question.model_fields))
    return Question(**{**values, "version": asked.version or next(iter(who.tags), "")})


async def _edited(request: Request, who: Viewer) -> tuple[Question, str]:
    """The question and configuration in a form."""
    asked = await read_form(request, Edited, LARGEST)
    return _known(asked, who), asked.config.replace("\r\n", "\n")


def _text(sample: dict[str, Any] | None) -> str:
    """The configuration of a version as YAML; an example if it has none."""
    lists = {name: values for name, values in (sample or {}).get("lists", {}).items() if values}
    return yaml_files.text_with(yaml_files.round_trip(as_dvc=True), lists) if lists else EXAMPLE


def live_page(name: str, **values: Any) -> Response:
    """A page that browsers do not cache."""
    return web.html(web.environment(_FOLDER).get_template(name).render(**values), headers=HEADERS)


class Product:
    """Runs `dialogue-etl pairs` in a workspace, and keeps the last samples in memory."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._samples: OrderedDict[Question, str] = OrderedDict()
        self._changing = threading.Lock()

    def __call__(self, question: Question, config: str | None) -> Answer:
        """See `pairs_app`; without a configuration a new sample is drawn."""
        try:
            text = None if config is None else self._samples.get(question)
            if text is None:
                text = self._draw(question)
                self._keep(question, text)
        except ProgramError as error:
            return Answer(problem=str(error))
        drawn = json.loads(text)
        try:
            return Answer(drawn, self._preview(text, _text(drawn) if config is None else config))
        except ProgramError as error:
            return Answer(drawn, problem=str(error))

    def _keep(self, question: Question, text: str) -> None:
        with self._changing:
            self._samples[question] = text
            self._samples.move_to_end(question)
            while len(self._samples) > _KEPT:
                self._samples.popitem(last=False)

    def _draw(self, question: Question) -> str:
        source, _, language = question.choice.partition(" ")
        options = {"version": question.version, "source": source, "language": language, "seed": question.seed}
        return self._run("sample", *(f"--{name}={value}" for name, value in options.items() if value != ""))

    def _preview(self, sample: str, config: str) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            files = Path(folder, "sample.json"), Path(folder, "filters.yaml")
            for file, text in zip(files, (sample, config if _says(config) else "{}"), strict=True):
                file.write_text(text, encoding="utf-8")
            options = ("--json", f"--number={SHOWN}", f"--sample={files[0]}", str(files[1]))
            try:
                found: dict[str, Any] = json.loads(self._run("preview", *options))
            except ProgramError as error:
                raise ProgramError(str(error).replace(f"{folder}/", "")) from None
            return found

    def _run(self, *arguments: str) -> str:
        return run(self._workspace, "pairs", *arguments, seconds=TIMEOUT)


def _says(config: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in config.splitlines())


if SERVED:
    PairsPlugin = web.plugin(
        "dialogue_etl_pairs", pairs_app(SERVED / "published", Product(SERVED)), "Pair filters", "pair-filters"
    )

"""The Airflow plugin: *Browse → Pair filters* previews a configuration of pair filters while one edits it.

No stage runs and nothing is written: a program applies the configuration to a sample, at most one at a time
and for half a minute.
"""

from __future__ import annotations

import base64
import hashlib
import json
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from anyio import CapacityLimiter, to_thread
from dialogue_etl_program import SERVED, run
from dvc_airflow import web, yaml_files
from dvc_airflow.programs import ProgramError
from dvc_airflow.web import Viewer  # noqa: TC002 - FastAPI reads the annotations
from fastapi import FastAPI, Request  # noqa: TC002
from fastapi.responses import Response  # noqa: TC002

Ask = Callable[["Question", str | None], "Answer"]

TIMEOUT = 30.0
"""Maximum seconds of a preview; patterns that backtrack are stopped much earlier."""
SHOWN = 12
"""Pairs shown of each kind."""
LARGEST = 64_000
"""Maximum bytes of a request."""
_KEPT = 4  # samples in memory
_FOLDER = Path(__file__).parent / "dialogue_etl_pages"
_SCRIPT = (_FOLDER / "pairs.js").read_text("utf-8")
_HASH = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
_POLICY = f"{web.HEADERS['Content-Security-Policy']}; script-src 'sha256-{_HASH}'; connect-src 'self'"
HEADERS = {**web.HEADERS, "Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
EXAMPLE = """\
# Filters see the pairs in this order; docs/components.md has every filter, producer and transformer.
interaction_filters:
- {type: characters_quantity, target: answer, min: 20}
- {type: regex, target: trigger, pattern: '[?]$'}
"""


class Question(NamedTuple):
    """A sample: its version (`.` for the workspace), source and language (empty for any), and seed."""

    version: str = "."
    choice: str = ""
    seed: str = "0"


class Answer(NamedTuple):
    """A sample, the result of a configuration, and the problem if there is none."""

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
    one_at_a_time = CapacityLimiter(1)

    async def answer(question: Question, config: str | None, who: Viewer) -> Answer:
        if question.version not in who.tags:
            return Answer(problem=f"there is no version {question.version}")
        return await to_thread.run_sync(ask, question, config, limiter=one_at_a_time)

    async def page(question: Question, config: str | None, who: Viewer) -> Response:
        found = await answer(question, config, who)
        text = _text(found.sample) if config is None else config
        values = {"question": question, "config": text, "versions": who.tags, "found": found}
        return _page("pairs.html", **values, script=_SCRIPT)

    @app.get("/")
    async def index(version: str = "", choice: str = "", seed: str = "0", who: Viewer = viewer) -> Response:
        return await page(Question(version or next(iter(who.tags), ""), choice, seed), None, who)

    @app.post("/")
    async def show(request: Request, who: Viewer = viewer) -> Response:
        return await page(*await _asked(request), who)

    @app.post("/result")
    async def result(request: Request, who: Viewer = viewer) -> Response:
        return _page("result.html", found=await answer(*await _asked(request), who))

    return app


async def _asked(request: Request) -> tuple[Question, str]:
    """The question and configuration in a form; empty if the form is too large."""
    given = await web.read_form(request, LARGEST)
    if given is None:
        return Question(), ""
    fields = {name: given[name] for name in Question._fields if name in given}
    return Question(**fields), given.get("config", "").replace("\r\n", "\n")


def _text(sample: dict[str, Any] | None) -> str:
    """The configuration of a version as YAML; an example if it has none."""
    lists = {name: values for name, values in (sample or {}).get("lists", {}).items() if values}
    return yaml_files.text_with(yaml_files.round_trip(as_dvc=True), lists) if lists else EXAMPLE


def _page(name: str, **values: Any) -> Response:
    return web.html(web.environment(_FOLDER).get_template(name).render(**values), headers=HEADERS)


class Product:
    """Runs `dialogue-etl pairs` in a workspace, and keeps the last samples in memory."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._samples: OrderedDict[Question, str] = OrderedDict()

    def __call__(self, question: Question, config: str | None) -> Answer:
        """See `pairs_app`; without a configuration a new sample is drawn."""
        try:
            if config is None or question not in self._samples:
                self._samples.pop(question, None)
                self._samples[question] = self._draw(question)
                while len(self._samples) > _KEPT:
                    self._samples.popitem(last=False)
            text = self._samples[question]
        except ProgramError as error:
            return Answer(problem=str(error))
        drawn = json.loads(text)
        try:
            return Answer(drawn, self._preview(text, _text(drawn) if config is None else config))
        except ProgramError as error:
            return Answer(drawn, problem=str(error))

    def _draw(self, question: Question) -> str:
        source, _, language = question.choice.partition(" ")
        options = {"version": question.version, "source": source, "language": language, "seed": question.seed}
        return self._run("sample", *(f"--{name}={value}" for name, value in options.items() if value))

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

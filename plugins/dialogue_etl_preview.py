"""The Airflow plugin: *Browse → Preview* shows what other values of parameters change in one document.

No stage runs and nothing is written: a program processes the document again, and is stopped when its user
asks something else or leaves.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from anyio import to_thread
from dialogue_etl_pairs import SCRIPT, live_page
from dialogue_etl_program import COMMAND, SERVED, environment, last_words, too_slow
from dialogue_etl_versions import cache_of
from dvc_airflow import web
from dvc_airflow.programs import ProgramError
from dvc_airflow.queries import read_form
from dvc_airflow.web import Viewer
from fastapi import FastAPI, HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from dialogue_etl import params
from dialogue_etl.browse import left_out
from dialogue_etl.compare.excerpts import side_by_side
from dialogue_etl.core.parameters.describe import Parameter
from dialogue_etl.sources import SOURCES

Gone = Callable[[], Awaitable[bool]]
Ask = Callable[[Sequence[str], Gone], Awaitable[str]]

TIMEOUT = 30.0
"""Maximum seconds of a preview; a novel takes one or two."""
_LOOK = 0.1  # seconds between looks whether the user has left
_AT_ONCE = 4  # programs
_LARGEST = 8_000  # bytes of a form


class Asked(BaseModel):
    """The form: an id in a version (`.` for the workspace), and up to three other values."""

    version: str = ""
    id: str = ""
    key1: str = ""
    value1: str = ""
    key2: str = ""
    value2: str = ""
    key3: str = ""
    value3: str = ""

    def rows(self) -> list[tuple[str, str]]:
        """The parameters and values as they were typed."""
        return [(getattr(self, f"key{row}").strip(), getattr(self, f"value{row}")) for row in (1, 2, 3)]

    def changed(self) -> dict[str, str]:
        """The values by parameter."""
        return {key: value for key, value in self.rows() if key and value}


def preview_app(published: Path, ask: Ask) -> FastAPI:
    """The page; every route requires a logged-in user.

    Args:
        published: folder of published versions.
        ask: returns what `dialogue-etl inspect` prints, given its arguments and whether the user has left.
    """
    app, viewer = web.make_app("Preview"), web.viewer_of(published)

    async def found(asked: Asked, who: Viewer, gone: Gone) -> dict[str, Any]:
        values: dict[str, Any] = {
            "problem": "",
            "made": None,
            "changed": asked.changed(),
            "side_by_side": side_by_side,
        }
        values["meant"] = {key: parameters()[key] for key in values["changed"] if key in parameters()}
        if not asked.id.strip():
            return values
        if asked.version not in who.tags:
            return {**values, "problem": f"there is no version {asked.version}"}
        sets = [f"--set={key}={value}" for key, value in values["changed"].items()]
        try:
            printed = await ask([f"--version={asked.version}", "--json", *sets, "--", asked.id.strip()], gone)
        except ProgramError as error:
            return {**values, "problem": str(error).replace("changed parameters: ", "")}
        made = json.loads(printed)
        known = left_out.reasons(SOURCES[made["source"]]).values()
        values["said"] = {f"{one.unit}: {one.reason}": one.what for one in known}
        version = next((one for one in who.versions if one.tag == asked.version), None)
        values["find"] = f"../dialogues/v/{quote(version.folder)}/find?id=" if version else ""
        conf = {key: params.assignment(f"{key}={value}")[1] for key, value in values["changed"].items()}
        return values | {"made": made, "conf": json.dumps(conf, ensure_ascii=False)}

    @app.get("/")
    async def index(request: Request, asked: Annotated[Asked, Query()], who: Viewer = viewer) -> Response:
        known = asked.model_copy(update={"version": asked.version or next(iter(who.tags), "")})
        values = await found(known, who, request.is_disconnected)
        shown = {"asked": known, "versions": who.tags, "parameters": parameters().values()}
        return live_page("preview.html", **shown, **values, script=SCRIPT)

    @app.post("/result")
    async def result(request: Request, who: Viewer = viewer) -> Response:
        asked = await read_form(request, Asked, _LARGEST)
        if asked.version not in who.tags:
            raise HTTPException(404, f"there is no version {asked.version}")
        return live_page("changes.html", **await found(asked, who, request.is_disconnected))

    return app


@cache
def parameters() -> dict[str, Parameter]:
    """The parameters that can be tried on one document, by key."""
    parts = (source.find_part("inspection") for source in SOURCES.values())
    sections = {section for part in parts for section in getattr(part, "AGAIN", ())}
    return {one.key: one for one in params.parameters() if one.key.rpartition(".")[0] in sections}


class Product:
    """Runs `dialogue-etl inspect` in a workspace, a few programs at a time."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def __call__(self, arguments: Sequence[str], gone: Gone) -> str:
        """See `preview_app`; the program is killed if its user leaves, or after half a minute.

        Raises:
            ProgramError: it failed, or was stopped.
        """
        where = f"--cache={await to_thread.run_sync(cache_of, self._workspace)}"
        async with self._free:
            process = await asyncio.create_subprocess_exec(
                *(*COMMAND, "inspect", where, *arguments),
                cwd=self._workspace,
                env=environment(self._workspace),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            work = asyncio.create_task(process.communicate())
            try:
                for _ in range(round(TIMEOUT / _LOOK)):
                    if (await asyncio.wait([work], timeout=_LOOK))[0] or await gone():
                        break
            finally:
                if stopped := process.returncode is None:
                    process.kill()
                printed, said = await work
        if stopped:
            raise ProgramError(too_slow(TIMEOUT))
        if process.returncode:
            raise ProgramError(last_words(said.decode()))
        return printed.decode()


if SERVED:
    PreviewPlugin = web.plugin(
        "dialogue_etl_preview", preview_app(SERVED / "published", Product(SERVED)), "Preview", "preview"
    )

"""Pages in the Airflow UI: published versions with their reports, sweeps with their curves, comparisons."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Annotated

from airflow.api_fastapi.core_api.security import get_user
from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI
from fastapi import Path as PathParam
from fastapi.responses import FileResponse, HTMLResponse, Response

from dvc_airflow.comparisons import NoTwoVersionsError, compared
from dvc_airflow.page_texts import list_page, message_page, with_way_back
from dvc_airflow.versions import list_sweeps, list_versions, report_file, sweep_page

if TYPE_CHECKING:
    from pathlib import Path

    from dvc_airflow.comparisons import Compare

log = logging.getLogger(__name__)

# A report quotes text from anywhere and shares its origin with Airflow, so no script of it may run.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}


def datasets_app(published: Path, compare: Compare | None = None, product: str = "") -> FastAPI:
    """The pages of a folder of published versions; every route asks for a logged-in user.

    Args:
        published: The folder.
        compare: Makes the HTML page of what differs between two tags; None when nobody can.
        product: The package whose code does; with another version of it, pages are made anew.
    """
    # Without dependencies of the whole app, and with the schema pages on, anybody could read them.
    app = FastAPI(
        title="Datasets",
        dependencies=[Depends(get_user)],
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )

    @app.get("/")
    def index(variant: str = "") -> Response:
        versions, sweeps = list_versions(published), list_sweeps(published)
        return _page(list_page(versions, sweeps, variant=variant, can_compare=compare is not None))

    @app.get("/{variant}/{number}/report/{path:path}")
    def report(variant: str, number: Annotated[int, PathParam(ge=1)], path: str) -> Response:
        file = report_file(published, variant, number, path)
        back = "../" * (3 + path.count("/"))
        if file is None:
            return _missing(f"version {number} of {variant} has no such page", back)
        if file.suffix != ".html":
            return FileResponse(file, headers=HEADERS)
        return _page(with_way_back(file.read_text(encoding="utf-8", errors="replace"), back))

    @app.get("/sweeps/{folder}/")
    def sweep(folder: str) -> Response:
        file = sweep_page(published, folder)
        if file is None:
            return _missing("there is no such sweep", "../../")
        return _page(with_way_back(file.read_text(encoding="utf-8"), "../../"))

    if compare is not None:
        _add_compare(app, published, compare, product)
    return app


def _add_compare(app: FastAPI, published: Path, compare: Compare, product: str) -> None:
    # One at a time, in a thread of its own: who waits holds up neither the server nor its other threads.
    one_at_a_time = CapacityLimiter(1)

    @app.get("/compare")
    async def compare_two(a: str, b: str) -> Response:
        work = partial(compared, published, compare, a, b, product)
        try:
            page = await to_thread.run_sync(work, limiter=one_at_a_time)
        except NoTwoVersionsError as error:
            return _missing(str(error), "./")
        except Exception as error:  # whatever the project's own code may raise, people want to read it
            log.exception("comparing %r with %r failed", a, b)
            return _page(message_page(f"{a} and {b} cannot be compared", str(error), "./"), status=500)
        return _page(with_way_back(page, "./"))


def _page(text: str, *, status: int = 200) -> Response:
    return HTMLResponse(text, status_code=status, headers=HEADERS)


def _missing(reason: str, back: str) -> Response:
    return _page(message_page("Not found", reason, back), status=404)

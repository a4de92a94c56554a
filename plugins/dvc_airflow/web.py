"""What pages in the Airflow UI share: login, permissions, templates, headers, forms."""

import base64
import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from weakref import WeakValueDictionary

from airflow.api_fastapi.app import get_auth_manager
from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity, DagDetails
from airflow.api_fastapi.core_api.security import get_user
from airflow.plugins_manager import AirflowPlugin
from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException as AnyHTTPException

from dvc_airflow import queries
from dvc_airflow.versions import Version, list_versions

HERE = Path(__file__).parent / "templates"
_THEME = (HERE / "theme.js").read_text("utf-8")
_HEAD_ENDS = re.compile(r"</head\s*>|<body\b", re.IGNORECASE)


def headers(*scripts: str, **more: str) -> dict[str, str]:
    """The headers of a page.

    Pages quote any text and share their origin with Airflow, so no scripts are allowed but our own, by hash.

    Args:
        scripts: texts of the page's scripts, besides the one of `html`.
        more: further sources by directive of the Content Security Policy, with `_` for `-`.
    """
    hashes = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in (_THEME, *scripts))
    allowed = " ".join(f"'sha256-{one}'" for one in hashes)
    further = "".join(f"; {name.replace('_', '-')} {value}" for name, value in more.items())
    return {
        "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self' "
        "'unsafe-inline'; font-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; "
        f"form-action 'self'; script-src {allowed}{further}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cache-Control": "private, no-cache",
    }


HEADERS = headers()
Sees = Callable[[set[str]], set[str]]
"""Returns those of the DAG ids that a user may see."""
Runs = Callable[[str], bool]
"""Returns whether a user may run a DAG, by its id."""


_TITLES = {
    400: "Not valid",
    401: "Log in",
    403: "Not allowed",
    404: "Not found",
    413: "Too large",
    422: "Not valid",
}


class Viewer(NamedTuple):
    """A user: the versions that they may see, newest first, and whether these are all."""

    versions: list[Version]
    sees_all: bool
    sees: Sees

    @property
    def tags(self) -> list[str]:
        """Tags of the versions, and `.` for the workspace if the user may see all DAGs."""
        return [*(["."] if self.sees_all else []), *(version.tag for version in self.versions)]

    def find(self, variant: str, number: int) -> Version:
        """A version.

        Raises:
            HTTPException: 404, it does not exist, or the user may not see it.
        """
        for version in self.versions:
            if (version.variant, version.number) == (variant, number):
                return version
        raise HTTPException(404, f"there is no version {number} of {variant}")


def seen_by(user: Annotated[Any, Depends(get_user)]) -> Sees:
    """The DAGs that the logged-in user may see, by Airflow's auth manager; the empty id means all DAGs."""
    return lambda dags: get_auth_manager().filter_authorized_dag_ids(dag_ids=dags, user=user)


def runs_by(user: Annotated[Any, Depends(get_user)]) -> Runs:
    """Whether Airflow lets the logged-in user run a DAG, by its id."""
    return lambda dag: get_auth_manager().is_authorized_dag(
        method="POST", access_entity=DagAccessEntity.RUN, details=DagDetails(id=dag), user=user
    )


def name_of(user: Annotated[Any, Depends(get_user)]) -> str:
    """The name of the logged-in user, which no other user has."""
    return str(user.get_id())


User = Annotated[str, Depends(name_of)]


def viewer_of(published: Path) -> Any:
    """The FastAPI dependency that provides the `Viewer`.

    Args:
        published: folder of published versions.
    """

    def viewer(sees: Annotated[Sees, Depends(seen_by)]) -> Viewer:
        versions = list_versions(published)
        dags = {version.dag for version in versions}
        seen = sees(dags)
        return Viewer([one for one in versions if one.dag in seen], seen == dags, sees)

    return Depends(viewer)


def make_app(title: str) -> FastAPI:
    """An app whose routes require a logged-in user, and whose errors are pages.

    FastAPI's schema pages are off, since dependencies of the app do not protect them.
    """
    app = FastAPI(
        title=title, dependencies=[Depends(get_user)], docs_url=None, redoc_url=None, openapi_url=None
    )

    @app.exception_handler(AnyHTTPException)
    async def refused(request: Request, error: AnyHTTPException) -> Response:
        back = "../" * request.scope["path"].removeprefix(request.scope["root_path"]).count("/", 1) or "./"
        return message(str(error.detail), back, status=error.status_code)

    @app.exception_handler(RequestValidationError)
    async def not_valid(request: Request, error: RequestValidationError) -> Response:
        return await refused(request, queries.refusal(error.errors()))

    @app.exception_handler(Exception)
    async def failed(request: Request, _error: Exception) -> Response:
        said = "the page could not be made; the log of Airflow's API server has the reason"
        return await refused(request, HTTPException(500, said))

    app.add_middleware(queries.Checked, refuse=refused)
    return app


def plugin(name: str, app: FastAPI, title: str, at: str) -> Any:
    """A plugin class for Airflow: an app below `/<at>`, and its entry in the menu *Browse*."""
    view = {"name": title, "href": f"{at}/", "url_route": at, "destination": "nav", "category": "browse"}
    served = {"app": app, "url_prefix": f"/{at}", "name": title}
    return type(name, (AirflowPlugin,), {"name": name, "fastapi_apps": [served], "external_views": [view]})


@cache
def environment(*folders: Path) -> Environment:
    """Templates of some folders, then of this package; values are escaped."""
    made = Environment(
        loader=FileSystemLoader([*folders, HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["css"] = (HERE / "page.css").read_text("utf-8")
    return made


def html(text: str, *, status: int = 200, headers: dict[str, str] = HEADERS) -> Response:
    """A response with an HTML page, which gets the script that follows Airflow's dark mode.

    Args:
        text: of the page; parts of pages, without a body, are left as they are.
        status: of HTTP.
        headers: made by `headers`.
    """
    script = f"<script>{_THEME}</script>"
    page = _HEAD_ENDS.sub(lambda end: script + end[0], text, count=1)
    return HTMLResponse(page, status_code=status, headers=headers)


def message(text: str, back: str, *, title: str = "", status: int = 404) -> Response:
    """A page with a message and a link back; by default the title says what the status means."""
    page = environment().get_template("message.html")
    return html(page.render(title=title or _TITLES.get(status, "Error"), text=text, back=back), status=status)


class OneEach:
    """Work in threads: of each user one piece at a time, so that other users need not wait.

    Args:
        most: pieces of work at a time.
    """

    def __init__(self, most: int = 4) -> None:
        self._all = CapacityLimiter(most)
        self._of: WeakValueDictionary[str, CapacityLimiter] = WeakValueDictionary()

    async def run(self, user: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What the work returns."""
        own = self._of.setdefault(user, CapacityLimiter(1))
        async with own:
            return await to_thread.run_sync(work, *arguments, limiter=self._all)

"""What pages in the Airflow UI share: the login, who may see which version, templates, headers, forms."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import parse_qs

from airflow.api_fastapi.app import get_auth_manager
from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity, DagDetails
from airflow.api_fastapi.core_api.security import get_user
from airflow.plugins_manager import AirflowPlugin
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException as AnyHTTPException

from dvc_airflow.versions import Version, list_versions

HERE = Path(__file__).parent / "templates"
# A page quotes text from anywhere and shares its origin with Airflow, so no script of it may run.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
Sees = Callable[[set[str]], set[str]]
"""Of the ids of DAGs those that a user may see."""
Runs = Callable[[str], bool]
"""Whether a user may run the DAG of an id."""


class Viewer(NamedTuple):
    """A user: the versions of the DAGs that Airflow lets them see, newest first, and whether that is all."""

    versions: list[Version]
    sees_all: bool
    sees: Sees

    @property
    def tags(self) -> list[str]:
        """The workspace, which holds something of every DAG, and the versions, as programs name them."""
        return [*(["."] if self.sees_all else []), *(version.tag for version in self.versions)]

    def find(self, variant: str, number: int) -> Version:
        """A version.

        Raises:
            HTTPException: 404, there is none, or the user may not see it.
        """
        for version in self.versions:
            if (version.variant, version.number) == (variant, number):
                return version
        raise HTTPException(404, f"there is no version {number} of {variant}")


def seen_by(user: Annotated[Any, Depends(get_user)]) -> Sees:
    """What Airflow's auth manager says of the logged-in user; a DAG without a name stands for all of them."""
    return lambda dags: get_auth_manager().filter_authorized_dag_ids(dag_ids=dags, user=user)


def runs_by(user: Annotated[Any, Depends(get_user)]) -> Runs:
    """Whether Airflow lets the logged-in user run a DAG, by its id."""
    return lambda dag: get_auth_manager().is_authorized_dag(
        method="POST", access_entity=DagAccessEntity.RUN, details=DagDetails(id=dag), user=user
    )


def viewer_of(published: Path) -> Any:
    """The dependency that gives a route its `Viewer`.

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
    """An app of which every route asks for a logged-in user, and whose errors are pages.

    Without dependencies of the whole app, and with the schema pages on, anybody could read them.
    """
    app = FastAPI(
        title=title, dependencies=[Depends(get_user)], docs_url=None, redoc_url=None, openapi_url=None
    )

    @app.exception_handler(AnyHTTPException)
    async def told(request: Request, error: AnyHTTPException) -> Response:
        back = "../" * request.scope["path"].removeprefix(request.scope["root_path"]).count("/", 1) or "./"
        title = "Log in" if error.status_code == 401 else "Not found" if error.status_code == 404 else "Error"
        return message(str(error.detail), back, title=title, status=error.status_code)

    return app


def plugin(name: str, app: FastAPI, title: str, at: str) -> Any:
    """A plugin class for Airflow to find in a module: an app below `/<at>`, and its entry under *Browse*."""
    view = {"name": title, "href": f"{at}/", "url_route": at, "destination": "nav", "category": "browse"}
    served = {"app": app, "url_prefix": f"/{at}", "name": title}
    return type(name, (AirflowPlugin,), {"name": name, "fastapi_apps": [served], "external_views": [view]})


@cache
def environment(*folders: Path) -> Environment:
    """Templates of some folders, then of this package: whatever is put in is text."""
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
    """A page as it is."""
    return HTMLResponse(text, status_code=status, headers=headers)


def message(text: str, back: str, *, title: str = "Not found", status: int = 404) -> Response:
    """A page that says one thing, with a way back."""
    page = environment().get_template("message.html").render(title=title, text=text, back=back)
    return html(page, status=status)


async def read_form(request: Request, largest: int) -> dict[str, str] | None:
    """The fields of a form; None if it has more bytes than `largest`."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > largest:
            return None
    return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}

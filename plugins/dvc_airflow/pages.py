"""Pages in the Airflow UI: published versions with their reports, sweeps with their curves, comparisons."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from airflow.api_fastapi.core_api.security import get_user
from anyio import CapacityLimiter, to_thread
from fastapi import Depends, FastAPI
from fastapi import Path as PathParam
from fastapi.responses import FileResponse, HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dvc_airflow.versions import Version, list_sweeps, list_versions, report_file, sweep_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

# A report quotes text from anywhere and shares its origin with Airflow, so no script of it may run.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
_BODY = re.compile(r"<body[^<>]{0,200}>", re.IGNORECASE)
_LONGEST = 120
"""Characters of a value."""


def datasets_app(published: Path, compare: Callable[[str, str], str]) -> FastAPI:
    """The pages of a folder of published versions; every route asks for a logged-in user.

    Args:
        published: The folder.
        compare: Makes the HTML page of what differs between two tags.
    """
    # Without dependencies of the whole app, and with the schema pages on, anybody could read them.
    app = FastAPI(
        title="Datasets", dependencies=[Depends(get_user)], docs_url=None, redoc_url=None, openapi_url=None
    )

    @app.get("/")
    def index(variant: str = "") -> Response:
        return _page(_list(published, variant))

    @app.get("/{variant}/{number}/report/{path:path}")
    def report(variant: str, number: Annotated[int, PathParam(ge=1)], path: str) -> Response:
        file = report_file(published, variant, number, path)
        back = "../" * (3 + path.count("/"))
        if file is None:
            return _message(f"version {number} of {variant} has no such page", back)
        if file.suffix != ".html":
            return FileResponse(file, headers=HEADERS)
        return _page(with_way_back(file.read_text(encoding="utf-8", errors="replace"), back))

    @app.get("/sweeps/{folder}/")
    def sweep(folder: str) -> Response:
        file = sweep_page(published, folder)
        if file is None:
            return _message("there is no such sweep", "../../")
        return _page(with_way_back(file.read_text(encoding="utf-8"), "../../"))

    _add_compare(app, published, compare)
    return app


def _add_compare(app: FastAPI, published: Path, compare: Callable[[str, str], str]) -> None:
    one_at_a_time = CapacityLimiter(1)

    @app.get("/compare")
    async def compare_two(a: str, b: str) -> Response:
        tags = {version.tag for version in list_versions(published)}
        if unknown := [tag for tag in (a, b) if tag not in tags]:
            return _message(f"there is no version {unknown[0]!r}", "./")
        if a == b:
            return _message(f"choose two versions: both are {a}", "./")
        try:
            page = await to_thread.run_sync(compare, a, b, limiter=one_at_a_time)
        except Exception as error:  # whatever the project's own code may raise, people want to read it
            log.exception("comparing %r with %r failed", a, b)
            return _message(str(error), "./", title=f"{a} and {b} cannot be compared", status=500)
        return _page(with_way_back(page, "./"))


def _page(text: str, *, status: int = 200) -> Response:
    return HTMLResponse(text, status_code=status, headers=HEADERS)


def _message(text: str, back: str, *, title: str = "Not found", status: int = 404) -> Response:
    return _page(_render("message.html", title=title, text=text, back=back), status=status)


def with_way_back(page: str, back: str) -> str:
    """A page made elsewhere with a link to the list on top; as it is when it has no body to put it in."""
    link = (
        f'<p style="margin:.6rem 1rem;font:15px system-ui,sans-serif"><a href="{back}">← All datasets</a></p>'
    )
    return _BODY.sub(lambda body: body[0] + link, page, count=1)


def _list(published: Path, variant: str) -> str:
    """The list of versions, newest first, and of sweeps; of one variant alone unless it is empty."""
    versions = list_versions(published)
    rows = [(one, _before(one, versions)) for one in versions if variant in {"", one.variant}]
    # The form to compare begins with the newest version that has another one before it.
    pairs = [[before.tag, one.tag] for one, before in rows if before]
    return _render(
        "list.html",
        rows=rows,
        sweeps=[] if variant else list_sweeps(published),
        variant=variant,
        variants=dict(sorted(Counter(one.variant for one in versions).items())),
        tags=[one.tag for one in versions],
        chosen=pairs[0] if pairs else [one.tag for one, _ in rows[1::-1]],
    )


def _before(version: Version, versions: Sequence[Version]) -> Version | None:
    """The variant's version before, or the one it began from."""
    earlier = [v for v in versions if v.variant == version.variant and v.number < version.number]
    base = next((v for v in versions if v.tag == version.base), None)
    return max(earlier, key=lambda v: v.number, default=base)


def _render(name: str, **values: Any) -> str:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"when": when, "since": difference, "figure": _figure, "value": _value}
    return environment.get_template(name).render(**values)


def when(date: str) -> str:
    """2026-01-01 10:00 UTC, of an ISO date."""
    return f"{date[:16].replace('T', ' ')} UTC" if date.endswith("+00:00") else date


def difference(new: object, old: object) -> str:
    """How much a count grew; empty where it did not, or there is no count."""
    if not (_is_number(old) and _is_number(new)) or old == new:
        return ""
    change = new - old  # type: ignore[operator]
    return f"{'+' if change > 0 else '−'}{abs(change):,}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _figure(value: object) -> str:
    return f"{value:,}" if _is_number(value) else str(value)


def _value(value: object) -> str:
    text = "not set" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

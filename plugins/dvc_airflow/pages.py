"""Pages in the Airflow UI: the published versions, and each version's report."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Annotated, Any

from airflow.api_fastapi.core_api.security import get_user
from fastapi import Depends, FastAPI, HTTPException
from fastapi import Path as PathParam
from fastapi.responses import FileResponse, HTMLResponse, Response

from dvc_airflow.versions import Version, list_versions, report_file

if TYPE_CHECKING:
    from pathlib import Path

# A report quotes text from anywhere and shares its origin with Airflow, so no script of it may run.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",
}
STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1.5rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem .5rem 0; border-bottom: 1px solid #8884 }
th { font-weight: 600 }
td.one { white-space: nowrap; font-variant-numeric: tabular-nums }
code { font-size: .9em; overflow-wrap: anywhere }
.quiet { opacity: .7 }
"""


def datasets_app(published: Path) -> FastAPI:
    """The pages of a folder of published versions; every route asks for a logged-in user."""
    # Without dependencies of the whole app, and with the schema pages on, anybody could read them.
    app = FastAPI(
        title="Datasets",
        dependencies=[Depends(get_user)],
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )

    @app.get("/")
    def index() -> Response:
        return HTMLResponse(page(list_versions(published)), headers=HEADERS)

    @app.get("/{number}/report/{path:path}")
    def report(number: Annotated[int, PathParam(ge=1)], path: str) -> Response:
        file = report_file(published, number, path)
        if file is None:
            raise HTTPException(404, f"version {number} has no such page")
        return FileResponse(file, headers=HEADERS)

    return app


def page(versions: list[Version]) -> str:
    """The list of versions as HTML."""
    rows = "\n".join(_row(version) for version in versions)
    table = (
        "<table><thead><tr><th>Version</th><th>Published</th><th>Rows</th><th>Changed values</th>"
        f"<th>Run</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        if versions
        else "<p>Nothing is published yet: trigger the DAG, its last task publishes.</p>"
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Datasets</title><style>{STYLE}</style>"
        f"<h1>Datasets</h1>{table}"
        "<p class=quiet>Each version is a git tag of the workspace: <code>git checkout TAG &amp;&amp; "
        "dvc checkout</code> brings it back, <code>dvc diff</code> compares two.</p></html>"
    )


def _row(version: Version) -> str:
    totals = "<br>".join(f"{escape(name)}: {_figure(value)}" for name, value in version.totals.items())
    changed = "<br>".join(
        f"<code>{escape(key)}</code>: {escape(str(old))} → <b>{escape(str(new))}</b>"
        for key, (old, new) in version.changed.items()
    )
    return (
        f"<tr><td class=one><code>{escape(version.tag)}</code></td>"
        f"<td class=one>{escape(version.date.replace('T', ' ').replace('+00:00', ' UTC'))}</td>"
        f"<td class=one>{totals}</td><td>{changed or '<span class=quiet>none</span>'}</td>"
        f"<td><code>{escape(version.run_id)}</code></td>"
        f'<td><a href="{version.number}/report/">Report</a></td></tr>'
    )


def _figure(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else escape(str(value))

"""Pages in the Airflow UI: published versions, their reports and comparisons, and sweeps."""

import html
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from airflow.api.common.trigger_dag import trigger_dag
from airflow.exceptions import DagRunAlreadyExists
from airflow.utils.types import DagRunTriggeredByType
from fastapi import Depends, FastAPI, Form, Header, HTTPException, Query
from fastapi import Path as PathParam
from fastapi.responses import FileResponse, Response

from dvc_airflow import web
from dvc_airflow.airflow_runs import run_url
from dvc_airflow.experiments import list_experiments
from dvc_airflow.naming import note_of
from dvc_airflow.params_values import flatten, read_at
from dvc_airflow.project import concerns
from dvc_airflow.versions import Version, list_sweeps, load_sweep, report_file
from dvc_airflow.web import Runs, User, Viewer, runs_by

log = logging.getLogger(__name__)

_BODY = re.compile(r"<body[^<>]{0,200}>", re.IGNORECASE)
# As the templates of reports write it; the text of an element cannot contain `<`.
_ID = re.compile(r'(<(?:span|td|th|code)[^<>]{0,100} class="id"[^<>]{0,200}>)([^<>]{1,1000})(?=</)')
_LONGEST = 120
"""Characters of a value."""
_MOST_BESIDE, _MOST_ROWS = 12, 400
"""Maximum number of versions side by side, and of values of each kind."""
May = Annotated[Runs, Depends(runs_by)]
Tags = Annotated[list[str], Query(default_factory=list)]


def no_links(_version: Version) -> dict[str, str]:
    """The default of `datasets_app`: no further pages."""
    return {}


def no_ids(_version: Version, _before: Version | None = None) -> str:
    """The default of `datasets_app`: ids in reports are not links."""
    return ""


def no_totals(_metrics: Mapping[str, Any]) -> dict[str, Any]:
    """The default of `datasets_app`: no figures."""
    return {}


def datasets_app(
    published: Path,
    compare: Callable[[str, str], str],
    links: Callable[[Version], Mapping[str, str]] = no_links,
    ids: Callable[..., str] = no_ids,
    totals: Callable[[Mapping[str, Any]], Mapping[str, Any]] = no_totals,
) -> FastAPI:
    """The pages of a folder of published versions; every route asks for a logged-in user.

    Args:
        published: The folder, in the workspace.
        compare: Returns an HTML page with the differences between two tags.
        links: Returns further pages of a version: names by address relative to the list.
        ids: Returns the address, relative to the list, to which an id in a report of a version is appended;
            with a second version, an id in the comparison of both.
        totals: Returns the main figures of an experiment of DVC, from its metrics files (path to content).
    """
    app = web.make_app("Datasets")
    viewer = web.viewer_of(published)

    def experiments(who: Viewer) -> list[Version]:
        return list_experiments(published.parent, totals) if who.sees_all else []

    @app.get("/")
    def index(variant: str = "", who: Viewer = viewer) -> Response:
        sweeps = list_sweeps(published) if who.sees_all and not variant else []
        listed = _listed(who.versions, variant)
        listed["experiments"] = [] if variant else experiments(who)
        return web.html(_render("list.html", **listed, sweeps=sweeps, links=links))

    @app.get("/{variant}/{number}/report/{path:path}")
    def report(
        variant: str, number: Annotated[int, PathParam(ge=1)], path: str, who: Viewer = viewer
    ) -> Response:
        version = who.find(variant, number)
        file = report_file(published, variant, number, path)
        if file is None:
            raise HTTPException(404, f"version {number} of {variant} has no such page")
        if file.suffix != ".html":
            return FileResponse(file, headers=web.HEADERS)
        text = file.read_text(encoding="utf-8", errors="replace")
        back = "../" * (3 + path.count("/"))
        return web.html(with_way_back(with_links(text, back, ids(version)), back))

    @app.get("/beside")
    def beside(tag: Tags, who: Viewer = viewer) -> Response:
        chosen = _chosen(tag[:_MOST_BESIDE], [*who.versions, *experiments(who)])
        if not chosen:
            raise HTTPException(400, "choose versions in the list to see them side by side")
        return web.html(_render("beside.html", most=_MOST_ROWS, **_beside(chosen, published.parent)))

    _add_sweeps(app, viewer, published)
    _add_compare(app, viewer, experiments, compare, ids)
    return app


def _add_sweeps(app: FastAPI, viewer: Any, published: Path) -> None:
    def find(folder: str, who: Viewer) -> dict[str, Any]:
        found = load_sweep(published, folder) if who.sees_all else None
        if found is None:
            raise HTTPException(404, "there is no such sweep")
        return found

    @app.get("/sweeps/{folder}/")
    def sweep(folder: str, who: Viewer = viewer) -> Response:
        found = find(folder, who)
        return web.html(_render("sweep.html", sweep=found, **_swept(found)))

    @app.post("/sweeps/{folder}/", dependencies=[Depends(_own_site)])
    def publish(
        folder: str,
        cell: Annotated[str, Form()],
        may_run: Annotated[Runs, Depends(runs_by)],
        user: User,
        who: Viewer = viewer,
    ) -> Response:
        found = find(folder, who)
        if not may_run(found["dag"]):
            raise HTTPException(403, f"combinations are published by those who may run {found['dag']}")
        conf = next((one["conf"] for one in found["cells"] if one["name"] == cell), None)
        if conf is None:
            raise HTTPException(404, f"the sweep has no combination {cell!r}")
        run = f"{cell}~{folder.rpartition('--')[2]}"  # the same for a second click
        start_run(found["dag"], run, conf, user)
        return web.html(_render("published.html", cell=cell, run=run_url(found["dag"], run)))


def _own_site(site: Annotated[str, Header(alias="Sec-Fetch-Site")] = "none") -> None:
    if site not in {"same-origin", "none"}:
        raise HTTPException(403, "a combination is published on the page of its sweep")


def start_run(dag: str, run: str, conf: Mapping[str, Any], user: str) -> None:
    """Trigger a run of a DAG, unless it has one of that id."""
    with suppress(DagRunAlreadyExists):
        trigger_dag(
            dag_id=dag,
            run_id=run,
            conf=dict(conf),
            note=note_of(conf),
            triggered_by=DagRunTriggeredByType.UI,
            triggering_user_name=user,
        )


def _add_compare(
    app: FastAPI,
    viewer: Any,
    experiments: Callable[[Viewer], list[Version]],
    compare: Callable[[str, str], str],
    ids: Callable[..., str],
) -> None:
    work = web.OneEach(2)

    @app.get("/compare")
    async def compare_two(tag: Tags, user: User, who: Viewer = viewer) -> Response:
        chosen = _chosen(tag, [*who.versions, *experiments(who)])
        if len(chosen) != 2:
            raise HTTPException(400, f"choose two versions in the list, not {len(chosen)}")
        a, b = (version.tag if version.number else version.commit[:10] for version in chosen)
        try:
            page = await work.run(user, compare, a, b)
        except Exception as error:  # any error of the project's code is shown
            log.exception("comparing %r with %r failed", a, b)
            return web.message(str(error), "./", title=f"{a} and {b} cannot be compared", status=500)
        ids_at = ids(chosen[-1], chosen[0]) if all(one.number for one in chosen) else ""
        return web.html(with_way_back(with_links(page, "./", ids_at), "./"))


def _chosen(tags: Sequence[str], versions: Sequence[Version]) -> list[Version]:
    """The versions with these tags, the oldest first."""
    known = {version.tag: version for version in reversed(versions)}
    for tag in tags:
        if tag not in known:
            raise HTTPException(404, f"there is no version {tag!r}")
    return [version for tag, version in known.items() if tag in tags]


def with_way_back(page: str, back: str) -> str:
    """An HTML page with a link to the list of datasets added on top, if it has a body."""
    link = (
        f'<p style="margin:.6rem 1rem;font:15px system-ui,sans-serif"><a href="{back}">← All datasets</a></p>'
    )
    return _BODY.sub(lambda body: body[0] + link, page, count=1)


def with_links(page: str, back: str, address: str) -> str:
    """An HTML page whose elements of the class `id` are links, if there is an address for ids."""
    if not address:
        return page

    def link(found: re.Match[str]) -> str:
        return f'{found[1]}<a href="{back}{address}{quote(html.unescape(found[2]))}">{found[2]}</a>'

    return _ID.sub(link, page)


def _listed(versions: Sequence[Version], variant: str) -> dict[str, Any]:
    """Versions, newest first, each with its predecessor; only those of `variant`, if given."""
    rows = [(one, _before(one, versions)) for one in versions if variant in {"", one.variant}]
    # The form proposes the newest version that has a predecessor, or the newest two of one DAG.
    pairs = [(before.tag, one.tag) for one, before in rows if before]
    pairs += [(a.tag, b.tag) for (a, _), (b, _) in combinations(rows, 2) if a.dag == b.dag]
    return {
        "rows": rows,
        "variant": variant,
        "variants": dict(sorted(Counter(one.variant for one in versions).items())),
        "chosen": next(iter(pairs), ()),
    }


def _beside(versions: Sequence[Version], root: Path) -> dict[str, Any]:
    """Parameters and metrics of some versions; those that differ are listed separately."""
    params = [_concerning(version, flatten(read_at(root, version.commit))) for version in versions]
    metrics = [
        {
            f"{file}: {key}": value
            for file, content in version.metrics.items()
            for key, value in flatten(content).items()
        }
        for version in versions
    ]
    tables = []
    for title, columns in (("Parameters", params), ("Metrics", metrics)):
        keys = dict.fromkeys(key for column in columns for key in column)
        rows = [(key, [column.get(key) for column in columns]) for key in keys]
        differing = [row for row in rows if any(cell != row[1][0] for cell in row[1])]
        tables.append((title, differing, [row for row in rows if row not in differing]))
    return {"versions": versions, "tables": tables}


def _swept(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """Cells, parameters and figures of a sweep; where one or two parameters vary, also a map of the cells."""
    cells = [dict(one) for one in sweep["cells"]]
    for one in cells:  # sweeps of before 2026-11-28 have the figures of an empty dataset as None
        if "figures" in one:
            one["figures"] = {name: value for name, value in one["figures"].items() if value is not None}
    keys = list(dict.fromkeys(key for one in cells for key in one["values"]))
    places = {key: list(dict.fromkeys(value_text(one["values"].get(key)) for one in cells)) for key in keys}
    varying = [key for key in keys if len(places[key]) > 1]
    figures: dict[str, tuple[float, float]] = {}
    for name in dict.fromkeys(name for one in cells for name in one.get("figures", ())):
        values = [one["figures"][name] for one in cells if name in one.get("figures", ())]
        figures[name] = min(values), max(values)
    found = {"cells": cells, "keys": keys, "varying": varying, "figures": figures}
    if not 1 <= len(varying) <= 2:
        return found
    down, across = varying if len(varying) == 2 else ("", varying[0])
    at = {tuple(value_text(one["values"].get(key)) for key in (down, across)): one for one in cells}
    rows = [
        (y if down else "", [at.get((y, x)) for x in places[across]])
        for y in places.get(down, [value_text(None)])
    ]
    return found | {"down": down, "across": across, "columns": places[across], "rows": rows}


def shade(value: float, limits: tuple[float, float]) -> int:
    """How dark a figure is in a map, in percent: from the least to the greatest."""
    low, high = limits
    return round(45 * (value - low) / (high - low)) if high > low else 0


def _concerning(version: Version, values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if concerns(version.sections, key)}


def _before(version: Version, versions: Sequence[Version]) -> Version | None:
    """The previous version of the variant, or the version that this one started from."""
    earlier = [v for v in versions if v.variant == version.variant and v.number < version.number]
    base = next((v for v in versions if v.tag == version.base), None)
    return max(earlier, key=lambda v: v.number, default=base)


def _render(name: str, **values: Any) -> str:
    environment = web.environment()
    environment.filters |= {
        "when": when,
        "since": difference,
        "figure": figure,
        "value": value_text,
        "shade": shade,
    }
    return environment.get_template(name).render(**values)


def when(date: str) -> str:
    """An ISO date as `2026-01-01 10:00 UTC`."""
    return f"{date[:16].replace('T', ' ')} UTC" if date.endswith("+00:00") else date


def difference(new: object, old: object) -> str:
    """The change of a count, with its sign; else empty."""
    if not (_is_number(old) and _is_number(new)) or old == new:
        return ""
    change = new - old  # type: ignore[operator]
    return f"{'+' if change > 0 else '−'}{abs(change):,}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def figure(value: object) -> str:
    """A number with thousands separators; anything else as a string."""
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}" if _is_number(value) else str(value)


def value_text(value: object) -> str:
    """A value of a parameter, truncated if it is long."""
    text = "not set" if value is None else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

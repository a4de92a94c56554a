"""The Airflow plugin with pages of a version: dialogues in their documents, what was dropped, downloads.

A version is addressed by its name, or by the run that makes it: before it is published, its tables are read
from DVC's cache, where the run's tasks have put them.
"""

from pathlib import Path
from typing import Annotated, Any, ClassVar
from urllib.parse import quote, urlencode

from airflow.plugins_manager import AirflowPlugin
from dialogue_etl_links import PREFIX
from dialogue_etl_program import SERVED
from dialogue_etl_versions import (
    Shown,
    beside,
    found_values,
    held_of,
    in_place,
    overview,
    stage_values,
    version_of,
    what_differs,
)
from dvc_airflow import web
from dvc_airflow.pages import with_way_back
from dvc_airflow.queries import read_form
from dvc_airflow.web import Viewer
from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Query, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from pydantic import BaseModel, Field

from dialogue_etl.audit import marks
from dialogue_etl.browse import dialogues, left_out, measures, traced
from dialogue_etl.browse.dialogues import Wanted
from dialogue_etl.browse.left_out import Dropped
from dialogue_etl.browse.scan import PLACE, At
from dialogue_etl.browse.trace import Wanted as Id
from dialogue_etl.browse.trace import trace
from dialogue_etl.compare.excerpts import side_by_side
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.report import sweep
from dialogue_etl.sources import SOURCES

_MOST_POINTS, _MOST_BESIDE = 60, 8
"""Maximum number of versions of a curve, and of links to a dialogue in other ones; the newest."""
Turns = Annotated[int, Query(ge=0, le=1_000_000)]


class Mark(BaseModel):
    """The form that marks a dialogue as a bad example."""

    id: str
    category: str
    note: Annotated[str, Field(max_length=marks.LONGEST_NOTE)] = ""


def _begin(place: Annotated[str, Query(alias="from", pattern=f"{PLACE}|^$")] = "") -> At:
    return At.parse(place)


Begin = Annotated[At, Depends(_begin)]


def browse_app(root: Path) -> FastAPI:
    """The pages; every route requires a logged-in user, who sees versions of the DAGs visible to them.

    Args:
        root: the workspace.
    """
    app, viewer = web.make_app("Dialogues"), web.viewer_of(root / "published")

    @app.exception_handler(DialogueEtlError)
    async def told(_request: Request, error: DialogueEtlError) -> Response:
        return web.message(str(error), "./", title="It is not here", status=404)

    def by_name(variant: str, number: int, who: Viewer = viewer) -> Shown:
        version = who.find(variant, number)
        return Shown(version, held_of(root, version), "../../../", root, who.versions)

    def by_run(dag: str, run_id: str, who: Viewer = viewer) -> Shown:
        version = version_of(root, who, dag, run_id)
        return Shown(version, held_of(root, version), "../../../", root, who.versions)

    app.include_router(_routes(Depends(by_name)), prefix="/v/{variant}/{number}")
    app.include_router(_routes(Depends(by_run)), prefix="/run/{dag}/{run_id}")

    @app.get("/")
    def index() -> Response:
        return RedirectResponse("../datasets/")

    @app.get("/curve")
    def curve(dag: str, who: Viewer = viewer) -> Response:
        shown = [version for version in who.versions if version.dag == dag][:_MOST_POINTS][::-1]
        parameter, values = what_differs(root, shown)
        variants = [
            sweep.Variant(
                name=version.variant,
                value=value,
                state="",
                run=version.run_url,
                tag=version.tag,
                report=f"v/{version.folder}/",
                figures=sweep.figures_of(version.metrics, dag),
            )
            for version, value in zip(shown, values, strict=True)
        ]
        return web.html(with_way_back(sweep.render(dag, parameter, variants, ""), "../datasets/"))

    return app


def _routes(shown: Any) -> APIRouter:
    """The pages of a version, which the dependency `shown` provides."""
    router = APIRouter()

    @router.get("/")
    def first(of: Shown = shown) -> Response:
        return of.page("version.html", **overview(of))

    @router.get("/report")
    def report(of: Shown = shown) -> Response:
        if not of.version.number:
            raise HTTPException(404, f"{of.version.tag}: the report is served once it is")
        return RedirectResponse(f"{of.root}../datasets/{quote(of.version.folder)}/report/")

    @router.get("/file")
    def file(source: str, path: str, of: Shown = shown) -> Response:
        md5 = of.held.downloads(source).get(path) if source in SOURCES else None
        if md5 is None or not (stored := of.held.revision.path(md5)).is_file():
            raise HTTPException(404, f"{of.version.tag} has no file {path} of {source}")
        name = f"{of.version.folder}/{source}/{path}".replace("/", "-")
        return FileResponse(stored, filename=name, media_type="application/octet-stream", headers=web.HEADERS)

    @router.get("/stage")
    def stage(
        out: Annotated[list[str], Query()],
        begin: Begin,
        may_run: Annotated[web.Runs, Depends(web.runs_by)],
        table: str = "",
        of: Shown = shown,
    ) -> Response:
        # Rows of early stages may contain personal data that later rules mask.
        if not may_run(of.version.dag):
            raise HTTPException(403, f"rows are shown to those who may run the DAG {of.version.dag}")
        return of.page("stage.html", **stage_values(of.held.revision, out, table, begin))

    _add_lists(router, shown)
    _add_dialogue(router, shown)
    _add_find(router, shown)
    return router


def _add_find(router: APIRouter, shown: Any) -> None:
    @router.get("/find")
    def find(id: str, of: Shown = shown) -> Response:
        wanted = Id.parse(id)
        found = trace(of.held, wanted)
        if found is None:
            raise HTTPException(404, traced.unknown(of.held, wanted))
        if address := of.page_of(found):
            return RedirectResponse(address)
        return of.page("found.html", **found_values(of.held, found))

    @router.post("/mark")
    async def mark(
        request: Request,
        user: web.User,
        may_run: Annotated[web.Runs, Depends(web.runs_by)],
        same_site: Annotated[str, Header(alias="Sec-Fetch-Site")] = "same-origin",
        of: Shown = shown,
    ) -> Response:
        if not may_run(of.version.dag):
            raise HTTPException(403, f"dialogues are marked by those who may run the DAG {of.version.dag}")
        if same_site not in {"same-origin", "none"}:
            raise HTTPException(403, "a mark is set on the page of a dialogue, not from another site")
        form = await read_form(request, Mark, 4 * marks.LONGEST_NOTE)
        found = trace(of.held, Id(form.id))
        if found is None or not (address := of.page_of(found)):
            raise HTTPException(404, f"{of.version.tag} has no dialogue {form.id}")
        about = {"language": found.of.language, "annotator": user, "version": of.version.tag}
        marks.add(of.workspace, found.id, [form.category], note=form.note, **about)
        return RedirectResponse(address, status_code=303)


def _add_lists(router: APIRouter, shown: Any) -> None:
    @router.get("/dialogues")
    def browse(
        request: Request,
        wanted: Annotated[Wanted, Depends(_wanted)],
        begin: Begin,
        *,
        dataset: str = "",
        split: str = "",
        order: Annotated[str, Query(pattern=f"^({'|'.join(measures.ORDERS)})$")] = "",
        of: Shown = shown,
    ) -> Response:
        chosen, keys, datasets = of.searched(dataset)
        packaged = of.held.datasets()
        splits = list(dict.fromkeys(name for key in keys for name in packaged[key]))
        if split and split not in splits:
            raise HTTPException(404, f"{chosen} has no split {split}; it has: {', '.join(splits)}")
        wanted_splits = ((key, name) for key in keys for name in packaged[key] if split in {"", name})
        files = [((key, name), path) for key, name in wanted_splits for path in packaged[key][name]]
        paths = [path for _, path in files]
        known = measures.of_files(paths, of.held.certainties(keys))
        matching = dialogues.matching(paths, wanted, known)
        if order and known:
            found = dialogues.sorted_page(paths, matching, known, order, begin.row)
        else:
            found = dialogues.page(paths, wanted, begin, matching)
        places = [files[at.file][0] for at in found.places]
        rows = [(row, " ".join(key), name) for row, (key, name) in zip(found.rows, places, strict=True)]
        values: dict[str, Any] = {"dataset": chosen, "datasets": datasets, "split": split, "splits": splits}
        values |= {"wanted": wanted, "found": found, "rows": rows, "link": _link(request)}
        values |= {"order": order, "orders": measures.ORDERS}
        values["histograms"] = None
        if known:
            every = len(matching[0]) == len(known.turns)
            values["histograms"] = known.of_all if every else known.histograms(matching[0])
        mixed = any(row["language"] != key[1] for row, (key, _) in zip(found.rows, places, strict=True))
        values["several"] = len(keys) > 1 or bool(wanted.language) or mixed
        return of.page("dialogues.html", **values)

    @router.get("/dropped")
    def dropped(
        request: Request,
        wanted: Annotated[Dropped, Depends(_dropped)],
        begin: Begin,
        dataset: str = "",
        of: Shown = shown,
    ) -> Response:
        source, languages, datasets = of.dropping(dataset)
        if wanted.stage and wanted.stage not in source.dropping_stages:
            stages = ", ".join(source.dropping_stages)
            raise HTTPException(
                404, f"the stage {wanted.stage} of {source.name} drops nothing; there are: {stages}"
            )
        found = left_out.page(of.held, source, languages, wanted, begin)
        values: dict[str, Any] = {"dataset": dataset or datasets[0], "datasets": datasets}
        values |= {"source": source, "wanted": wanted, "found": found, "link": _link(request)}
        values |= {"counts": left_out.counts(of.version.metrics, source, languages)}
        reasons = left_out.reasons(source)
        units = dict.fromkeys(unit for _, unit, _ in reasons)
        return of.page("dropped.html", **values, reasons=reasons, units=units)


def _add_dialogue(router: APIRouter, shown: Any) -> None:
    @router.get("/dialogue")
    def dialogue(
        dataset: str,
        split: str,
        id: str,
        may_run: Annotated[web.Runs, Depends(web.runs_by)],
        of: Shown = shown,
    ) -> Response:
        paths = of.held.datasets()[of.dataset(dataset)[0]].get(split)
        found = dialogues.one(paths, id) if paths else None
        if found is None:
            raise HTTPException(404, f"{dataset} has no dialogue {id} in its split {split}")
        values: dict[str, Any] = {"dataset": dataset, "split": split, **in_place(of.held, found)}
        values["marks"] = marks.of_dialogue(of.workspace, id, of.version.tag)
        values |= {"categories": marks.CATEGORIES, "may_mark": may_run(of.version.dag)}
        same = (one.tag for one in of.versions if one.dag == of.version.dag and one.tag != of.version.tag)
        values["others"] = list(same)[:_MOST_BESIDE]
        return of.page("dialogue.html", **values)

    @router.get("/against")
    def against(id: str, other: str, of: Shown = shown) -> Response:
        before = next((version for version in of.versions if version.tag == other), None)
        if before is None:
            raise HTTPException(404, f"there is no version {other}")
        values = beside(held_of(of.workspace, before), of.held, Id.parse(id))
        if values is None:
            return RedirectResponse(f"find?{urlencode({'id': id})}")
        address = f"{of.root}v/{quote(before.folder)}/find?"
        return of.page("against.html", other=before.tag, address=address, side_by_side=side_by_side, **values)


def _wanted(
    *,
    text: str = "",
    speaker: str = "",
    document: str = "",
    label: str = "",
    language: str = "",
    shortest: Turns = 0,
    longest: Turns = 0,
) -> Wanted:
    return Wanted(text.strip(), speaker.strip(), document.strip(), label.strip(), language, shortest, longest)


def _dropped(stage: str = "", unit: str = "", reason: str = "", text: str = "") -> Dropped:
    return Dropped(stage, unit, reason, text.strip())


def _link(request: Request) -> Any:
    """Returns a function for the address of the page with other values; empty ones are left out."""

    def link(**values: Any) -> str:
        given = {**request.query_params, **{name.rstrip("_"): value for name, value in values.items()}}
        return "?" + urlencode({name: value for name, value in given.items() if value not in {"", None, "0"}})

    return link


class BrowsePlugin(AirflowPlugin):  # type: ignore[misc]
    """Pages under `/dialogues`, if a variable names the workspace; also a tab of each run."""

    name = "dialogue_etl_browse"
    if SERVED:
        fastapi_apps: ClassVar[list[Any]] = [
            {"app": browse_app(SERVED), "url_prefix": f"/{PREFIX}", "name": "Dialogues"}
        ]
        external_views: ClassVar[list[Any]] = [
            {
                "name": "Dataset",
                "href": f"{PREFIX}/run/{{DAG_ID}}/{{RUN_ID}}/",
                "url_route": "dataset",
                "destination": "dag_run",
            }
        ]

"""Values for the pages of a version: datasets and metrics, rows of a stage, a dialogue in its document."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from dvc_airflow import web
from dvc_airflow.lockfile import all_written, read_lock
from dvc_airflow.pages import figure, when
from dvc_airflow.params_values import flatten, read_at
from dvc_airflow.programs import ProgramError, dvc
from dvc_airflow.project import Project, concerns
from dvc_airflow.versions import Version
from dvc_airflow.web import Viewer
from fastapi import HTTPException
from fastapi.responses import Response

from dialogue_etl.audit import marks
from dialogue_etl.browse import left_out, place, trace, traced
from dialogue_etl.browse.dialogues import Neighbours
from dialogue_etl.browse.held import Held
from dialogue_etl.browse.scan import At, find, metadata, scan
from dialogue_etl.browse.trace import Found
from dialogue_etl.compare.revisions import Revision
from dialogue_etl.languages.names import name_of
from dialogue_etl.report import formatting
from dialogue_etl.report.quality import WITHIN
from dialogue_etl.report.scores import ESTIMATES, MEASURES, Measure
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.sources.inspecting import timestamp

_FOLDER = Path(__file__).parent / "dialogue_etl_pages"
_FILTERS = (formatting.clip, formatting.number, formatting.measured, formatting.place, formatting.percent)
_BOTH = (
    ("estimated_wrong_pairs", "wrong_pairs"),
    ("estimated_not_speech", "non_conversational"),
    ("", "clean_dialogues"),
    ("pair_certainty", ""),
    ("turns_with_speaker", ""),
)
"""Figures that are estimated, and the same measured on annotated texts."""
_MOST, _LONGEST = 50, 300
"""Maximum rows of a page, and characters of a value."""


class Shown(NamedTuple):
    """The version that a page is about.

    Attributes:
        version: its summary; with number 0 before it is published.
        held: its tables.
        root: address of all these pages, relative to the page.
        workspace: the folder.
        versions: all that the user may see, newest first.
    """

    version: Version
    held: Held
    root: str
    workspace: Path
    versions: Sequence[Version]

    def page(self, name: str, **values: Any) -> Response:
        """A page of the version."""
        made = web.environment(_FOLDER)
        made.filters.update({one.__name__: one for one in (*_FILTERS, timestamp, when, figure, name_of)})
        return web.html(made.get_template(name).render(version=self.version, root=self.root, **values))

    def dataset(self, name: str) -> tuple[tuple[str, str], list[str]]:
        """Source and language of a dataset packaged as Parquet, and the names of all datasets.

        Args:
            name: such as `books en`; empty for the first one, preferably of the version's own DAG.
        """
        chosen, names = self._choose([" ".join(key) for key in self.held.datasets()], name)
        source, _, language = chosen.partition(" ")
        return (source, language), names

    def searched(self, name: str) -> tuple[str, list[tuple[str, str]], list[str]]:
        """A choice, source and language of its datasets packaged as Parquet, and the names of all choices.

        Args:
            name: such as `books en`, or `books` for all languages; empty for the first choice.
        """
        keys = list(self.held.datasets())
        number = Counter(source for source, _ in keys)
        every = dict.fromkeys(source for source, _ in keys if number[source] > 1)
        chosen, names = self._choose([*every, *map(" ".join, keys)], name)
        return chosen, [key for key in keys if chosen in {key[0], " ".join(key)}], names

    def dropping(self, name: str) -> tuple[Source, list[str], list[str]]:
        """A source that drops something, the chosen languages, and the names of all choices.

        Args:
            name: such as `books en`, or `books` for all languages; empty for the first choice.
        """
        sources = (source for source in SOURCES.values() if source.dropping_stages)
        known = {source.name: self.held.languages(source.name) for source in sources}
        names = [
            " ".join(filter(None, (one, tag))) for one in known if known[one] for tag in ("", *known[one])
        ]
        chosen, names = self._choose(names, name)
        source, _, language = chosen.partition(" ")
        return SOURCES[source], [language] if language else known[source], names

    def page_of(self, found: Found) -> str:
        """The address of the page of a packaged dialogue, relative to the version; empty if it is not one."""
        if found.kind != "dialogue":
            return ""
        datasets = self.held.datasets().items()
        for (source, language), files in sorted(datasets, key=lambda one: one[0][0] != found.of.source.name):
            for split, paths in files.items():
                if find(paths, "id", found.id):
                    values = {"dataset": f"{source} {language}", "split": split, "id": found.id}
                    return f"dialogue?{urlencode(values)}" + ("" if found.turn is None else f"#t{found.turn}")
        return ""

    def _choose(self, names: list[str], name: str) -> tuple[str, list[str]]:
        names = sorted(names, key=lambda one: one.partition(" ")[0] != self.version.dag)
        if not names or (name and name not in names):
            raise HTTPException(404, f"{self.version.tag} has no dataset {name}; it has: {', '.join(names)}")
        return name or names[0], names


@lru_cache(maxsize=4)
def cache_of(root: Path) -> Path:
    """DVC's cache, of which DVC is asked once."""
    return Path(dvc(root, "cache", "dir").strip())


def held_of(root: Path, version: Version) -> Held:
    """The tables of a version, in DVC's cache."""
    fetch = f"git checkout {version.tag} && dvc fetch"
    return Held(Revision(version.tag, version.commit, cache_of(root), version.outs, {}, {}, fetch))


def version_of(root: Path, who: Viewer, dag: str, run_id: str) -> Version:
    """The version that a run published, or what it has made so far."""
    for version in who.versions:
        if (version.dag, version.run_id) == (dag, run_id):
            return version
    project = Project(root=root, name=dag, prefix=f"{dag}-")
    worktree = project.worktree(run_id)
    if not who.sees({dag}) or not worktree.is_dir():
        raise HTTPException(404, f"the run {run_id} of {dag} has made no version")
    written = all_written(project.stages(worktree), read_lock(worktree)).items()
    outs = {path: md5 for path, md5 in written if md5}
    return Version(dag, 0, f"{dag}, not published", "", run_id, f"/dags/{quote(dag)}/runs/", "", outs=outs)


def overview(of: Shown) -> dict[str, Any]:
    """Values for the first page of a version: its datasets, metrics of each language, files."""
    rows = {
        " ".join(key): {
            split: sum(metadata(path).num_rows for path in paths) for split, paths in files.items()
        }
        for key, files in of.held.datasets().items()
    }
    datasets = [(name, rows[name]) for name in (of.dataset("")[1] if rows else ())]
    files = {
        source: [(path, _size(of.held.revision.path(md5))) for path, md5 in sorted(found.items())]
        for source in SOURCES
        if (found := of.held.downloads(source))
    }
    figures = [(source, figures_of(of.version.metrics, source)) for source in SOURCES]
    quality = [(source, quality_of(of.version.metrics, source)) for source in SOURCES]
    marked = marks.counts(of.workspace, of.version.tag)
    known: dict[str, Any] = {"datasets": datasets, "files": files, "marked": marked}
    return known | {
        name: [one for one in of_sources if one[1]]
        for name, of_sources in (("figures", figures), ("quality", quality))
    }


def _size(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None


def in_place(held: Held, found: Neighbours) -> dict[str, Any]:
    """Values for the page of a dialogue, in the text of its document if that is known."""
    here = found.here
    source, document = held.document(here["source_id"], here["language"])
    text = document.get("text") or ""
    pieces: list[place.Piece] = []
    if source and text:
        dropped = left_out.of_document(held, source, here["language"], here["source_id"])
        pieces = place.in_text(text, here, [*found.before, *found.behind], dropped)
    span = place.span_of(here) if pieces else None
    lines = [] if pieces else place.among(*found)
    return {"found": found, "here": here, "pieces": pieces, "lines": lines, "span": span, "size": len(text)}


def found_values(held: Held, found: Found) -> dict[str, Any]:
    """Values for the page of what an id names, if that is not a packaged dialogue."""
    text = found.document.get("text") or ""
    rows = trace.removed(held, found)
    pieces: list[place.Piece] = []
    if text and found.kind != "document":
        here = found.dialogue or traced.as_dialogue(found.drops)
        placed = [row for row in rows if row["start"] is not None]
        pieces = place.in_text(text, here, found.of.kept(), placed)
    source = found.of.source
    return {"found": found, "rows": rows, "pieces": pieces, "reasons": left_out.reasons(source)}


def beside(before: Held, after: Held, wanted: trace.Wanted) -> dict[str, Any] | None:
    """Values for the page of a dialogue in two versions: those with its turns in each, and what was dropped.

    Args:
        before: one version.
        after: the other, in which the id is looked for first.
        wanted: the id.

    Returns:
        The values; None if the id names no dialogue in either version.
    """
    both = (before, after)
    named = [_named(one, wanted) for one in both]
    found = named[1] or named[0]
    if found is None:
        return None
    sides = []
    for one, here in zip(both, named, strict=True):
        own = [here.dialogue] if here and here.dialogue else []
        sides.append(trace.in_its_place(one, found) or own)
    # What one side has joined is several dialogues on the other one, all of which are shown.
    for of, outputs, to in ((1, before, 0), (0, after, 1)):
        parts = [trace.in_its_place(outputs, found._replace(dialogue=row)) for row in sides[of]]
        sides[to] = list({row["id"]: row for row in chain(sides[to], *parts)}.values())
    drops = [[] if side else trace.removed(one, found) for one, side in zip(both, sides, strict=True)]
    known = {"found": found, "sides": sides, "drops": drops, "same": sides[0] == sides[1]}
    return known | {"reasons": left_out.reasons(found.of.source)}


def _named(held: Held, wanted: trace.Wanted) -> Found | None:
    """The dialogue that an id names; None if it names none."""
    found = trace.trace(held, wanted)
    return found if found and found.kind == "dialogue" else None


def figures_of(metrics: Mapping[str, Any], source: str) -> dict[str, dict[str, str]]:
    """Numbers in the report's metrics of a source, by language and name; shares where there are several."""
    languages = metrics.get(f"metrics/{source}/report.json", {}).get("languages", {})
    shares = {one.key: one.name for one in ESTIMATES}
    made: dict[str, dict[str, str]] = {language: {} for language in languages}
    for language, found in languages.items():
        for key, value in found.items():
            if key in shares and len(languages) > 1:  # of one language the table of quality has them
                made[language][shares[key]] = formatting.percent(value)
            elif isinstance(value, int | float) and key not in shares and not key.endswith(WITHIN):
                made[language][key.replace("_", " ").capitalize()] = figure(value)
    return made


def quality_of(metrics: Mapping[str, Any], source: str) -> list[tuple[Measure, *tuple[float | None, ...]]]:
    """Measures with the estimated share, how far it may be off, and the share measured on annotated texts."""
    total = metrics.get(f"metrics/{source}/report.json", {}).get("total", {})
    on_gold = metrics.get(f"metrics/{source}/evaluate.json", {}).get("all", {})
    known = {one.key: one for one in (*ESTIMATES, *MEASURES)}
    rows = [
        (known[gold or estimate], total.get(estimate), total.get(f"{estimate}{WITHIN}"), on_gold.get(gold))
        for estimate, gold in _BOTH
    ]
    return [row for row in rows if any(share is not None for share in row[1:])]


def what_differs(root: Path, versions: Sequence[Version]) -> tuple[str, list[Any]]:
    """The parameter in which some versions differ, and its values; if there are several, a label of each.

    A label has the values that differ from those of most versions, or the version's name if none does.
    """
    columns = [_values_at(root, version.commit) for version in versions]
    keys = [
        key
        for key in dict.fromkeys(key for column in columns for key in column)
        if len({repr(column.get(key)) for column in columns}) > 1
        and all(concerns(version.sections, key) for version in versions)
    ]
    if len(keys) == 1:
        return keys[0], [column.get(keys[0]) for column in columns]
    usual = {key: Counter(repr(column.get(key)) for column in columns).most_common(1)[0][0] for key in keys}
    labels = []
    for version, column in zip(versions, columns, strict=True):
        own = [
            f"{key.rpartition('.')[2]} {formatting.setting(column[key])}"
            for key in keys
            if key in column and repr(column[key]) != usual[key]
        ]
        labels.append(", ".join(own) or version.tag.removeprefix("dataset/"))
    return "", labels


@lru_cache(maxsize=256)
def _values_at(root: Path, commit: str) -> Mapping[str, Any]:
    """The parameters of a commit by dotted key, which never change; none if git does not have it."""
    try:
        return flatten(read_at(root, commit))
    except ProgramError:
        return {}


def stage_values(revision: Revision, outs: Sequence[str], table: str, begin: At) -> dict[str, Any]:
    """Values for the page of a stage: its metrics, and some rows of one of its tables.

    Args:
        revision: the version.
        outs: folders and metrics files of the stage; those that the version lacks are ignored.
        table: whose rows are shown; empty for the first.
        begin: the first row to show.
    """
    there = [out for out in outs if out in revision.outs]
    figures: dict[str, Any] = {}
    tables: dict[str, list[Path]] = {}
    for out in there:
        files = sorted(revision.files(out).items())
        if out.endswith(".json"):
            figures |= flatten(json.loads(revision.path(files[0][1]).read_bytes()))
        parquet = [(name, md5) for name, md5 in files if name.endswith(".parquet")]
        for folder, shards in groupby(parquet, key=lambda file: file[0].rpartition("/")[0]):
            tables[f"{out}/{folder}"] = [revision.path(md5) for _, md5 in shards]
    chosen = table if table in tables else next(iter(tables), "")
    found = scan(tables.get(chosen, []), None, (), begin, most=_MOST)
    rows = [{name: _short(value) for name, value in row.items()} for row in found.rows]
    return {
        "outs": there,
        "figures": figures,
        "tables": list(tables),
        "table": chosen,
        "found": found,
        "rows": rows,
    }


def _short(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict) and "text" in value[0]:
        value = " / ".join(str(one["text"]) for one in value)
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

"""Compares two versions of a workspace: parameters, metrics, code, and each language of each source."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare import language, revisions, stored, values
from dialogue_etl.compare.results import Comparison
from dialogue_etl.compare.stored import Tables
from dialogue_etl.formats.card import MADE_WITH
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.pipelines import sections

if TYPE_CHECKING:
    from dialogue_etl.compare.documents import Both
    from dialogue_etl.compare.revisions import Revision
    from dialogue_etl.compare.values import Difference

EXAMPLES = 3
_CODE = "data/code"


def compare(root: Path, before: str, after: str, *, examples: int = EXAMPLES) -> Comparison:
    """Compare two versions of a workspace.

    Args:
        root: the workspace.
        before: tag, branch or commit, or `.` for the workspace.
        after: as above.
        examples: number of dialogues to show of each kind.

    Raises:
        RevisionError: a version does not exist, or its files are not in DVC's cache.
    """
    pair = revisions.pair(root, before, after)
    built = [{source for source, _ in stored.by_language(one) if source in SOURCES} for one in pair]
    notes = [note for revision in pair for note in _notes(revision, built[0] & built[1])]
    notes += _one_sided(pair, built) + _mixed(*pair)
    tables = in_both(pair)
    for revision in pair:
        if absent := revision.metrics_without_files():
            raise revisions.missing(revision, absent)
    languages = []
    for (source, tag), both in tables.items():
        if incomplete := _incomplete(source, tag, both):
            notes += incomplete
        else:
            one, other = (tag in (side.languages(source) or [tag]) for side in pair)
            languages.append(language.compare(SOURCES[source], tag, both, (one, other), examples))
    code, libraries = _code(*pair)
    return Comparison(
        before=_name(pair[0]),
        after=_name(pair[1]),
        notes=notes,
        params=values.compare(*_params(pair)),
        metrics=values.compare(_metrics(pair[0]), _metrics(pair[1])),
        code=code,
        libraries=libraries,
        languages=languages,
        examples=examples,
    )


def _name(revision: Revision) -> dict[str, str]:
    return {"name": revision.name if revision.commit else "workspace", "commit": revision.commit}


def chosen(
    pair: tuple[Revision, Revision], source: str | None, wanted: Sequence[str]
) -> dict[tuple[str, str], Both]:
    """Tables of the languages of one source that both versions have.

    Args:
        pair: the versions.
        source: its name; the first one that both have if None.
        wanted: tags; all if empty.

    Raises:
        RevisionError: they do not have it, or its files are not in DVC's cache.
    """
    there = {key: both for key, both in in_both(pair).items() if not _incomplete(*key, both)}
    there = {key: both for key, both in there.items() if all(tables.outs for tables in both)}
    source = source or next((name for name, _ in there), None)
    found = {key: both for key, both in there.items() if key[0] == source}
    tags = [tag for _, tag in found]
    if not found or not {*wanted} <= {*tags}:
        asked = f"{source or 'any source'} {', '.join(wanted)}".strip()
        known = ", ".join(" ".join(key) for key in there) or "nothing"
        raise revisions.RevisionError(f"{pair[0].name} and {pair[1].name} have not both {asked}, but {known}")
    return {key: both for key, both in found.items() if not wanted or key[1] in wanted}


def in_both(pair: tuple[Revision, Revision]) -> dict[tuple[str, str], Both]:
    """Tables of both versions by source and language, of the sources that both have.

    Raises:
        RevisionError: files of a version are not in DVC's cache.
    """
    one, other = (stored.by_language(revision) for revision in pair)
    sources = {source for source, _ in one} & {source for source, _ in other} & SOURCES.keys()
    found = {
        key: (Tables.of(pair[0], one.get(key, {})), Tables.of(pair[1], other.get(key, {})))
        for key in sorted(one | other)
        if key[0] in sources
    }
    for side, revision in enumerate(pair):
        if absent := [out for both in found.values() for out in both[side].without_files()]:
            raise revisions.missing(revision, absent)
    return found


def _notes(revision: Revision, sources: set[str]) -> list[str]:
    """Remarks about a version."""
    name, built = _name(revision)["name"], stored.by_language(revision)
    tags = [(source, tag) for source in sorted(sources) for tag in revision.languages(source) or []]
    waiting = [tag for source, tag in tags if (source, tag) not in built]
    edited = revision.edited()
    notes = [
        edited and f"params.yaml was edited after the last build: {', '.join(edited)}",
        waiting and f"not built yet: {', '.join(waiting)}",
    ]
    return [f"{name}: {note}" for note in notes if note]


def _one_sided(pair: tuple[Revision, Revision], sources: list[set[str]]) -> list[str]:
    """A remark for each source that only one version has built, which is not compared."""
    return [
        f"{_name(revision)['name']} has no {source}: those of the other version are not compared"
        for side, revision in enumerate(pair)
        for source in sorted(sources[1 - side] - sources[side])
    ]


def _mixed(*pair: Revision) -> list[str]:
    """A remark for each differing dataset that is not compared because it is made of others."""
    return [
        f"the datasets of {source.name} differ: they are compared by parameters and metrics alone"
        for source in SOURCES.values()
        if not source.dropping_stages
        and len({each.outs.get(f"data/{source.name}/{source.package_stage}") for each in pair}) > 1
    ]


def _incomplete(source: str, tag: str, both: Both) -> list[str]:
    """A remark for each version that lacks stages of a language, which is then not compared."""
    needed = ("split", SOURCES[source].last_stage)
    return [
        f"{_name(side.revision)['name']} has not all stages of {source} {tag}: it is not compared"
        for side in both
        if side.outs and not side.outs.keys() >= {*needed}
    ]


def _metrics(revision: Revision) -> dict[str, Any]:
    """All metrics by path of the file and key."""
    files = revision.metrics()
    return {
        f"{path}:{key}": value
        for path in files
        for key, value in values.flat(files[path]).items()
        if not key.startswith(f"{MADE_WITH}.")  # listed by itself
    }


def _params(pair: tuple[Revision, Revision]) -> list[dict[str, Any]]:
    """The values of both params.yaml, without sections of datasets that neither version is."""
    present = pair[0].sources() | pair[1].sources()
    foreign = sections(SOURCES) - sections(present) if present else set()
    return [{key: value for key, value in one.params.items() if key not in foreign} for one in pair]


def _code(one: Revision, other: Revision) -> tuple[list[str], list[Difference]]:
    """Stages whose code differs, by its digests, and versions of libraries that do, with those of Python."""
    before, after = _digests(one), _digests(other)
    if not before or not after:
        return [], []
    if present := one.sources() | other.sources():
        kept = {"code", *present}
        before, after = (
            {name: of for name, of in side.items() if name.partition("-")[0] in kept}
            for side in (before, after)
        )
    # A version made before the libraries were recorded has the digests of files alone.
    files = [
        {name: content.get("files", content) for name, content in side.items()} for side in (before, after)
    ]
    stages = sorted(name for name in before | after if files[0].get(name) != files[1].get(name))
    found = [
        {
            key: version
            for content in side.values()
            for key, version in {"python": content["python"], **content["libraries"]}.items()
        }
        if all("libraries" in content for content in side.values())
        else {}
        for side in (before, after)
    ]
    return stages, values.compare(*found) if all(found) else []


def _digests(revision: Revision) -> dict[str, dict[str, Any]]:
    """What the stage `code` wrote for each stage; nothing if it is not in DVC's cache."""
    if _CODE not in revision.outs or not revision.path(revision.outs[_CODE]).is_file():
        return {}
    paths = {PurePosixPath(name).stem: revision.path(md5) for name, md5 in revision.files(_CODE).items()}
    return {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name, path in paths.items()
        if "-" in name and path.is_file()
    }

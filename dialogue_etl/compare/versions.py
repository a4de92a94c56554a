"""Two versions of a workspace compared: parameters, metrics, code, and each language of each source."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from dialogue_etl.compare import language, revisions, stored, values
from dialogue_etl.compare.results import Comparison
from dialogue_etl.compare.stored import Tables
from dialogue_etl.sources import SOURCES

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.compare.documents import Both
    from dialogue_etl.compare.revisions import Revision

EXAMPLES = 3
_CODE = "data/code"


def compare(root: Path, before: str, after: str, *, examples: int = EXAMPLES) -> Comparison:
    """Compare two versions of a workspace.

    Args:
        root: the workspace.
        before: tag, branch or commit, or `.` for the workspace as it stands.
        after: the other one.
        examples: dialogues shown of each kind.

    Raises:
        RevisionError: a version does not exist, or its files are not in DVC's cache.
    """
    pair = revisions.pair(root, before, after)
    outs = stored.by_language(pair[0]), stored.by_language(pair[1])
    built = [{source for source, _ in of if source in SOURCES} for of in outs]
    in_both = built[0] & built[1]
    notes = [note for revision in pair for note in _notes(revision, in_both)]
    notes += _one_sided(pair, built) + _mixed(*pair)
    chosen = sorted(key for key in outs[0] | outs[1] if key[0] in in_both)
    tables: dict[tuple[str, str], Both] = {
        key: (Tables.of(pair[0], outs[0].get(key, {})), Tables.of(pair[1], outs[1].get(key, {})))
        for key in chosen
    }
    _refuse_missing(pair, list(tables.values()))
    languages = []
    for (source, tag), both in tables.items():
        if incomplete := _incomplete(source, tag, both):
            notes += incomplete
        else:
            one, other = (tag in (side.languages(source) or [tag]) for side in pair)
            languages.append(language.compare(SOURCES[source], tag, both, (one, other), examples))
    return Comparison(
        before=_name(pair[0]),
        after=_name(pair[1]),
        notes=notes,
        params=values.compare(pair[0].params, pair[1].params),
        metrics=values.compare(_metrics(pair[0]), _metrics(pair[1])),
        code=_code(*pair),
        languages=languages,
        examples=examples,
    )


def _name(revision: Revision) -> dict[str, str]:
    return {"name": revision.name if revision.commit else "workspace", "commit": revision.commit}


def _refuse_missing(pair: tuple[Revision, Revision], tables: list[Both]) -> None:
    for side, revision in enumerate(pair):
        absent = [out for both in tables for out in both[side].without_files()]
        absent += revision.metrics_without_files()
        if absent:
            raise revisions.missing(revision, absent)


def _notes(revision: Revision, sources: set[str]) -> list[str]:
    """What people should know of a version before they read on."""
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
    """A sentence for each source that only one version has: what was never built was not left out."""
    return [
        f"{_name(revision)['name']} has no {source}: those of the other version are not compared"
        for side, revision in enumerate(pair)
        for source in sorted(sources[1 - side] - sources[side])
    ]


def _mixed(*pair: Revision) -> list[str]:
    """A sentence for each dataset that differs and is not compared: it is chosen from those of others."""
    return [
        f"the datasets of {source.name} differ: they are compared by parameters and metrics alone"
        for source in SOURCES.values()
        if not source.dropping_stages
        and len({each.outs.get(f"data/{source.name}/{source.package_stage}") for each in pair}) > 1
    ]


def _incomplete(source: str, tag: str, both: Both) -> list[str]:
    """A sentence for each version that has some stages of a language only; then it is not compared."""
    needed = ("split", SOURCES[source].last_stage)
    return [
        f"{_name(side.revision)['name']} has not all stages of {source} {tag}: it is not compared"
        for side in both
        if side.outs and not side.outs.keys() >= {*needed}
    ]


def _metrics(revision: Revision) -> dict[str, Any]:
    """Every figure by the path of its file and its key."""
    files = revision.metrics()
    return {f"{path}:{key}": value for path in files for key, value in values.flat(files[path]).items()}


def _code(one: Revision, other: Revision) -> list[str]:
    """Stages whose code differs, by its digests."""
    if not all(_CODE in side.outs and side.path(side.outs[_CODE]).is_file() for side in (one, other)):
        return []
    before, after = one.files(_CODE), other.files(_CODE)
    return sorted(PurePosixPath(name).stem for name in before | after if before.get(name) != after.get(name))

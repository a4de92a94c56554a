"""Two versions of a workspace compared: git and DVC say where the tables are, the core compares them."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.compare import books, changes, fates, revisions, stored, threads, values
from dialogue_etl.compare.dialogues import ADDED, KINDS, REMOVED
from dialogue_etl.compare.reasons import Reason
from dialogue_etl.compare.results import Comparison, Example, Language
from dialogue_etl.compare.thread_lists import SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.compare.books import Version
    from dialogue_etl.compare.changes import Changes
    from dialogue_etl.compare.fates import Book
    from dialogue_etl.compare.revisions import Revision
    from dialogue_etl.compare.stored import Tables

    _Both = tuple[Tables, Tables]
    _ByLanguage = dict[tuple[str, str], dict[str, str]]

EXAMPLES = 3
_DROPPING = ("download", "prefilter", "extract", "postfilter", "split")
_UNNEEDED_IF_SAME = ("dialogues", "drops")
_CODE = "data/code"
_WHOLE = pa.array(["book", "file"])
_LAST = {"books": changes.LAST, SOURCE: threads.LAST}
_MIX = "data/mix/dataset"


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
    found = stored.by_language(pair[0]), stored.by_language(pair[1])
    sources = [{source for source, _ in outs if source in _LAST} for outs in found]
    notes = [note for revision in pair for note in _notes(revision, sources[0] & sources[1])]
    notes += _one_sided(pair, sources) + _mixed(*pair)
    chosen = sorted(key for key in found[0] | found[1] if key[0] in sources[0] & sources[1])
    tables = {key: _tables(pair, found, key) for key in chosen}
    _refuse_missing(pair, list(tables.values()))
    languages = []
    for (source, language), both in tables.items():
        notes += _lacking(source, language, both)
        if any(side.of_stage("split", "splits") for side in both):
            languages.append(_compared(source, language, both, examples))
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


def _tables(
    pair: tuple[Revision, Revision], found: tuple[_ByLanguage, _ByLanguage], key: tuple[str, str]
) -> _Both:
    one, other = (stored.tables(side, outs.get(key, {})) for side, outs in zip(pair, found, strict=True))
    return one, other


def _refuse_missing(pair: tuple[Revision, Revision], tables: list[_Both]) -> None:
    for at, revision in enumerate(pair):
        gone = [out for both in tables for out in both[at].without_files(both[1 - at], _UNNEEDED_IF_SAME)]
        gone += revision.metrics_without_files()
        if gone:
            raise revisions.missing(revision, gone)


def _notes(revision: Revision, sources: set[str]) -> list[str]:
    """What people should know of a version before they read on."""
    name = _name(revision)["name"]
    built = stored.by_language(revision)
    waiting = [
        language
        for source in sorted(sources)
        for language in revision.languages(source) or []
        if (source, language) not in built
    ]
    notes = []
    if edited := revision.edited():
        notes.append(f"{name}: params.yaml was edited after the last build: {', '.join(edited)}")
    if waiting:
        notes.append(f"{name}: not built yet: {', '.join(waiting)}")
    return notes


def _one_sided(pair: tuple[Revision, Revision], sources: list[set[str]]) -> list[str]:
    """A sentence for each source that only one version has: what was never built was not left out."""
    return [
        f"{_name(revision)['name']} has no {source}: those of the other version are not compared"
        for at, revision in enumerate(pair)
        for source in sorted(sources[1 - at] - sources[at])
    ]


def _mixed(one: Revision, other: Revision) -> list[str]:
    """A sentence on mixes: their dialogues are those of their sources, chosen by parameters."""
    mixes = [revision.outs.get(_MIX) for revision in (one, other)]
    if not any(mixes) or mixes[0] == mixes[1]:
        return []
    if not all(mixes):
        name = _name(other if mixes[0] else one)["name"]
        return [f"{name} has no mix: that of the other version is not compared"]
    return [
        "the mixes differ: they are compared by parameters and metrics, their sources dialogue by dialogue"
    ]


def _lacking(source: str, language: str, both: _Both) -> list[str]:
    """A sentence for each version that has some stages of a language only."""
    found = []
    for side in both:
        stages = [stage for stage in ("split", _LAST[source]) if stage not in side.outs]
        if side.outs and stages:
            name = _name(side.revision)["name"]
            what = f"{source} {language} without the stages {' and '.join(stages)}"
            found.append(f"{name} has {what}: what they write is not compared")
    return found


def _compared(source: str, language: str, both: _Both, examples: int) -> Language:
    """Compare a language that at least one version has."""
    if source != SOURCE:
        return _language(source, language, both, examples)
    one, other = (language in (side.revision.languages(source) or [language]) for side in both)
    return threads.compare(language, both, (one, other), examples)


def _language(source: str, language: str, both: _Both, examples: int) -> Language:
    """Compare a language of books."""
    splits = [stored.read(side.of_stage("split", "splits"), books.SPLITS, "splits") for side in both]
    wanted = pa.concat_tables([own.select(["source_id"]) for own in splits])["source_id"].unique()
    one, other = (_version(side, language, own, wanted) for side, own in zip(both, splits, strict=True))
    compared = books.compare(one, other)
    looked_at = changes.walk(*both, compared, examples) if _comparable(both) else changes.Changes(examples)
    differing = compared.differing(looked_at.by_book)
    listed = fates.described(compared, differing, (one, other), looked_at.by_book)
    return Language(
        source=source,
        language=language,
        sizes=(books.sizes(splits[0]), books.sizes(splits[1])),
        flows=compared.flows(),
        books=listed,
        dialogues={kind: looked_at.counts[kind] for kind in KINDS if kind in looked_at.counts},
        removed_by=_by_reason(looked_at, listed, 0),
        added_by=_by_reason(looked_at, listed, 1),
        examples=_examples(looked_at, language, {book.id: book for book in listed}),
    )


def _version(side: Tables, language: str, splits: pa.Table, wanted: pa.Array) -> Version:
    """What a version says of some books."""
    listed = pc.field("id").isin(wanted)
    dropped = pc.field("unit").isin(_WHOLE) & pc.field("source_id").isin(wanted)
    drops = [stored.read(side.of_stage(stage, "drops"), books.DROPS, "drops", dropped) for stage in _DROPPING]
    return books.Version(
        splits=splits,
        texts=stored.read(side.of_stage("download", "texts"), books.TEXTS, "texts", listed),
        works=stored.read(side.of_stage("works", "works"), books.WORKS, "works", listed),
        drops=pa.concat_tables(drops, promote_options="default"),
        selected=language in (side.revision.languages("books") or [language]),
    )


def _comparable(both: _Both) -> bool:
    """Whether each version that has the language has its dialogues: what is not there was not left out."""
    return all(side.of_stage(changes.LAST, "dialogues") or not side.outs for side in both)


def _by_reason(looked_at: Changes, listed: list[Book], at: int) -> dict[Reason, int]:
    """Dialogues of one side only by reason: their own, or that of their book."""
    total = Counter(looked_at.gone[at])
    for book in listed:
        if book.reason and not (book.before, book.after)[1 - at]:
            total[_reason(book)] += book.dialogues[at]
    return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))


def _reason(book: Book) -> Reason:
    found = book.reason or {}
    return Reason(found["stage"], found["unit"], found["reason"])


def _examples(looked_at: Changes, language: str, listed: dict[str, Book]) -> list[Example]:
    found = []
    for kind in KINDS:
        for row in looked_at.samples[kind].rows() if kind in looked_at.samples else ():
            before, after = ([_said(dialogue) for dialogue in row[side]] for side in ("before", "after"))
            book = listed[(row["before"] or row["after"])[0]["source_id"]]
            reason = row["reason"]._asdict() if "reason" in row else book.reason
            alone = kind in {KINDS[REMOVED], KINDS[ADDED]}
            found.append(
                Example(kind, language, book.id, book.title, before, after, reason if alone else None)
            )
    return found


def _said(dialogue: dict[str, Any]) -> dict[str, Any]:
    turns = [{"speaker": turn.get("speaker"), "text": turn["text"]} for turn in dialogue["turns"]]
    return {"id": dialogue["id"], "turns": turns}


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

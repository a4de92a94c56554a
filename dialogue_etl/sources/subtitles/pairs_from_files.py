"""From subtitle files to pairs without stages: read, clean, pair, and apply the pairs stage's pipeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl.core import shards
from dialogue_etl.core.run import Job
from dialogue_etl.core.tables import DIALOGUES
from dialogue_etl.filters import Drop
from dialogue_etl.pairs import config, units
from dialogue_etl.pairs.pipeline import Pipeline
from dialogue_etl.pairs.shard import TABLES, Tables
from dialogue_etl.sources.subtitles import PAIRS, archive, documents, masking, read, sentences
from dialogue_etl.sources.subtitles.artefacts import RULES
from dialogue_etl.sources.subtitles.dialogues_of import dialogues_of
from dialogue_etl.sources.subtitles.entries import Entry, Listed
from dialogue_etl.sources.subtitles.films import filled
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.sources.subtitles.tables import FILMS
from dialogue_etl.sources.subtitles.tmdb import Tmdb, TmdbError
from dialogue_etl.sources.subtitles.turn_features import Facts

if TYPE_CHECKING:
    import zipfile

    from dialogue_etl.core.run import Work
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.pairs.batch import Columns
    from dialogue_etl.sources.subtitles.pairs_from_files_config import Corpus

SPLIT = "train"
"""The split of all pairs."""
_FILES = 32  # of a job
_XML = (".xml", ".xml.gz")


def files(corpus: Corpus) -> Listed:
    """The files that a corpus is made of, in the order of their paths.

    Raises:
        OSError: the file or folder does not exist.
    """
    root = Path(corpus.input.path)
    found = Listed([])
    if root.suffix == ".zip":
        found.add_archive(str(root), root, "")
        return found
    paths = (
        sorted(path for path in root.glob(corpus.input.glob) if path.is_file()) if root.is_dir() else [root]
    )
    for path in paths:
        found.add(_entry(path, root))
    return found


def _entry(path: Path, root: Path) -> Entry:
    size = path.stat().st_size
    place = archive.place_of(path.as_posix())
    stem = path.name.removesuffix(".gz").rpartition(".")[0]
    film = place.film if place else path.parent.name if path.parent != root else stem
    form = "xml" if path.name.endswith(_XML) else "subtitles"
    inside = path.relative_to(root) if path != root else Path(path.name)
    said = (f"{film}:{stem}", film, inside.as_posix(), "", form, f"0 {size}", "")
    return Entry(*said, "", place.year if place else None, "")


def _size(entry: Entry) -> int:
    """Bytes of a file, by itself or in its archive."""
    return int(entry.content.split()[1])


def _folder(said: Mapping[str, Any]) -> Path:
    root = Path(said["input"]["path"])
    return root if root.is_dir() else root.parent


def jobs(found: Listed, corpus: Corpus, language: str) -> list[Job]:
    """Jobs of a few files each, with the settings of the corpus."""
    lists = corpus.model_dump(include=set(config.DECIDING))
    said = {"language": language, "input": corpus.input.model_dump(), "lists": lists}
    entries = [entry.row() for entry in found.entries.values()]
    pieces = [entries[start : start + _FILES] for start in range(0, len(entries), _FILES)] or [[]]
    left_out = [found.drops, *([] for _ in pieces[1:])]
    return [
        Job(settings={**said, "entries": mine, "left_out": out})
        for mine, out in zip(pieces, left_out, strict=True)
    ]


def work(found: Listed, corpus: Corpus, where: Mapping[str, str], runtime: Runtime) -> Work:
    """The function that runs a job.

    Args:
        found: files.
        corpus: its configuration.
        where: locations of the entries of the configuration, for messages.
        runtime: for requests to TMDB.
    """
    return partial(
        _shard, archives=found.archives, where=dict(where), collectors=corpus.collectors, runtime=runtime
    )


def _shard(
    job: Job,
    folder: Path,
    *,
    archives: Mapping[str, Path],
    where: Mapping[str, str],
    collectors: list[Any],
    runtime: Runtime,
) -> dict[str, Any]:
    said = job.settings
    components, _ = config.checked(said["lists"])
    assert components  # noqa: S101 - they were checked when the file was read
    tmdb = _tmdb(collectors, runtime)
    with ExitStack() as stack:
        writer = stack.enter_context(shards.ShardWriter(folder, 0, 1, TABLES))
        tables = Tables(Pipeline(components, said["language"], where), writer, "film")
        opened: dict[str, zipfile.ZipFile] = {}
        for row in said["left_out"]:
            tables.drop("file", row["id"], Drop(row["reason"], detail=row["detail"]))
        for row in said["entries"]:
            entry = Entry(**row)
            try:
                if entry.archive and entry.archive not in opened:
                    opened[entry.archive] = stack.enter_context(archive.open_zip(archives[entry.archive]))
                _film(entry, opened, said, tmdb, tables)
            except UnreadableError as error:
                why = Drop(error.reason, float(_size(entry)), detail=f"{entry.url}: {error}"[:200])
                tables.drop("file", entry.id, why)
        done = tables.finish()
    files_in = Counter(files_in=len(said["entries"]) + len(said["left_out"]))
    return {**done, "totals": files_in + done["totals"]}


def _film(
    entry: Entry,
    opened: Mapping[str, zipfile.ZipFile],
    said: Mapping[str, Any],
    tmdb: _Asked | None,
    to: Tables,
) -> None:
    """Read a subtitle file, filter its film, and add its pairs to the tables."""
    language = said["language"]
    found, digest = read.read_entry(entry, opened, _folder(said), language, read.settings_of(Subtitles()))
    masking.masked(found, said["input"]["privacy"])
    nothing = dict.fromkeys(FILMS.names)
    film = nothing | read.film_row(entry, found, digest, {"language": language, "corpus": ""})
    film = masking.shown(film, said["input"]["privacy"])
    if tmdb:
        film = tmdb.filled(film)
    known = {"id": entry.id, "split": SPLIT, "bytes": _size(entry)}
    if to.document(known | documents.pair_facts(film)):
        rows = read.sentence_table(entry.id, found).to_pylist()
        for batch in units.neighbours(_units(rows, film, language, said["input"])):
            to.pairs(batch)


def _units(
    rows: list[dict[str, Any]], film: Mapping[str, Any], language: str, given: Mapping[str, Any]
) -> Iterator[Columns]:
    off = {rule.name: "off" for rule in RULES} if given["artefacts"] == "keep" else {}
    rules = SubtitleRules(**off)
    of = PAIRS.rows.get(given["turns"])
    if of is None:
        made = dialogues_of(rows, language, subtitle_rules=rules, turns_params=Turns(), facts=Facts.of(film))
        batches = pa.Table.from_pylist(made.dialogues, DIALOGUES).to_batches()
        yield from units.turns(batches, across=given["pair_scope"] == "consecutive")
        return
    cleared = sentences.clear(rows, language, rules.model_dump()).sentences
    columns = {name: [row[name] for row in cleared] for name in units.columns_of(of.joined_by)}
    yield from units.rows([columns], joined_by=of.joined_by, opening=of.opening)


class _Asked:
    """TMDB for a corpus outside a workspace."""

    def __init__(self, collector: Any, runtime: Runtime) -> None:
        given = {"store": Path(collector.cache), "tmdb_delay": collector.delay}
        self._tmdb = Tmdb(runtime.model_copy(update=given), collector.api_key_env)
        self._must = collector.on_error == "fail"

    def filled(self, film: dict[str, Any]) -> dict[str, Any]:
        """A film with TMDB's metadata.

        Raises:
            TmdbError: TMDB can't be used, or gives no answer where it must.
        """
        facts = self._tmdb.facts(film["film_id"])
        if self._must and self._tmdb.answers.failed:
            raise TmdbError(f"TMDB gives no answer for {film['film_id']}")
        return filled(film, facts or {})


def _tmdb(collectors: list[Any], runtime: Runtime) -> _Asked | None:
    return _Asked(collectors[0], runtime) if collectors else None

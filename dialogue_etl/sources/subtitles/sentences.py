"""Stage `sentences`: remove what is not speech from the sentences of the selected films."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.sources.subtitles.artefacts import RULES, Artefacts
from dialogue_etl.sources.subtitles.artefacts.names import OPEN
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.segment import Habits
from dialogue_etl.sources.subtitles.tables import SENTENCES

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.filters import Drop

    Row = dict[str, Any]

_STAGE = "sentences"
_DETAIL = 200
_DASHES = ("-", "–", "—")
_NAMED = 0.1
"""Minimum share of sentences with a name where names mark changes of speaker: a podcast has 0.16. In a film
for the hard of hearing, with dashes, it is 0.08.
"""


class Film(NamedTuple):
    """The sentences of a film without artefacts.

    Attributes:
        sentences: rows that are kept.
        dropped: rows that are dropped, and why.
        cut: number of sentences that each rule cut.
    """

    sentences: list[Row]
    dropped: list[tuple[Row, Drop]]
    cut: Counter[str]


def sentences(
    *,
    language: str,
    sentences: Path,
    films: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Apply the artefact rules.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    settings = {"language": language, "rules": params[SubtitleRules].model_dump()}
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        [Job(pair, settings) for pair in film_shards(sentences, films)],
        Counter(
            dict.fromkeys(("films", "sentences_in", "sentences", *(f"cut_{rule.name}" for rule in RULES)), 0)
        ),
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def film_shards(sentences: Path, films: Path) -> Iterator[tuple[Path, Path]]:
    """The shards of both tables, outputs of a language, by their number.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    return zip(shards.shard_paths(sentences, "sentences"), shards.shard_paths(films, "films"), strict=True)


def by_film(rows: Iterator[Row]) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each subtitle file of a shard, one file at a time in memory."""
    for source, group in groupby(rows, itemgetter("source_id")):
        yield source, list(group)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    path, films = job.inputs
    kept = {row["id"] for row in shards.read_shard(films, ["id"])}
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.ShardWriter(folder, 0, 1, ["drops"], sentences=SENTENCES) as writer:
        for source, rows in by_film(shards.read_shard(path)):
            if source not in kept:
                continue
            film = clear(rows, job.settings["language"], job.settings["rules"])
            writer.add("sentences", film.sentences, size=200)
            writer.add("drops", [drop_row(row, drop) for row, drop in film.dropped])
            totals.update(films=1, sentences_in=len(rows), sentences=len(film.sentences))
            totals.update({f"cut_{rule}": number for rule, number in film.cut.items()})
            reasons.update(("sentence", drop.reason) for _, drop in film.dropped)
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def drop_row(row: Row, drop: Drop) -> Row:
    """A row of the drops table for a sentence."""
    id = f"{row['source_id']}:{row['number']}"
    detail = drop.detail[:_DETAIL]
    return drop.row(stage=_STAGE, unit="sentence", id=id, source_id=row["source_id"], detail=detail)


def clear(rows: Sequence[Row], language: str, rules: Mapping[str, Any]) -> Film:
    """The sentences of a film without artefacts.

    Args:
        rows: of the table `sentences`, of one file, in order.
        language: BCP-47 tag.
        rules: values of the section `subtitle_rules`.
    """
    artefacts = Artefacts(language, rules, (row["text"] for row in rows))
    film = Film([], [], Counter())
    gone: Row | None = None
    named: set[int] = set()
    for row in rows:
        done = artefacts.clear(row["text"])
        film.cut.update(done.cut)
        if row["speaker"] or (done.speaker and row["text"].lstrip("- –—")[0] not in OPEN):
            named.add(row["number"])
        row = {**row, "text": done.text, "speaker": done.speaker or row["speaker"]}  # noqa: PLW2901
        if gone:
            _inherit(row, gone)
        if done.drop:
            film.dropped.append((row, done.drop))
            if film.sentences and film.sentences[-1]["end_block"] == row["end_block"] is not None:
                last = film.sentences[-1]
                last["end_ms"] = row["end_ms"] if last["end_ms"] is None else last["end_ms"]
            gone = row | {"text": done.drop.detail}
        else:
            film.sentences.append(row)
            gone = None
    _carry_on(film.sentences, named)
    return film


def _carry_on(rows: Sequence[Row], named: Collection[int]) -> None:
    """Give sentences without a speaker the last one: in its block; where names mark each change, anywhere.

    A name in brackets marks none: it is that of somebody who is not seen.

    Args:
        rows: sentences that are kept.
        named: numbers of those with a name, but for names in brackets.
    """
    said = [row["speaker"] for row in rows if row["number"] in named]
    each = len(set(said)) > 1 and len(said) >= _NAMED * len(rows) and not Habits.of(rows).dashes
    for one, row in pairwise(rows):
        goes_on = each or row["block"] == one["end_block"] is not None
        if goes_on and not row["speaker"] and not row["text"].startswith(_DASHES):
            row["speaker"] = one["speaker"]


def _inherit(row: Row, gone: Row) -> None:
    """Pass start, speaker and dash of a dropped sentence on to the next one in its block.

    `[SIGHS] Hello.` may be two sentences, and `JOHN:` may be on a line of its own.
    """
    if row["block"] is None or row["block"] != gone["end_block"]:
        return
    if row["start_ms"] is None and gone["block"] == row["block"]:
        row["start_ms"] = gone["start_ms"]
    row["speaker"] = row["speaker"] or gone["speaker"]
    if (
        row["text"]
        and not row["new_line"]
        and gone["text"].startswith(_DASHES)
        and row["text"][0] not in _DASHES
    ):
        row["text"] = f"- {row['text']}"

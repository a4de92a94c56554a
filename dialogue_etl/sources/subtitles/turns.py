"""Stage `turns`: the sentences of each film joined to turns, by rules or by the classifier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.labels.classifiers import model_files
from dialogue_etl.sources.subtitles import turn_classifier
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.segment import by_rules, ends_sentences, share_block, stated, undashed
from dialogue_etl.sources.subtitles.sentences import by_film, film_shards
from dialogue_etl.sources.subtitles.tables import TURNS
from dialogue_etl.sources.subtitles.turn_features import UNKNOWN, Facts, pair_of

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.sources.subtitles.turn_classifier import TurnClassifier

    Row = dict[str, Any]

_STAGE = "turns"
_COUNTED = (
    "films",
    "sentences_in",
    "turns",
    "pairs",
    "pairs_stated",
    "pairs_by_rules",
    "pairs_by_classifier",
)


def turns(
    *,
    language: str,
    sentences: Path,
    films: Path,
    model: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Join the sentences of a language to turns, by the classifier if it was trained, else by the rules.

    Raises:
        MissingTableError: an input is not the output of its stage.
        ModelError: the model is damaged.
    """
    values = params[Turns]
    asked = values.segmenter == "classifier"
    trained = asked and turn_classifier.load(model) is not None
    files = [path for name in (turn_classifier.CARD, model_files.FILE) if (path := model / name).is_file()]
    settings = {"pause_ms": values.pause_ms, "silence_ms": 1000 * values.dialogue_gap, "trained": trained}
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        [
            Job((*pair, *(files if trained else ())), settings, (model,))
            for pair in film_shards(sentences, films)
        ],
        Counter(dict.fromkeys(_COUNTED, 0)),
        output=output,
        metrics=metrics,
        runtime=runtime,
        facts={"classifier": int(trained), "fallback_to_rules": int(asked and not trained)},
    )


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    path, films = job.inputs[:2]
    settings = job.settings
    model = turn_classifier.load(job.paths[0]) if settings["trained"] else None
    facts = {row["id"]: Facts.of(row) for row in shards.read_shard(films)} if model else {}
    totals: Counter[str] = Counter()
    with shards.ShardWriter(folder, 0, 1, [], turns=TURNS) as writer:
        for source, rows in by_film(shards.read_shard(path)):
            found, counts = join(
                rows,
                pause_ms=settings["pause_ms"],
                silence_ms=settings["silence_ms"],
                model=model,
                facts=facts.get(source, UNKNOWN),
            )
            writer.add("turns", found, size=200)
            totals.update(films=1, sentences_in=len(rows), turns=len(found), **counts)
    return {"totals": totals, "dropped": []}


def join(
    rows: Sequence[Row],
    *,
    pause_ms: float,
    silence_ms: float,
    model: TurnClassifier | None = None,
    facts: Facts = UNKNOWN,
) -> tuple[list[Row], Counter[str]]:
    """The turns of a film, as rows of the table, and what decided on each pair of sentences.

    Args:
        rows: rows of the table `sentences` of one film, in order.
        pause_ms: for the rules, a longer pause after a finished sentence begins another turn.
        silence_ms: a longer gap begins another turn in any case.
        model: the classifier; the rules decide without one, and on kinds of pairs it was not trained on.
        facts: of the film.
    """
    pairs = list(pairwise(rows))
    asked = [place for place, pair in enumerate(pairs) if model and (model.across or share_block(*pair))]
    answers = model.change([pair_of(*pairs[place], facts) for place in asked]) if model else ()
    changes = dict(zip(asked, answers, strict=True))
    counts = Counter(pairs=len(pairs))
    marked = ends_sentences(rows)
    found = [_turn(row) for row in rows[:1]]
    for place, (one, other) in enumerate(pairs):
        same = stated(one, other, speaker=found[-1]["speaker"], silence_ms=silence_ms, marked=marked)
        by = "stated" if same is not None else "by_classifier" if place in changes else "by_rules"
        if same is None:
            same = (
                not changes[place]
                if place in changes
                else by_rules(one, other, pause_ms=pause_ms, marked=marked)
            )
        counts[f"pairs_{by}"] += 1
        if same:
            found[-1] |= {"last": other["number"], "end_ms": other["end_ms"]}
            found[-1]["texts"].append(undashed(other["text"]))
        else:
            found.append(_turn(other))
    for turn in found:
        turn["text"] = " ".join(turn.pop("texts")).strip()
    return found, counts


def _turn(row: Mapping[str, Any]) -> Row:
    """A turn of one sentence, with its text as a list of parts."""
    kept = ("source_id", "number", "speaker", "start_ms", "end_ms")
    return {name: row[name] for name in kept} | {"last": row["number"], "texts": [undashed(row["text"])]}

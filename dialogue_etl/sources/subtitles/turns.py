"""Stage `turns`: the sentences of each film joined to turns, each with the chance that it is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.labels.classifiers import model_files
from dialogue_etl.sources.subtitles import turn_classifier
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.segment import Habits, share_block, stated, undashed
from dialogue_etl.sources.subtitles.sentences import by_film, film_shards
from dialogue_etl.sources.subtitles.tables import TURNS
from dialogue_etl.sources.subtitles.turn_features import UNKNOWN, Facts, pair_of
from dialogue_etl.sources.subtitles.turn_weights import chances

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.sources.subtitles.parameters.turns import Segmenter
    from dialogue_etl.sources.subtitles.turn_classifier import TurnClassifier

    Row = dict[str, Any]

_STAGE = "turns"
_COUNTED = (
    *("films", "sentences_in", "turns", "pairs"),
    *(f"pairs_{by}" for by in ("stated", "by_weights", "by_classifier", "by_cue", "by_sentence")),
)
_PLAIN: dict[str, Callable[[Row, Row], bool]] = {
    "cue": lambda one, other: not share_block(one, other),
    "sentence": lambda _one, _other: True,
}
"""Whether the second of two sentences begins a turn, where all that counts is what is in the file."""
_HEARD: dict[str, tuple[bool, ...]] = {"cue": (False,), "sentence": ()}
"""Which statements of the subtitle count there: that two persons speak in a cue; none."""


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
    """Join the sentences of a language to turns, as `turns.segmenter` says; untrained, by the weights.

    Raises:
        MissingTableError: an input is not the output of its stage.
        ModelError: the model is damaged.
    """
    values = params[Turns]
    asked = values.segmenter == "classifier"
    trained = asked and turn_classifier.load(model) is not None
    files = [path for name in (turn_classifier.CARD, model_files.FILE) if (path := model / name).is_file()]
    settings = {**settings_of(values), "trained": trained, "language": language}
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
        facts={"classifier": int(trained), "fallback_to_weights": int(asked and not trained)},
    )


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    path, films = job.inputs[:2]
    settings = dict(job.settings)
    language = settings.pop("language")
    model = turn_classifier.load(job.paths[0]) if settings.pop("trained") else None
    facts = {row["id"]: Facts.of(row) for row in shards.read_shard(films)} if model else {}
    totals: Counter[str] = Counter()
    with shards.ShardWriter(folder, 0, 1, [], turns=TURNS) as writer:
        for source, rows in by_film(shards.read_shard(path)):
            found, counts = join(rows, language, **settings, model=model, facts=facts.get(source, UNKNOWN))
            writer.add("turns", found, size=200)
            totals.update(films=1, sentences_in=len(rows), turns=len(found), **counts)
    return {"totals": totals, "dropped": []}


def settings_of(params: Turns) -> dict[str, Any]:
    """The arguments of `join` that are parameters."""
    return {
        "segmenter": params.segmenter,
        "change_chance": params.change_chance,
        "silence_ms": 1000 * params.dialogue_gap,
    }


def join(
    rows: Sequence[Row],
    language: str,
    *,
    segmenter: Segmenter,
    change_chance: float,
    silence_ms: float,
    model: TurnClassifier | None = None,
    facts: Facts = UNKNOWN,
) -> tuple[list[Row], Counter[str]]:
    """The turns of a film, as rows of the table, and what decided on each pair of sentences.

    Args:
        rows: rows of the table `sentences` of one film, in order.
        language: BCP-47 tag.
        segmenter: what decides where the subtitle does not state it.
        change_chance: for the weights, a greater chance of another person begins another turn.
        silence_ms: a longer gap begins another turn in any case.
        model: the classifier; the weights decide without one, and on kinds of pairs it was not trained on.
        facts: of the film.
    """
    pairs, habits = list(pairwise(rows)), Habits.of(rows)
    asked = [place for place, pair in enumerate(pairs) if model and (model.across or share_block(*pair))]
    answers = model.change([pair_of(*pairs[place], facts) for place in asked]) if model else ()
    decided = dict(zip(asked, answers, strict=True))
    plain, heard = _PLAIN.get(segmenter), _HEARD.get(segmenter, (False, True))
    weighed = [float(plain(*pair)) for pair in pairs] if plain else chances(rows, habits, language)
    by_default = f"by_{segmenter if plain else 'weights'}"
    counts = Counter(pairs=len(pairs))
    found = [_turn(row, None) for row in rows[:1]]
    for place, (one, other) in enumerate(pairs):
        change, by = weighed[place], by_default
        same = stated(one, other, speaker=found[-1]["speaker"], silence_ms=silence_ms, habits=habits)
        if same in heard:
            change, by = float(not same), "stated"
        elif place in decided:
            change, by = float(decided[place]), "by_classifier"
        counts[f"pairs_{by}"] += 1
        if change > change_chance:
            found.append(_turn(other, change))
        else:
            found[-1] |= {"last": other["number"], "end_ms": other["end_ms"]}
            found[-1]["alone"] = min(found[-1]["alone"], round(1 - change, 3))
            found[-1]["texts"].append(undashed(other["text"]))
    for turn in found:
        turn["text"] = " ".join(turn.pop("texts")).strip()
    return found, counts


def _turn(row: Mapping[str, Any], change: float | None) -> Row:
    """A turn of one sentence, with its text as a list of parts."""
    kept = ("source_id", "number", "speaker", "start_ms", "end_ms")
    return {
        **{name: row[name] for name in kept},
        "last": row["number"],
        "change": change,
        "alone": 1.0,
        "texts": [undashed(row["text"])],
    }

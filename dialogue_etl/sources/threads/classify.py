"""Stage `classify`: scores dialogues, and drops those above a threshold.

Scores are cached and independent of the thresholds: a change of thresholds does not score again, and a
relaxed one keeps all dialogues of a strict one (paper, section 3: base and large). The noise of a dialogue is
the maximum over its pairs of adjacent turns; its need of a context is that of its first utterance.
"""

from __future__ import annotations

import logging
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.core.store import digest_of, files_of
from dialogue_etl.core.tables import SCORES
from dialogue_etl.filters import Drop
from dialogue_etl.filters.text_batch import TextBatch
from dialogue_etl.labels.classifiers.classifier import Card, at, choose, load, load_card, unreached
from dialogue_etl.labels.classifiers.examples import TASKS, Task, half
from dialogue_etl.labels.classifiers.parameters import Classify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy.typing as npt

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.labels.classifiers.association import Floats
    from dialogue_etl.labels.classifiers.calibration import Calibrated

log = logging.getLogger("dialogue_etl")
_STAGE = "classify"
_FILE = "scores.arrow"
_EXCERPT = 200
_ROWS = 5_000  # dialogues that are scored at once
_SCORE_BYTES = 100  # of a row, about
_SCORES = pa.schema([(task, pa.float64()) for task in TASKS] + [("turn", pa.int32())])
"""A row per dialogue: its scores, null without a classifier, and the first turn of its noisiest pair."""


def classify(
    *,
    language: str,
    dialogues: Path,
    models: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Score the dialogues of the stage `rules`, and keep those under the thresholds.

    Raises:
        MissingTableError: `dialogues` is not the output of `rules`.
        ModelError: `models` is not the output of `train`.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    cards = {task: load_card(models / task) for task in TASKS}
    files = [path for task in TASKS if cards[task].trained for path in files_of(models / task)]
    settings = {"models": "".join(map(digest_of, files))}
    jobs = [Job(inputs=(path,), settings=settings, paths=(models,)) for path in paths]
    scored = list(run.over_shards(f"score {language}", _score, jobs, runtime=runtime))
    thresholds, facts = _thresholds(cards, params[Classify])
    jobs = [
        Job(inputs=(path, shard.folder / _FILE), settings={"thresholds": thresholds})
        for path, shard in zip(paths, scored, strict=True)
    ]
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        jobs,
        Counter(dialogues_in=0, dialogues=0, utterances_in=0, utterances=0),
        output=output,
        metrics=metrics,
        runtime=runtime,
        facts=facts,
    )


def _score(job: Job, folder: Path) -> dict[str, Any]:
    """Score the dialogues of a shard."""
    classifiers, seed = _loaded(job.paths[0], job.settings["models"])
    with pa.ipc.new_file(folder / _FILE, _SCORES) as writer:
        for batch in shards.read_batches(job.inputs[0], ["source_id", "turns.list.element.text"], _ROWS):
            halves = [half(thread, seed) for thread in batch.column("source_id").to_pylist()]
            writer.write(
                _measured(TextBatch.of(batch.column("turns")), np.array(halves, np.int64), classifiers)
            )
    return {}


@lru_cache(maxsize=1)
def _loaded(models: Path, _digest: str) -> tuple[dict[Task, Calibrated | None], int]:
    """The classifiers, cached between shards, and the seed that assigns threads to halves."""
    cards = {task: load_card(models / task) for task in TASKS}
    of = {task: load(models / task, card) if card.trained else None for task, card in cards.items()}
    return of, cards[TASKS[-1]].seed


def _measured(
    batch: TextBatch, halves: npt.NDArray[np.int64], classifiers: Mapping[Task, Calibrated | None]
) -> pa.RecordBatch:
    """The scores of some dialogues."""
    answers, firsts = batch.answers, batch.lengths > 0
    owners = np.repeat(np.arange(len(halves)), batch.lengths)[answers]
    columns = {task: np.full(len(halves), np.nan) for task in TASKS}
    turns = np.zeros(len(halves), np.int32)
    pairs = batch.numbers[answers - 1], batch.numbers[answers]
    if (noise := _each(classifiers["noise"], batch.texts, pairs, halves[owners])) is not None:
        order = np.lexsort((-noise, owners))  # of those that score the same the first one
        of, first = np.unique(owners, return_index=True)
        worst = order[first]
        columns["noise"][of], turns[of] = noise[worst], answers[worst] - 1 - batch.edges[of]
    first_turns = batch.numbers[batch.edges[:-1][firsts]]
    context = _each(classifiers["context"], batch.texts, [first_turns], np.zeros_like(first_turns))
    if context is not None:
        columns["context"][firsts] = context
    values = [pa.array(columns[task], from_pandas=True) for task in TASKS]
    return pa.record_batch([*values, pa.array(turns)], schema=_SCORES)


def _each(
    classifier: Calibrated | None,
    texts: Sequence[str],
    sides: Sequence[npt.NDArray[np.int64]],
    halves: npt.NDArray[np.int64],
) -> Floats | None:
    """The scores of pairs or utterances, each distinct one once: paths of a tree share most of their pairs.

    Args:
        classifier: of the task, or None.
        texts: distinct texts.
        sides: indices in `texts` of posts and of responses, or of utterances.
        halves: for each pair or utterance the half of its thread.
    """
    if classifier is None or not len(halves):
        return None
    keys = np.ravel_multi_index((*sides, halves), (*(len(texts) for _ in sides), 2))
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    distinct = [tuple(map(texts.__getitem__, row)) for row in np.array(sides).T[first].tolist()]
    return classifier.scores(distinct, halves[first].tolist())[which]


def _thresholds(cards: Mapping[Task, Card], params: Classify) -> tuple[dict[str, float], dict[str, Any]]:
    """The threshold of each task that has a classifier, and its metrics."""
    thresholds: dict[str, float] = {}
    facts: dict[str, Any] = {}
    for task in TASKS:
        card = cards[task]
        if not card.trained:
            facts[task] = {"trained": False}
            continue
        chosen = choose(card, params)
        if not chosen.reached:
            why = unreached(card, params)
            log.warning("%s %s: %s leaves nothing out: %s", _STAGE, card.language, task, why)
        thresholds[task] = chosen.threshold
        here = at(card.curve, chosen.threshold)
        figures = {"auc": card.auc, "precision": here.precision, "recall": here.recall, "f": here.f}
        facts[task] = {
            "trained": True,
            "threshold": {chosen.rule: chosen.threshold},
            "reached": chosen.reached,
            "weak_labels" if card.weak else "annotations": {
                name: value for name, value in figures.items() if value is not None
            },
        }
    return thresholds, facts


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    """Keep or drop the dialogues of a shard by their scores."""
    thresholds = job.settings["thresholds"]
    totals: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    with (
        pa.memory_map(str(job.inputs[1])) as file,
        shards.ShardWriter(folder, 0, 1, ["dialogues", "scores", "drops"]) as writer,
    ):
        scores, begin = pa.ipc.open_file(file).read_all(), 0
        for batch in shards.read_batches(job.inputs[0]):
            measured, begin = scores.slice(begin, len(batch)), begin + len(batch)
            writer.write_rows("scores", *_score_rows(batch, measured))
            turns = batch.column("turns").value_lengths()
            totals.update(dialogues_in=len(batch), utterances_in=pc.sum(turns).as_py() or 0)
            above = _above(measured, thresholds)
            for row, values in zip(*(_rows(table, above) for table in (batch, measured)), strict=True):
                drop = _verdict(row["turns"], values, thresholds)
                names = {"id": row["id"], "source_id": row["source_id"]}
                writer.add("drops", [drop.row(stage=_STAGE, unit="dialogue", **names)])
                reasons.update({("dialogue", drop.reason): 1, ("utterance", drop.reason): len(row["turns"])})
            kept = pc.invert(above)
            totals.update(
                dialogues=pc.sum(kept).as_py() or 0, utterances=pc.sum(turns.filter(kept)).as_py() or 0
            )
            writer.write("dialogues", pa.Table.from_batches([batch.filter(kept)]))
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _above(measured: pa.Table, thresholds: Mapping[str, float]) -> pa.BooleanArray:
    """For each dialogue whether a score is above its threshold."""
    above = np.zeros(len(measured), np.bool_)
    for task, threshold in thresholds.items():
        above |= pc.greater(measured[task], threshold).fill_null(False).to_numpy()
    return pa.array(above)


def _rows(table: pa.Table | pa.RecordBatch, those: pa.BooleanArray) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.filter(those).to_pylist()
    return rows


def _score_rows(batch: pa.RecordBatch, measured: pa.Table) -> tuple[pa.Table, npt.NDArray[np.int64]]:
    """A row per score, and row sizes in bytes that keep the scores of a dialogue in one row group."""
    count = len(batch) * len(TASKS)
    dialogue, task = np.arange(count) // len(TASKS), np.arange(count) % len(TASKS)
    values = pa.concat_arrays([measured[name].combine_chunks() for name in TASKS])
    values = values.take(pa.array(task * len(batch) + dialogue))
    has = values.is_valid().to_numpy(zero_copy_only=False)
    owners = dialogue[has]
    columns = {
        "unit": pa.array(["dialogue"]).take(pa.array(np.zeros(len(owners), np.int64))),
        **{name: batch.column(name).take(pa.array(owners)) for name in ("id", "source_id")},
        "measure": pa.array(TASKS).take(pa.array(task[has])),
        "value": values.drop_null(),
    }
    last = np.ones(len(owners), np.bool_)
    last[:-1] = owners[1:] != owners[:-1]
    each = np.bincount(owners, minlength=len(batch))[owners]
    return pa.Table.from_pydict(columns, schema=SCORES), np.where(last, _SCORE_BYTES * each, 0)


def _verdict(
    turns: Sequence[Mapping[str, Any]], measured: Mapping[str, Any], thresholds: Mapping[str, float]
) -> Drop:
    """The drop of a dialogue, by its first score above a threshold."""
    task = next(
        task for task, most in thresholds.items() if measured[task] is not None and measured[task] > most
    )
    first, number = (measured["turn"], 2) if task == "noise" else (0, 1)
    shown = [turn["text"] for turn in turns[first : first + number]]
    return Drop(f"{task}_threshold", measured[task], thresholds[task], " / ".join(shown)[:_EXCERPT])

"""Stage `classify`: scores dialogues, splits them at noisy answers, drops what begins without its context.

Scores are cached and independent of the thresholds: a change of thresholds does not score again. What strict
ones keep, relaxed ones keep too, in the same or a longer piece (paper, section 3: base and large). The noise
of a dialogue is the maximum over its pairs of adjacent turns (`in_dialogue`); its need of a context is that
of its first utterance.
"""

from __future__ import annotations

import logging
from collections import Counter
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.core.store import digest_of, files_of
from dialogue_etl.core.tables import SCORES
from dialogue_etl.core.turns import offsets
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters import Drop, contamination
from dialogue_etl.filters.chain import Cleaned
from dialogue_etl.filters.contamination import Copies
from dialogue_etl.filters.hits import Hit
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.text_batch import TextBatch
from dialogue_etl.labels.classifiers.calibration import in_dialogue
from dialogue_etl.labels.classifiers.classifier import Card, at, choose, load, load_card, unreached
from dialogue_etl.labels.classifiers.examples import TASKS, Task, half
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.sources.threads.parameters import Threads
from dialogue_etl.sources.threads.rule_output import COUNTED, RuleOutput

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import numpy.typing as npt

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.labels.classifiers.association import Floats
    from dialogue_etl.labels.classifiers.calibration import Calibrated
    from dialogue_etl.sources.threads.rule_output import Dialogue

log = logging.getLogger("dialogue_etl")
_STAGE = "classify"
_FILE = "scores.arrow"
_ROWS = 5_000  # dialogues that are scored at once
_SCORE_BYTES = 100  # of a row, about
_SCORES = pa.schema([(task, pa.list_(pa.float64())) for task in TASKS])
"""A row per dialogue: noise of its pairs, need of a context of its turns; null without a classifier."""
_TURNS = (2, 3, 5, 9, 17)
"""Least turns of the lengths that are counted apart."""
_LARGE = 1_000  # utterances of a corpus: chance alone may take much of a smaller one


class TakenError(DialogueEtlError):
    """The classifiers take more than they may; the message says of what."""


def classify(
    *,
    language: str,
    dialogues: Path,
    models: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    tests: Path | None = None,
) -> None:
    """Score the dialogues of the stage `rules`, and keep what is under the thresholds and not of a test set.

    Raises:
        TakenError: the classifiers take a greater share than `max_share`.
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
    cutting: dict[str, Any] = {
        "thresholds": thresholds,
        "numbered": params[Threads].speakers == "numbers",
        "min_turns": max(params[Rules].min_turns, 1),
    }
    jobs = [
        Job(inputs=(path, shard.folder / _FILE, *contamination.inputs(tests)), settings=cutting)
        for path, shard in zip(paths, scored, strict=True)
    ]
    finished = list(run.over_shards(f"{_STAGE} {language}", _shard, jobs, runtime=runtime))
    facts |= _price(shard.result for shard in finished)
    _stop(language, facts, params[Classify].max_share)
    run.finish_stage(
        _STAGE,
        language,
        _shard,
        jobs,
        Counter(dict.fromkeys(COUNTED, 0)),
        output=output,
        metrics=metrics,
        runtime=runtime,
        facts=facts,
    )


def _price(results: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, dict[str, Any]]]:
    """What goes and stays, by number of turns and by corpus."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        counted.update({(kind, name, what): number for kind, name, what, number in result["price"]})
    said: dict[str, dict[str, dict[str, Any]]] = {"by_turns": {}, "by_corpus": {}}

    def order(key: tuple[str, str, str]) -> tuple[Any, ...]:
        return key[0], int(key[1]) if key[0] == "by_turns" else 0, key

    for kind, name, what in sorted(counted, key=order):
        said[kind].setdefault(name, {})[what] = counted[kind, name, what]
    for figures in (*said["by_turns"].values(), *said["by_corpus"].values()):
        figures["kept"] = round(figures["utterances"] / (figures["utterances_in"] or 1), 4)
    return said


def _stop(language: str, facts: Mapping[str, Any], most: float) -> None:
    """Warn of what the classifiers take of each corpus, and stop if it is too much."""
    parts = [(name, of["utterances_in"], of["utterances"]) for name, of in facts["by_corpus"].items()]
    whole = ("all corpora", sum(came for _, came, _ in parts), sum(left for *_, left in parts))
    for name, came, left in (whole, *(part for part in parts if part[1] >= _LARGE)):
        taken = 1 - left / came if came else 0.0
        said = f"the classifiers take {taken:.1%} of {came:,} utterances of {name}"
        if taken > most:
            raise TakenError(
                f"{_STAGE} {language}: {said}; classify.max_share allows {most:.1%}. Judge more pairs "
                "(dialogue-etl audit noise), raise the thresholds, or turn the classifiers off"
            )
        if taken > most / 2:
            log.warning("%s %s: %s", _STAGE, language, said)


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
    answers, number = batch.answers, len(halves)
    lengths = np.maximum(batch.lengths - 1, 0)
    owners = np.repeat(np.arange(number), lengths)
    pairs = batch.numbers[answers - 1], batch.numbers[answers]
    noise = _each(classifiers["noise"], batch.texts, pairs, halves[owners])
    if noise is not None:
        noise = in_dialogue(noise, lengths[owners])
    context = _each(classifiers["context"], batch.texts, [batch.numbers], np.zeros_like(batch.numbers))
    columns = [
        pa.nulls(number, _SCORES.field(task).type)
        if scores is None
        else pa.ListArray.from_arrays(offsets(each), scores)
        for task, scores, each in zip(TASKS, (noise, context), (lengths, batch.lengths), strict=True)
    ]
    return pa.record_batch(columns, schema=_SCORES)


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
        figures |= {"precision_from": here.low, "precision_to": here.high}
        share = card.share._asdict() if card.share else {}
        facts[task] = {
            "trained": True,
            "threshold": {chosen.rule: chosen.threshold},
            "reached": chosen.reached,
            "share": {name: value for name, value in share.items() if value is not None},
            "weak_labels" if card.weak else "annotations": {
                name: value for name, value in figures.items() if value is not None
            },
        }
    return thresholds, facts


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    """Keep, split or drop the dialogues of a shard by their scores."""
    settings, copies = job.settings, Copies(job.inputs[2:])
    price: Counter[tuple[str, str, str]] = Counter()
    with (
        pa.memory_map(str(job.inputs[1])) as file,
        shards.ShardWriter(folder, 0, 1, ["dialogues", "scores", "drops"]) as writer,
    ):
        output = RuleOutput(writer, number_speakers=settings["numbered"], stage=_STAGE)
        scores, begin = pa.ipc.open_file(file).read_all(), 0
        for batch in shards.read_batches(job.inputs[0]):
            measured, begin = scores.slice(begin, len(batch)), begin + len(batch)
            writer.write_rows("scores", *_score_rows(batch, measured))
            lengths = batch.column("turns").value_lengths().to_numpy()
            output.totals.update(dialogues_in=len(batch), utterances_in=int(lengths.sum()))
            left = lengths.copy()
            found = copies.verdicts(batch.column("turns"))
            clean = partial(_clean, _Judged(measured, found), left, settings)
            above = _above(measured, settings["thresholds"]).tolist()
            stays = [not noisy and copy is None for noisy, copy in zip(above, found, strict=True)]
            output.batch(batch, stays, pa.Table.from_batches([batch]), clean)
            judged = np.array([copy is None for copy in found], bool)  # by the classifiers
            _count(price, batch.filter(pa.array(judged)), lengths[judged], left[judged])
    return {**output.result(), "price": [[*key, number] for key, number in sorted(price.items())]}


class _Judged(NamedTuple):
    """Scores of a batch, and why dialogues of it are dropped as a whole, or None."""

    scores: pa.Table
    copies: Sequence[Drop | None]


def _clean(
    judged: _Judged,
    left: npt.NDArray[np.int64],
    settings: Mapping[str, Any],
    place: int,
    dialogue: Dialogue,
) -> Cleaned:
    """Split a dialogue at its noisy pairs, whose answers go; pieces that are short or need a context, too.

    The answer is what does not fit: of 1,615 adverts planted in LCCC-base, 948 began the next piece before.

    Args:
        judged: what is known of the batch.
        left: by dialogue of the batch, gets the number of utterances that are left.
        settings: thresholds by task, and the least number of turns of a piece.
        place: of the dialogue in the batch.
        dialogue: to split.
    """
    said, thresholds = dialogue.turns, settings["thresholds"]
    noise, context = (judged.scores[task][place].as_py() or [] for task in TASKS)
    most = thresholds.get("noise", 1.0)
    cuts = [turn for turn, score in enumerate(noise, start=1) if score > most]
    cleaned = Cleaned()
    if copy := judged.copies[place]:
        left[place] = 0
        cleaned.dropped += [(turn, Hit(copy.reason, copy)) for turn in said]
        return cleaned
    hits: dict[int, Hit] = {}  # by the answer
    for cut in sorted(cuts, key=lambda cut: -noise[cut - 1]):
        drop = Drop("noise_threshold", noise[cut - 1], most, f"{said[cut - 1].text} / {said[cut].text}")
        hits[cut] = Hit(drop.reason, drop)
        cleaned.dropped.append((said[cut], hits[cut]))
    for before, end in pairwise([-1, *cuts, len(said)]):
        begin = before + 1
        piece = said[begin:end]
        if hits and len(piece) < settings["min_turns"]:
            near = max((cut for cut in (before, end) if cut in hits), key=lambda cut: noise[cut - 1])
            cleaned.dropped += [(turn, hits[near]) for turn in piece]
            continue
        if context and context[begin] > thresholds["context"]:
            drop = Drop("context_threshold", context[begin], thresholds["context"], piece[0].text)
            cleaned.dropped += [(turn, Hit(drop.reason, drop)) for turn in piece]
        else:
            cleaned.pieces.append(piece)
    left[place] = sum(map(len, cleaned.pieces))
    return cleaned


def _above(measured: pa.Table, thresholds: Mapping[str, float]) -> npt.NDArray[np.bool_]:
    """For each dialogue whether a pair, or its first utterance, scores above the threshold."""
    above = np.zeros(len(measured), np.bool_)
    for task, values in _of_dialogues(measured).items():
        above |= np.nan_to_num(values) > thresholds.get(task, 1.0)
    return above


def _of_dialogues(measured: pa.Table) -> dict[Task, Floats]:
    """The score of each dialogue by task: that of its noisiest pair, of its first utterance; or NaN."""
    found: dict[Task, Floats] = {}
    for task in TASKS:
        column = measured[task].combine_chunks()
        own, edges = column.flatten().to_numpy(), column.offsets.to_numpy() - column.offsets[0].as_py()
        has = np.diff(edges) > 0
        found[task] = np.full(len(column), np.nan)
        if len(own):
            found[task][has] = (
                np.maximum.reduceat(own, edges[:-1][has]) if task == "noise" else own[edges[:-1][has]]
            )
    return found


def _count(
    price: Counter[tuple[str, str, str]],
    batch: pa.RecordBatch,
    lengths: npt.NDArray[np.int64],
    left: npt.NDArray[np.int64],
) -> None:
    """Count what goes and stays, by number of turns and by corpus."""
    corpora = np.array([id.partition(":")[0] for id in batch.column("source_id").to_pylist()], object)
    turns = np.array(_TURNS)[np.maximum(np.searchsorted(_TURNS, lengths, "right") - 1, 0)].astype(str)
    for kind, names in (("by_turns", turns.astype(object)), ("by_corpus", corpora)):
        for name in dict.fromkeys(names.tolist()):
            of = names == name
            figures = {
                "dialogues_in": of.sum(),
                "whole": (of & (left == lengths)).sum(),
                "utterances_in": lengths[of].sum(),
                "utterances": left[of].sum(),
            }
            price.update({(kind, name, what): int(number) for what, number in figures.items()})


def _score_rows(batch: pa.RecordBatch, measured: pa.Table) -> tuple[pa.Table, npt.NDArray[np.int64]]:
    """A row per score, and row sizes in bytes that keep the scores of a dialogue in one row group."""
    both = np.stack([*_of_dialogues(measured).values()], axis=1)
    owners, task = np.nonzero(~np.isnan(both))
    columns = {
        "unit": pa.array(["dialogue"]).take(pa.array(np.zeros(len(owners), np.int64))),
        **{name: batch.column(name).take(pa.array(owners)) for name in ("id", "source_id")},
        "measure": pa.array(TASKS).take(pa.array(task)),
        "value": pa.array(both[owners, task]),
    }
    last = np.ones(len(owners), np.bool_)
    last[:-1] = owners[1:] != owners[:-1]
    each = np.bincount(owners, minlength=len(batch))[owners]
    return pa.Table.from_pydict(columns, schema=SCORES), np.where(last, _SCORE_BYTES * each, 0)

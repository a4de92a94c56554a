"""Stage `rules`: noise is cut out of dialogues, they are parted at it, or left out.

Each dialogue goes through the chain of rules (`_clean`, a job per shard); what is left is surveyed for the
rules that need all dialogues (`answer_counts.py`), which then are applied (`_apply`); what they part goes
through the chain again. A rule that fails stops the stage: it is a bug, and no shard is lost by it.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl import run, shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.params import Rules
from dialogue_etl.run import Job
from dialogue_etl.sources.threads import answer_counts
from dialogue_etl.sources.threads.cleaned import COUNTED, Ledger, utterances_of
from dialogue_etl.sources.threads.data_rules import DataRules
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.chain import Chain, Cleaned
from dialogue_etl.store import ShardStore
from dialogue_etl.word_counts import CountsWriter, parts_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.threads.rules.rule import Utterance
    from dialogue_etl.store import Finished

_STAGE = "rules"
_SHOWN_PROBLEMS = 20

log = logging.getLogger("dialogue_etl")


class RuleError(DialogueEtlError):
    """A rule failed over a dialogue; the message names both."""


def rules(
    *,
    language: str,
    dialogues: Path,
    blacklists: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Clean the dialogues of a language.

    Args:
        language: BCP-47 tag.
        dialogues: output of `extract`.
        blacklists: folder of the user's lists, each optional (`rules/blacklists.py`).
        output: folder to write.
        metrics: JSON file to write.
        params: all knobs; those of `rules` are looked at, and `threads.speakers`.
        runtime: workers and store.

    Raises:
        MissingTableError: `dialogues` is not the output of `extract`.
        RuleError: a rule failed.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    lists = Blacklists.load(language, blacklists)
    _tell(lists)
    parts = parts_for(paths)
    settings = _settings(language, lists, params, parts)
    jobs = [Job(inputs=(path,), settings=settings, paths=(blacklists,)) for path in paths]
    cleaned = list(run.over_shards(f"clean {language}", _clean, jobs, runtime=runtime))
    counted: list[Finished] = []
    if answer_counts.counts_answers(params.rules):
        counted = answer_counts.count(language, cleaned, parts, params.rules, runtime)
    jobs = _last_jobs(cleaned, counted, lists, settings, blacklists)
    finished = list(run.over_shards(f"{_STAGE} {language}", _apply, jobs, runtime=runtime))
    with shards.whole(output) as folder:
        shards.put_together([shard.folder for shard in finished], folder)
    figures = _figures([shard.result for shard in (*cleaned, *finished)], lists, params.rules)
    run.write_metrics(metrics, {**figures, "order": params.rules.order})
    run.report_counts(_STAGE, language, figures)
    ShardStore(runtime.store).sweep(runtime.store_days)


def _settings(language: str, lists: Blacklists, params: Params, parts: int) -> dict[str, Any]:
    return {
        "language": language,
        "lists": lists.digest,
        "rules": params.rules.model_dump(),
        "numbered": params.threads.speakers == "numbers",
        "parts": parts,
    }


def _tell(lists: Blacklists) -> None:
    for problem in lists.problems[:_SHOWN_PROBLEMS]:
        log.warning("blacklists: %s; left out", problem)
    if (more := len(lists.problems) - _SHOWN_PROBLEMS) > 0:
        log.warning("blacklists: %s more such lines; all are in the drops", f"{more:,}")


def _last_jobs(
    cleaned: Sequence[Finished],
    counted: Sequence[Finished],
    lists: Blacklists,
    settings: Mapping[str, Any],
    blacklists: Path,
) -> list[Job]:
    keys = {"counted": [part.key for part in counted]}
    return [
        Job(
            settings={
                **settings,
                **keys,
                "cleaned": shard.key,
                "problems": lists.problems if number == 0 else (),
            },
            paths=(blacklists, shard.folder, *(part.folder for part in counted)),
        )
        for number, shard in enumerate(cleaned)
    ]


def _figures(results: Sequence[Mapping[str, Any]], lists: Blacklists, rules: Rules) -> dict[str, Any]:
    totals = Counter(dict.fromkeys(COUNTED, 0))
    hits: Counter[tuple[str, str]] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    for result in results:
        for name, number in result["totals"].items():
            totals[name] += number
        hits.update({(rule, action): number for rule, action, number in result["hits"]})
        reasons.update({(unit, reason): number for unit, reason, number in result["dropped"]})
    return {
        **totals,
        "terms": {name: len(terms) for name, terms in lists.terms.items()},
        "hits": {
            rule: {action: hits[rule, action] for action in ("cut", "split", "drop") if hits[rule, action]}
            for rule in sorted({rule for rule, _ in hits}, key=_in_order(rules))
        },
        "dropped": run.count_reasons(reasons),
    }


def _in_order(rules: Rules) -> Any:
    places = {name: place for place, name in enumerate(rules.order)}
    return lambda rule: (places.get(rule, len(places)), rule)


@lru_cache(maxsize=1)
def _chain(language: str, rules: str, folder: Path, _lists: str) -> Chain:
    """The chain of a stage, kept between shards: it remembers texts, and lists take time to prepare."""
    return Chain.of(language, Rules.model_validate_json(rules), Blacklists.load(language, folder))


def _chain_of(job: Job) -> Chain:
    said = job.settings
    return _chain(said["language"], json.dumps(said["rules"]), job.paths[0], said["lists"])


def _through(chain: Chain, utterances: Sequence[Utterance], id: str) -> Cleaned:
    try:
        return chain.apply(utterances)
    except Exception as error:
        raise RuleError(f"dialogue {id}: a rule failed: {type(error).__name__}: {error}") from error


def _clean(job: Job, folder: Path) -> dict[str, Any]:
    """Send the dialogues of a shard through the chain, and survey what is left."""
    chain = _chain_of(job)
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        ledger = Ledger(writer, number_speakers=job.settings["numbered"])
        for row in shards.read_shard(job.inputs[0]):
            ledger.comes_in(len(row["turns"]))
            ledger.settle(row, _through(chain, utterances_of(row), row["id"]))
    with CountsWriter(folder / answer_counts.PAIRS, job.settings["parts"]) as pairs:
        path = shards.shard_path(folder, "dialogues", 0, 1)
        for batch in shards.read_batches(path, ["turns.list.element.text"]):
            answer_counts.survey(batch, pairs)
    ledger.totals.update(dialogues=-ledger.totals["dialogues"], utterances=-ledger.totals["utterances"])
    return ledger.result()  # dialogues that stay are counted when they are written


def _apply(job: Job, folder: Path) -> dict[str, Any]:
    """Hold the clean dialogues of a shard against what all dialogues show."""
    said = job.settings
    before, counted = job.paths[1], job.paths[2:]
    data_rules = DataRules.of(said["language"], Rules(**said["rules"]), counted)
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        ledger = Ledger(writer, number_speakers=said["numbered"])
        ledger.leave_out_lines(said["problems"])
        for batch in shards.read_batches(shards.shard_path(before, "drops", 0, 1)):
            writer.write("drops", pa.Table.from_batches([batch]))
        for batch in shards.read_batches(shards.shard_path(before, "dialogues", 0, 1)):
            found = data_rules.find(answer_counts.texts_of(batch))
            for place, row in enumerate(batch.to_pylist()):
                if not (hits := found.get(place)):
                    ledger.keep(row)
                    continue
                cleaned = data_rules.apply(utterances_of(row), hits)
                ledger.settle(row, _again(cleaned, _chain_of(job), row["id"]))
    return ledger.result()


def _again(cleaned: Cleaned, chain: Chain, id: str) -> Cleaned:
    """The pieces of a dialogue through the chain: some may be too short now."""
    pieces, cleaned.pieces = cleaned.pieces, []
    for piece in pieces:
        made = _through(chain, piece, id)
        cleaned.pieces += made.pieces
        cleaned.hits += made.hits
        cleaned.dropped += made.dropped
        cleaned.made += made.made
    return cleaned

"""Stage `rules`: cuts noise out of dialogues, splits them at it, or drops them.

Each dialogue goes through the chain of rules (`clean_shard`, a job per shard). Then answers are counted over
all dialogues (`answer_counts.py`), and the rules that need these counts are applied (`_apply`); dialogues
that they split go through the chain again. Copies in several corpora are dropped (`copies.py`). An exception
in a rule, which is a bug, stops the stage; finished shards are kept.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from dialogue_etl.core import run, shards
from dialogue_etl.core.run import Job
from dialogue_etl.core.store import ShardStore
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.answers import AnswerRules
from dialogue_etl.filters.chain import Chain, Cleaned
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.text_batch import TextBatch
from dialogue_etl.filters.utterance import ordered
from dialogue_etl.filters.utterance.blacklists import Blacklists
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.sources.threads import answer_counts, copies, rule_examples
from dialogue_etl.sources.threads.parameters import Threads
from dialogue_etl.sources.threads.rule_batches import CutBatch
from dialogue_etl.sources.threads.rule_output import COUNTED, Dialogue, RuleOutput
from dialogue_etl.text.privacy import masking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.core.runtime import Runtime
    from dialogue_etl.filters.chain import Known
    from dialogue_etl.filters.hits import Hit
    from dialogue_etl.filters.rule import Utterance

_STAGE = "rules"
_SHOWN_PROBLEMS = 20

log = logging.getLogger("dialogue_etl")


class RuleError(DialogueEtlError):
    """A rule raised an exception for a dialogue; the message names the dialogue."""


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
    """Clean the dialogues of a language from the stage `extract`, with the shipped and the user's blacklists.

    Raises:
        MissingTableError: `dialogues` is not the output of `extract`.
        RuleError: a rule failed.
    """
    paths = shards.shard_paths(dialogues, "dialogues")
    lists = Blacklists.load(language, blacklists)
    _warn(lists)
    settings = settings_of(language, lists, params)
    jobs = [Job(inputs=(path,), settings=settings, paths=(blacklists,)) for path in paths]
    cleaned = list(run.over_shards(f"clean {language}", clean_shard, jobs, runtime=runtime))
    apart = params[Classify].corpora
    counted = answer_counts.count(language, cleaned, settings["rules"], apart, runtime)
    jobs = [
        Job(
            settings={
                **settings,
                "apart": apart,
                "counted": [part.key for part in counted],
                "cleaned": shard.key,
                "problems": () if number else lists.problems,
            },
            paths=(blacklists, shard.folder, *(part.folder for part in counted)),
        )
        for number, shard in enumerate(cleaned)
    ]
    finished = list(run.over_shards(f"{_STAGE} {language}", _apply, jobs, runtime=runtime))
    results = [shard.result for shard in (*cleaned, *finished)]
    if params[Threads].duplicates == "drop":
        there = [name for shard in finished for name in shard.result["corpora"]]
        corpora = copies.order(params[Threads].corpora, there)
        if without := copies.drop(language, finished, corpora, runtime):
            finished, results = without, [*results, *(shard.result for shard in without)]
    with shards.atomic_folder(output) as folder:
        shards.merge_shards([shard.folder for shard in finished], folder)
        rule_examples.merged(result.get("examples", {}) for result in results).write(folder)
    order = ordered(params[Rules].order)
    figures = _figures(results, lists, order)
    run.write_metrics(metrics, {**figures, "order": order})
    run.report_counts(_STAGE, language, figures)
    ShardStore(runtime.store).sweep()


def settings_of(language: str, lists: Blacklists, params: Params) -> dict[str, Any]:
    """The settings of a job that applies the chain."""
    return {
        "language": language,
        "lists": lists.digest,
        "rules": params[Rules].model_dump(),
        "numbered": params[Threads].speakers == "numbers",
        "privacy": params.privacy,
    }


def _warn(lists: Blacklists) -> None:
    for problem in lists.problems[:_SHOWN_PROBLEMS]:
        log.warning("blacklists: %s; left out", problem)
    if (more := len(lists.problems) - _SHOWN_PROBLEMS) > 0:
        log.warning("blacklists: %s more such lines; all are in the drops", f"{more:,}")


def _figures(results: Sequence[Mapping[str, Any]], lists: Blacklists, order: Sequence[str]) -> dict[str, Any]:
    totals = Counter(dict.fromkeys(COUNTED, 0))
    hits: Counter[tuple[str, str]] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    for result in results:
        for name, number in result["totals"].items():
            totals[name] += number
        hits.update({(rule, action): number for rule, action, number in result.get("hits", ())})
        reasons.update({(unit, reason): number for unit, reason, number in result["dropped"]})
    found = {rule for rule, _ in hits}
    ordered = [*(rule for rule in order if rule in found), *sorted(found.difference(order))]
    return {
        **totals,
        "terms": {name: len(terms) for name, terms in lists.terms.items()},
        "hits": {
            rule: {action: hits[rule, action] for action in ("cut", "split", "drop") if hits[rule, action]}
            for rule in ordered
        },
        "dropped": run.count_reasons(reasons),
    }


@lru_cache(maxsize=1)
def _chain(language: str, rules: str, folder: Path, _lists: str, choice: str) -> Chain:
    """The chain of a stage, cached between shards with its cache of texts and its prepared lists."""
    terms = Blacklists.load(language, folder).terms
    return Chain.of(language, json.loads(rules), terms, masking(choice))


def _chain_of(job: Job) -> Chain:
    settings = job.settings
    rules, lists, choice = json.dumps(settings["rules"]), settings["lists"], settings["privacy"]
    return _chain(settings["language"], rules, job.paths[0], lists, choice)


def _through(chain: Chain, utterances: Sequence[Utterance], id: str, known: Known) -> Cleaned:
    try:
        return chain.apply(utterances, known)
    except Exception as error:
        raise RuleError(f"dialogue {id}: a rule failed: {type(error).__name__}: {error}") from error


def _through_whole(chain: Chain, known: Known, _place: int, dialogue: Dialogue) -> Cleaned:
    return _through(chain, dialogue.turns, dialogue.id, known)


def _output(writer: shards.ShardWriter, job: Job) -> RuleOutput:
    mask = masking(job.settings["privacy"])
    return RuleOutput(writer, number_speakers=job.settings["numbered"], mask=mask)


def clean_shard(job: Job, folder: Path) -> dict[str, Any]:
    """Apply the chain to the dialogues of a shard."""
    chain = _chain_of(job)
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        output = _output(writer, job)
        for batch in shards.read_batches(job.inputs[0]):
            said = len(batch.column("turns").flatten())
            output.totals.update(dialogues_in=len(batch), utterances_in=said)
            cut = CutBatch(chain, batch)
            output.batch(batch, cut.settled, cut.table(), partial(_through_whole, chain, cut.known))
            output.found(cut.found())
    output.totals.update(dialogues=-output.totals["dialogues"], utterances=-output.totals["utterances"])
    return output.result()  # `_apply` counts the remaining dialogues


def _apply(job: Job, folder: Path) -> dict[str, Any]:
    """Apply the rules that need counts over all dialogues to a shard."""
    settings, before = job.settings, job.paths[1]
    answer_rules = answer_counts.rules_of(settings["language"], settings["rules"], job.paths[2:])
    chain = cache(partial(_chain_of, job))  # only made if a dialogue is split
    with shards.ShardWriter(folder, 0, 1, ["dialogues", "drops"]) as writer:
        output = _output(writer, job)
        output.leave_out_lines(settings["problems"])
        for batch in shards.read_batches(shards.shard_path(before, "drops", 0, 1)):
            writer.write("drops", pa.Table.from_batches([batch]))
        for batch in shards.read_batches(shards.shard_path(before, "dialogues", 0, 1)):
            texts = TextBatch.of(batch.column("turns"), batch.column("source_id"), settings["apart"])
            found = answer_rules.find(texts)
            known = dict.fromkeys(texts.texts, ()) if found else {}  # all texts are clean
            clean = partial(_without_answers, chain, known, found)
            stays = [place not in found for place in range(len(batch))]
            output.batch(batch, stays, pa.Table.from_batches([batch]), clean)
    return output.result()


def _without_answers(
    chain: Callable[[], Chain],
    known: Known,
    found: Mapping[int, Mapping[int, Hit]],
    place: int,
    dialogue: Dialogue,
) -> Cleaned:
    """A dialogue without the answers that were found, after the chain, since it may be too short now."""
    cleaned = AnswerRules.apply(dialogue.turns, found[place])
    pieces, cleaned.pieces = cleaned.pieces, []
    for piece in pieces:
        again = _through(chain(), piece, dialogue.id, known)
        cleaned.pieces += again.pieces
        cleaned.hits += again.hits
        cleaned.dropped += again.dropped
        cleaned.made += again.made
    return cleaned

"""Stage `evaluate`: scores the extraction profile on annotated texts.

Twice: with the parameters, and without thresholds, which limit how much can be found. The texts are often
licensed for evaluation only, so the output contains scores, but no text.

    figures.json    scores of all texts, by corpus, by language, and of each text
    drops/          texts that were not scored, and why

The metrics are the same, without those of each text.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.evaluation import folder as gold_folder
from dialogue_etl.evaluation import gold as annotated
from dialogue_etl.evaluation import score
from dialogue_etl.evaluation.content import from_rows
from dialogue_etl.evaluation.gold import GoldText
from dialogue_etl.evaluation.score import figures
from dialogue_etl.filters import Drop
from dialogue_etl.languages import LANGUAGES, Language
from dialogue_etl.languages.names import is_supported, unsupported
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

_STAGE = "evaluate"
_AS_SET, _WITHOUT = "as_set", "without_thresholds"
_OFF = {"min_delimiters": 0, "max_words": 0, "longest_turn": 0, "min_turns": 0}
_SHOWN = ("characters_f1", "joined_turns_f1", "non_conversational", "same_speaker_pairs", "clean_dialogues")


def evaluate(
    *,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    workspace: Path,
) -> None:
    """Score the profile on the texts in `evaluation.gold` whose language is supported.

    Raises:
        GoldFolderError: the folder does not exist in the workspace.
    """
    gold = gold_folder.located(params.evaluation.gold, workspace)
    if gold is None:
        _write(output, metrics, {"off": True}, {}, [])
        return
    ways = _ways(params[Extract])
    jobs = [
        Job(inputs=tuple(at / name for name in gold_folder.FILES), settings={"id": id, "extract": ways})
        for id, at in gold_folder.texts(gold).items()
    ]
    texts: dict[str, dict[str, Any]] = {}
    drops = []
    for job, done in zip(jobs, run.over_shards(_STAGE, _score, jobs, runtime=runtime), strict=True):
        if "drop" in done.result:
            drops.append(done.result["drop"])
        else:
            texts[job.settings["id"]] = done.result
    reasons = Counter((drop["unit"], drop["reason"]) for drop in drops)
    found = {
        "texts": len(texts),
        **_groups(texts.values(), _AS_SET),
        _WITHOUT: _groups(texts.values(), _WITHOUT),
        "dropped": run.count_reasons(reasons),
    }
    by_text = {
        id: {way: figures(counts) for way, counts in text["counts"].items()} for id, text in texts.items()
    }
    _write(output, metrics, found, {"profile": params[Extract].profile, "by_text": by_text}, drops)


def _ways(params: Extract) -> dict[str, dict[str, Any]]:
    """The parameters, and the parameters without thresholds; the profile `reference` has none."""
    reference = params.profile == "reference"
    without = params if reference else params.model_copy(update=_OFF)
    return {_AS_SET: params.model_dump(), _WITHOUT: without.model_dump()}


def _score(job: Job, _folder: Path) -> dict[str, Any]:
    """The counts of one text by way, or why it is not scored."""
    id, ways = job.settings["id"], job.settings["extract"]
    try:
        gold = annotated.read(id, job.inputs)
    except annotated.BadGoldError as error:
        return {"drop": _drop(id, "unusable", str(error))}
    language = _language(gold.language)
    if language is None:
        detail = f"{id}/meta.json: {unsupported(gold.language)}"
        return {"drop": _drop(id, "language", detail)}
    counts: dict[str, Counter[str]] = {}
    try:
        for way, parameters in ways.items():
            counts[way] = _counts(gold, language, Extract(**parameters))
    except DialogueEtlError as error:  # the profile `reference` is not for every language
        return {"drop": _drop(id, "profile", f"{id}: {error}")}
    return {"corpus": gold.corpus, "language": gold.language, "counts": counts}


def _language(tag: str) -> Language | None:
    """The language of a tag; a regional one is read as the language (`pt-BR` as `pt`)."""
    base = tag.partition("-")[0]
    return LANGUAGES[base] if is_supported(base) else None


def _drop(id: str, reason: str, detail: str) -> dict[str, Any]:
    return Drop(reason, detail=detail).row(stage=_STAGE, unit="file", id=id, source_id=id)


def _counts(gold: GoldText, language: Language, params: Extract) -> Counter[str]:
    dialogues = extract_book(gold.id, gold.text, language, params).dialogues.to_pylist()
    return score.count(gold, from_rows(dialogues, spans=params.profile != "reference"))


def _groups(texts: Iterable[Mapping[str, Any]], way: str) -> dict[str, Any]:
    """Figures of all texts, by corpus, by language."""
    everything: Counter[str] = Counter()
    groups: dict[str, dict[str, Counter[str]]] = {"corpora": {}, "languages": {}}
    for text in texts:
        everything.update(text["counts"][way])
        for group, name in (("corpora", text["corpus"]), ("languages", text["language"])):
            groups[group].setdefault(name, Counter()).update(text["counts"][way])
    named = {
        group: {name: figures(counts) for name, counts in sorted(found.items())}
        for group, found in groups.items()
    }
    return {"all": figures(everything), **named}


def _write(
    output: Path,
    metrics: Path,
    found: Mapping[str, Any],
    more: Mapping[str, Any],
    drops: Sequence[Mapping[str, Any]],
) -> None:
    with shards.atomic_folder(output) as folder:
        run.write_metrics(folder / "figures.json", {**found, **more})
        with shards.ShardWriter(folder, 0, 1, ["drops"]) as writer:
            writer.add("drops", drops)
    run.write_metrics(metrics, found)
    if "off" not in found:
        shown = {name: found["all"][name] for name in _SHOWN if found["all"][name] is not None}
        plain = {"texts": found["texts"], **shown, "dropped": found["dropped"]}
        run.report_counts(_STAGE, "all", plain)

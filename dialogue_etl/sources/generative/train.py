"""Stages `generative-train` and `-tune`: a model of a dataset, and it fine-tuned on another one."""

from pathlib import Path

from dialogue_etl import run
from dialogue_etl.agents.generative.examples import splits
from dialogue_etl.labels.classifiers.transformer import libraries
from dialogue_etl.params import Params
from dialogue_etl.runtime import Runtime
from dialogue_etl.shards import atomic_folder


def train(
    *,
    language: str,
    dataset: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    workspace: Path,
) -> None:
    """Train a model.

    Args:
        language: BCP-47 tag.
        dataset: what `package` wrote.
        output: folder of the model.
        metrics: JSON file of figures.
        params: the section `generative`.
        runtime: where checkpoints are kept.
        workspace: what the folders of texts and of a model to go on from are relative to.

    Raises:
        DialogueEtlError: no dataset, texts, model or device; or the extra is not installed.
    """
    libraries()
    from dialogue_etl.agents.generative.train import train as trained  # noqa: PLC0415 - of the extra

    settings = params.generative
    begin = workspace / settings.start
    start = begin if settings.start and begin.is_dir() else settings.start
    texts = workspace / settings.texts if settings.texts else None
    checkpoints = runtime.store.parent / "checkpoints"
    data = splits(dataset, language)
    figures = trained(data, output, checkpoints, settings, language=language, start=start, texts=texts)
    run.write_metrics(metrics, figures)


def tune(
    *,
    language: str,
    model: Path,
    dataset: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
) -> None:
    """Fine-tune a model on the target; nothing is to be done where it was trained on that.

    Args:
        language: BCP-47 tag.
        model: what `train` wrote.
        dataset: what `package` wrote for the target.
        output: folder of the model; empty where nothing is to be done.
        metrics: JSON file of figures.
        params: the section `generative`.
        runtime: where checkpoints are kept.

    Raises:
        DialogueEtlError: as `train`.
    """
    settings = params.generative.model_copy(update={"epochs": params.generative.tune_epochs})
    if settings.target == settings.dataset:
        with atomic_folder(output):
            pass
        run.write_metrics(metrics, {"steps": 0})
        return
    libraries()
    from dialogue_etl.agents.generative.train import train as trained  # noqa: PLC0415 - of the extra

    checkpoints = runtime.store.parent / "checkpoints"
    data = splits(dataset, language)
    figures = trained(data, output, checkpoints, settings, language=language, start=model)
    run.write_metrics(metrics, figures)

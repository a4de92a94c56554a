"""Stages `generative-train` and `-tune`: a model of a dataset, and it fine-tuned on another one."""

from pathlib import Path

from dialogue_etl.core import run
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.shards import atomic_folder
from dialogue_etl.derived.generative.examples import splits
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.labels.classifiers.transformer import libraries


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

    Raises:
        DialogueEtlError: no dataset, texts, model or device; or the extra is not installed.
    """
    libraries()
    from dialogue_etl.derived.generative.training import train as trained  # noqa: PLC0415 - of the extra

    settings = params[Generative]
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
    """Fine-tune a model on the target; the output is empty if it was trained on that.

    Raises:
        DialogueEtlError: as `train`.
    """
    settings = params[Generative]
    tuning = {"epochs": settings.tune_epochs, "schedule": settings.tune_schedule}
    settings = settings.model_copy(update=tuning)
    if settings.target == settings.dataset:
        with atomic_folder(output):
            pass
        run.write_metrics(metrics, {"steps": 0})
        return
    libraries()
    from dialogue_etl.derived.generative.training import train as trained  # noqa: PLC0415 - of the extra

    checkpoints = runtime.store.parent / "checkpoints"
    data = splits(dataset, language)
    figures = trained(data, output, checkpoints, settings, language=language, start=model)
    run.write_metrics(metrics, figures)

"""What the commands of all stages share: their options, the checked knobs, and the work around a stage."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dialogue_etl import params as knobs
from dialogue_etl import runtime
from dialogue_etl.cli.writing import writing
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from dialogue_etl.params import Params

Language = Annotated[str, typer.Option(help="BCP-47 tag, one of the languages in params.yaml.")]
Output = Annotated[Path, typer.Option(help="Folder to write; appears whole or not at all.")]
Metrics = Annotated[Path, typer.Option(help="JSON file of counts to write.")]
STAGES = "Folder that holds the outputs of all stages."
Stages = Annotated[Path, typer.Option(help=STAGES)]
ParamsFile = Annotated[Path, typer.Option("--params", help="Where the knobs are.")]
PARAMS = Path("params.yaml")


def read_params(path: Path) -> Params:
    """The knobs of the workspace.

    Raises:
        DialogueEtlError: there is no such file, or a value is not allowed.
    """
    if not path.is_file():
        raise DialogueEtlError(f"{path}: no such file; run this in a workspace (dialogue-etl init DIR)")
    return knobs.load(path)


def known_language(language: str, languages: list[str], path: Path) -> None:
    """Refuse a language that is not to be built.

    Raises:
        DialogueEtlError: it is not among those of the knob.
    """
    if language not in languages:
        listed = ", ".join(languages)
        raise DialogueEtlError(f"--language {language}: not one of the languages in {path.name}: {listed}")


@contextmanager
def stage(params: Params, output: Path, metrics: Path) -> Iterator[dict[str, Any]]:
    """Around a stage, from the import of its module: what `writing` does.

    Yields:
        The arguments that every stage takes: output, metrics, params and runtime.
    """
    with writing(output, metrics):
        yield {"output": output, "metrics": metrics, "params": params, "runtime": runtime.load()}


def add_stage(
    app: typer.Typer,
    name: str,
    function: str,
    about: str,
    *,
    languages: Callable[[Params], list[str]] | None = None,
    further: Callable[[Params], Mapping[str, Any]] = lambda _: {},
    **inputs: str,
) -> None:
    """Make a command of a stage: its options are its inputs, and what all stages take.

    Args:
        app: the group of its source.
        name: of the command.
        function: that does the work, as `module:name`; imported when the command runs.
        about: a sentence for people.
        languages: the knob that says which there are, for a stage that is run once per language.
        further: arguments of the function that are no options: what its source says, or a knob.
        inputs: parameters of the function that are paths, with what they are.
    """

    def run(params: Path, output: Path, metrics: Path, **given: Any) -> None:
        values = read_params(params)
        if languages:
            known_language(given["language"], languages(values), params)
        with stage(values, output, metrics) as common:
            module, _, called = function.partition(":")
            work = getattr(import_module(module), called)
            known = signature(work).parameters
            shared = {key: value for key, value in common.items() if key in known}
            work(**given, **further(values), **shared)

    options: dict[str, Any] = {"language": Language} if languages else {}
    options |= {key: Annotated[Path, typer.Option(help=what)] for key, what in inputs.items()}
    options |= {"output": Output, "metrics": Metrics, "params": ParamsFile}
    defaults = {"params": PARAMS}
    run.__doc__, run.__annotations__ = about, options
    run.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(
                key, Parameter.KEYWORD_ONLY, default=defaults.get(key, Parameter.empty), annotation=kind
            )
            for key, kind in options.items()
        ]
    )
    app.command(name)(run)

"""What several commands share: the language, and the parameters of the workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.params import Params

Language = Annotated[str, typer.Option(help="BCP-47 tag, one of the languages in params.yaml.")]
ParamsFile = Annotated[Path, typer.Option("--params", help="Where the parameters are.")]
PARAMS = Path("params.yaml")


def read_params(path: Path) -> Params:
    """The parameters of the workspace.

    Raises:
        DialogueEtlError: there is no such file, or a value is not allowed.
    """
    if not path.is_file():
        raise DialogueEtlError(f"{path}: no such file; run this in a workspace (dialogue-etl init DIR)")
    from dialogue_etl import params

    return params.load(path)


def known_language(language: str, languages: list[str], path: Path) -> None:
    """Refuse a language that is not to be built.

    Raises:
        DialogueEtlError: it is not among those of the parameter.
    """
    if language not in languages:
        listed = ", ".join(languages)
        raise DialogueEtlError(f"--language {language}: not one of the languages in {path.name}: {listed}")

"""`dialogue-etl upload`: a dataset to Hugging Face's Hub; nothing is sent unless asked for."""

import logging
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from dialogue_etl.errors import DialogueEtlError, UsageError


def upload(
    repo: Annotated[str, typer.Argument(metavar="REPO", help="On the Hub, such as NAME/DATASET.")],
    folder: Annotated[
        Path | None,
        typer.Option(
            help="A dataset; by default the only one of the workspace.", exists=True, file_okay=False
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Write what is sent to this new folder, too.", file_okay=False),
    ] = None,
    send: Annotated[bool, typer.Option("--send", help="Send it; without this it is only checked.")] = False,
    public: Annotated[
        bool, typer.Option("--public", help="A new repository is public, not private.")
    ] = False,
    shard_size: Annotated[
        int, typer.Option(help="Cut larger Parquet files to shards of about so many MB; 0: never.", min=0)
    ] = 500,
    message: Annotated[str, typer.Option(help="What to say about this version.")] = "Upload a dataset",
) -> None:
    """Check a dataset and send it to Hugging Face's Hub; needs dialogue-etl[hub], and HF_TOKEN to send.

    Its card is checked here, and by the Hub before the files are sent. Files that the repository has and the
    folder has not stay there.
    """
    try:
        from huggingface_hub import DatasetCard, HfApi
    except ImportError:
        raise DialogueEtlError("upload needs huggingface_hub: pip install 'dialogue-etl[hub]'") from None
    folder = folder or _only_dataset()
    try:
        card = DatasetCard.load(folder / "README.md")
    except (OSError, ValueError) as error:
        raise DialogueEtlError(f"{folder / 'README.md'}: {error}") from None
    for line in _summary(folder, card.data.to_dict()):
        typer.echo(line)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # else each request is a line
    with TemporaryDirectory() as temporary:
        if shard_size and (send or output):
            folder = _in_shards(folder, Path(temporary), card, shard_size)
        if output:
            _copy(folder, output)
        if not send:
            new = "public" if public else "private"
            typer.echo(f"Nothing was sent. Add --send for {repo}, {new} if it is new.")
            return
        api = HfApi()
        try:
            card.validate()
            url = api.create_repo(repo, repo_type="dataset", private=not public, exist_ok=True)
            api.upload_folder(repo_id=repo, repo_type="dataset", folder_path=folder, commit_message=message)
        except (OSError, ValueError) as error:  # the Hub's errors are among these
            raise DialogueEtlError(f"{repo}: {str(error).strip()}") from None
    typer.echo(f"Sent: {url}")


def _copy(folder: Path, output: Path) -> None:
    try:
        shutil.copytree(folder, output)
    except OSError as error:
        raise DialogueEtlError(f"--output {output}: {error.strerror or error}") from None
    typer.echo(f"Written: {output}")


def _in_shards(folder: Path, copy: Path, card: Any, megabytes: int) -> Path:
    """A copy of the dataset in shards, which its card names."""
    from dialogue_etl.formats import shards

    cut = shards.copy_in_shards(folder, copy, card.data.to_dict(), megabytes * shards.MEGABYTE)
    for config in card.data.get("configs", []):
        for one in config["data_files"]:
            one["path"] = one["path"] if isinstance(one["path"], list) else cut.get(one["path"], one["path"])
    (copy / "README.md").unlink()
    card.save(copy / "README.md")
    for name, files in cut.items():
        typer.echo(f"{name}: {len(files):,} shards")
    return copy


def _only_dataset() -> Path:
    from dialogue_etl.workspace.root import find_root

    found = sorted((find_root() / "data").glob("*/dataset"))
    if len(found) != 1:
        raise UsageError(f"--folder: name a dataset: {', '.join(map(str, found)) or 'none is built'}")
    return found[0]


def _summary(folder: Path, matter: dict[str, Any]) -> list[str]:
    """What would be sent.

    Raises:
        DialogueEtlError: the card names a file that is not there.
    """
    from dialogue_etl.formats.front_matter import paths_of

    files = [path for path in folder.rglob("*") if path.is_file()]
    lines = [f"{folder}: {len(files):,} files, {sum(path.stat().st_size for path in files):,} bytes"]
    for config in matter.get("configs", []):
        for one in config["data_files"]:
            if gone := [path for path in paths_of(one) if not (folder / path).is_file()]:
                raise DialogueEtlError(f"{folder / 'README.md'} names {gone[0]}, which is not there")
        splits = ", ".join(one["split"] for one in config["data_files"])
        lines.append(f"configuration {config['config_name']}: {splits}")
    named = " ".join(str(matter[key]) for key in ("license", "license_name") if key in matter)
    return [*lines, f"licence: {named or 'the card states none'}"]

"""`dialogue-etl upload`: a dataset to Hugging Face's Hub; nothing is sent unless asked for."""

import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from dialogue_etl.errors import DialogueEtlError, UsageError

MEGABYTE = 10**6


def upload(
    repo: Annotated[str, typer.Argument(metavar="REPO", help="On the Hub, such as NAME/DATASET.")],
    folder: Annotated[
        Path | None,
        typer.Option(
            help="A dataset; by default the only one of the workspace.", exists=True, file_okay=False
        ),
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
    if not send:
        typer.echo(
            f"Nothing was sent. Add --send for {repo}, {'public' if public else 'private'} if it is new."
        )
        return
    logging.getLogger("httpx").setLevel(logging.WARNING)  # else each request is a line
    api = HfApi()
    with TemporaryDirectory() as temporary:
        if shard_size:
            folder = _in_shards(folder, Path(temporary), card, shard_size * MEGABYTE)
        try:
            card.validate()
            url = api.create_repo(repo, repo_type="dataset", private=not public, exist_ok=True)
            api.upload_folder(repo_id=repo, repo_type="dataset", folder_path=folder, commit_message=message)
        except (OSError, ValueError) as error:  # the Hub's errors are among these
            raise DialogueEtlError(f"{repo}: {str(error).strip()}") from None
    typer.echo(f"Sent: {url}")


def _in_shards(folder: Path, copy: Path, card: Any, limit: int) -> Path:
    """A copy of the dataset in shards, which its card names."""
    from dialogue_etl.formats.shards import copy_in_shards

    cut = copy_in_shards(folder, copy, card.data.to_dict(), limit)
    for config in card.data.get("configs", []):
        for one in config["data_files"]:
            one["path"] = cut.get(one["path"], one["path"])
    (copy / "README.md").unlink()
    card.save(copy / "README.md")
    for name, shards in cut.items():
        typer.echo(f"{name}: {len(shards):,} shards")
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
    files = [path for path in folder.rglob("*") if path.is_file()]
    lines = [f"{folder}: {len(files):,} files, {sum(path.stat().st_size for path in files):,} bytes"]
    for config in matter.get("configs", []):
        for one in config["data_files"]:
            if not (folder / one["path"]).is_file():
                raise DialogueEtlError(f"{folder / 'README.md'} names {one['path']}, which is not there")
        splits = ", ".join(one["split"] for one in config["data_files"])
        lines.append(f"configuration {config['config_name']}: {splits}")
    named = " ".join(str(matter[key]) for key in ("license", "license_name") if key in matter)
    return [*lines, f"licence: {named or 'the card states none'}"]

"""Commands on versions: publish, push, clone and restore them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.errors import UsageError
from dialogue_etl.workspace.root import WorkspaceError, find_root

Target = Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")]


def publish(
    source: Annotated[
        str | None, typer.Argument(help="Whose dataset; by default the only one of the workspace.")
    ] = None,
    variant: Annotated[str, typer.Option(help="Name of the variant; by default that of the DAG.")] = "",
    message: Annotated[str, typer.Option(help="What to say about this version.")] = "",
) -> None:
    """Publish what `dvc repro` has built as the next version, as the DAG of the source does.

    Gates are checked; outputs must be of the present parameters. Publishing the same again gives the version
    that there is.
    """
    from dialogue_etl.versions.publish import publish as publish_version
    from dialogue_etl.workspace.change import Files

    root = find_root()
    known = Files.of(root).pipelines
    if source is None and len(known) != 1:
        raise UsageError(f"name what to publish: {', '.join(known) or 'the workspace has nothing'}")
    source = source or known[0]
    if source not in known:
        raise WorkspaceError(f"{root} has no {source}; it has: {', '.join(known) or 'nothing'}")
    answer = publish_version(root, source, variant, message)
    same = " (it was published already, nothing has changed since)" if answer["again"] else ""
    typer.echo(f"{answer['tag']}{same}\n{answer['folder']}")
    before, was = answer["before"], answer["totals_before"]
    for name, number in answer["totals"].items():
        changed = f" ({was[name]:,} in {before})" if name in was and was[name] != number else ""
        typer.echo(f"  {name}: {number:,}{changed}")
    for key, (old, new) in answer["params"].items():
        typer.echo(f"  {key}: {old} → {new}")
    if before:
        typer.echo(f"What differs from {before}: dialogue-etl diff {before} {answer['tag']}")


def push(
    versions: Annotated[
        list[str] | None, typer.Argument(metavar="[VERSION]...", help="Tags, such as dataset/default/1.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All versions.")] = False,
    remote: Annotated[str, typer.Option(help="DVC's remote; by default the default one.")] = "",
) -> None:
    """Send versions, with all that they need, to the remote of DVC, and their tags to git's origin.

    What is there already is not sent again, so that it can be interrupted. In the end it is checked that all
    files are there.
    """
    from dialogue_etl.compare.revisions import tags
    from dialogue_etl.versions.push import push as push_versions

    root = find_root()
    chosen = tags(root) if every else versions or []
    if bool(versions) == every:
        raise UsageError("name versions, or give --all for all of them")
    if not chosen:
        raise WorkspaceError(f"{root} has no version yet: dialogue-etl publish")
    push_versions(root, chosen, remote, typer.echo)


def clone(
    origin: Annotated[str, typer.Argument(metavar="FROM", help="A workspace's folder, or address for git.")],
    folder: Target,
    version: Annotated[
        str, typer.Option(help="The version whose state it gets; by default that of the branch.")
    ] = "",
    remote: Annotated[
        str, typer.Option(help="Address of DVC's remote, if the repository does not name it.")
    ] = "",
) -> None:
    """Make a copy of a workspace in a new place, with the data of its branch or of one version.

    Each file is compared with its hash. The folder is there whole, or not at all.
    """
    from dialogue_etl.versions import places

    number = places.clone(origin, folder, version, remote)
    typer.echo(f"{folder} has {number:,} files of data, all as they were recorded")


def restore(
    version: Annotated[str, typer.Argument(help="A tag, such as dataset/default/1.")],
    folder: Target,
    dataset: Annotated[
        bool, typer.Option("--dataset", help="The files of the dataset alone, not a workspace.")
    ] = False,
) -> None:
    """Put a version of this workspace into a new place: as a workspace of its own, or its dataset alone.

    Files come from DVC's cache, or else its remote, and are compared with their hashes.
    """
    from dialogue_etl.versions import places

    root = find_root()
    if dataset:
        number = places.restore_dataset(root, version, folder)
    else:
        number = places.clone(str(root), folder, version)
    typer.echo(f"{folder} has {number:,} files of {version}, all as they were recorded")

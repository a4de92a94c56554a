"""Stage `download`: the complete archive of a language from OPUS.

It is downloaded to the store, resumed if interrupted, and moved to the output once the zip directory at its
end can be read. With other sources of subtitles there is nothing to download, and the output has no archive.
"""

from pathlib import Path

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.folder import Folder
from dialogue_etl.sources.subtitles import archive
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.web.client import Client
from dialogue_etl.web.failures import MissingError, UnavailableError
from dialogue_etl.web.request import Expected

_STAGE = "download"
_LARGEST = 200_000_000_000  # bytes; English of 2018 has 13 GB
_OPUS_NAMES = {
    "pt-BR": "pt_br",
    "zh": "zh_cn",
    "zh-Hans": "zh_cn",
    "zh-CN": "zh_cn",
    "zh-Hant": "zh_tw",
    "zh-TW": "zh_tw",
}


class DownloadError(DialogueEtlError):
    """The archive can't be downloaded; the message says which one and why."""


def download(*, language: str, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Download the archive of a language.

    Raises:
        DownloadError: it is not available, or not an archive.
    """
    figures = {"archives": 0, "members": 0, "bytes": 0}
    with shards.atomic_folder(output) as folder:
        if params[Subtitles].source == "opus":
            path = _fetch(language, params[Subtitles], runtime)
            figures = {"archives": 1, "members": _members(path), "bytes": path.stat().st_size}
            shards.link(path, folder / f"{language}.zip")
    run.write_metrics(metrics, figures)
    run.report_counts(_STAGE, language, figures)


def name_of(language: str, params: Subtitles) -> str:
    """The path of a language's archive at OPUS: `v2018/xml/pt_br.zip`."""
    name = _OPUS_NAMES.get(language, language.lower().replace("-", "_"))
    return f"{params.opus_release}/{params.opus_form}/{name}.zip"


def _fetch(language: str, params: Subtitles, runtime: Runtime) -> Path:
    place, name = runtime.opus.rstrip("/"), name_of(language, params)
    try:
        if not place.startswith("/"):
            address = place if place.endswith(".zip") else f"{place}/{name}"
            client = Client(runtime, [address])
            return client.fetch(address, Expected(_LARGEST, _problem))
        if place.endswith(".zip"):
            return Folder(Path(place).parent).fetch(Path(place).name)
        return _first(Folder(Path(place)), name, Path(name).name)
    except UnavailableError as error:
        raise DownloadError(f"{place}: {name}: {error} (DIALOGUE_ETL_OPUS names another place)") from None


def _first(folder: Folder, *names: str) -> Path:
    """A file in the layout of OPUS, or directly in the folder."""
    for name in names[:-1]:
        try:
            return folder.fetch(name)
        except MissingError:
            continue
    return folder.fetch(names[-1])


def _problem(head: bytes) -> str:
    return "" if head.startswith(b"PK\x03\x04") else "not a zip archive"


def _members(path: Path) -> int:
    try:
        return len(archive.members(path))
    except UnreadableError as error:
        raise DownloadError(f"{path}: {error}") from None

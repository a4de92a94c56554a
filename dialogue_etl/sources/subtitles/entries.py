"""The subtitle files to read, by id: members of archives or single files."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from dialogue_etl.core import run
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.filters import Drop
from dialogue_etl.sources.folder import Folder
from dialogue_etl.sources.subtitles import archive, library
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.web.failures import MissingError, UnavailableError

STAGE = "read"
OPUS_RIGHTS = "OpenSubtitles.org by way of OPUS; no licence is stated"
TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2")


@dataclass(frozen=True)
class Entry:
    """A subtitle file.

    Attributes:
        id: of film and subtitle.
        film_id: IMDb id or another name.
        url: path in its archive or folder.
        archive: name of its archive; empty for a single file.
        form: `xml` or `subtitles`.
        content: fingerprint of its bytes: checksum and size in an archive, otherwise SHA-256.
        problem: a problem known before reading, or empty.
        title: of the film; empty if unknown.
        year: of the film; None if unknown.
        rights: as stated.
    """

    id: str
    film_id: str
    url: str
    archive: str
    form: str
    content: str
    problem: str
    title: str
    year: int | None
    rights: str

    def row(self) -> dict[str, Any]:
        """The entry as a setting of a job."""
        return asdict(self)


class Listed:
    """The subtitle files of a language.

    Attributes:
        entries: by id.
        archives: paths of the archives, by name.
        drops: rows for rejected or missing files.
    """

    def __init__(self, banned: Iterable[str]) -> None:
        self.entries: dict[str, Entry] = {}
        self.archives: dict[str, Path] = {}
        self.drops: list[dict[str, Any]] = []
        self._banned = frozenset(banned)

    def drop(self, reason: str, id: str, detail: str) -> None:
        """Reject a file."""
        self.drops.append(
            Drop(reason, detail=detail[:200]).row(stage=STAGE, unit="file", id=id, source_id=id)
        )

    def add(self, entry: Entry) -> None:
        """Add a file, unless it is banned or a duplicate."""
        if banned := self._banned & {entry.id, entry.film_id}:
            self.drop("banned", entry.id, f"{min(banned)} is in subtitles.banned")
        elif entry.id in self.entries:
            self.drop(
                "duplicate", entry.id, f"{_where(entry)}: {_where(self.entries[entry.id])} is read for it"
            )
        else:
            self.entries[entry.id] = entry

    def add_archive(self, name: str, path: Path, rights: str) -> None:
        """Add the members of an archive."""
        try:
            found = archive.members(path)
        except UnreadableError as error:
            self.drop(error.reason, name, f"{name}: {error}")
            return
        self.archives[name] = path
        for member in found:
            id = f"{name}/{member.name}"
            place = archive.place_of(member.name)
            if refused := archive.refused(member):
                self.drop(refused[0], id, f"{id}: {refused[1]}")
            elif place is None:
                self.drop("unusable", id, f"{id}: not named YEAR/FILM/SUBTITLE.xml as in OPUS")
            else:
                content = f"{member.crc:08x} {member.size}"
                facts = (f"{place.film}:{place.subtitle}", place.film, member.name, name, "xml", content, "")
                self.add(Entry(*facts, "", place.year, rights))


def _where(entry: Entry) -> str:
    return f"{entry.archive}/{entry.url}" if entry.archive else entry.url


def listed(language: str, params: Subtitles, folder: Path, downloaded: Path, runtime: Runtime) -> Listed:
    """The subtitle files of a language, and those rejected.

    Args:
        language: BCP-47 tag.
        params: parameters of subtitles.
        folder: of the library; the sample has its own.
        downloaded: output of the stage `download`.
        runtime: runs the conversion of tar archives to zip.

    Raises:
        LibraryError: the catalogue of the library can't be used.
    """
    found = Listed(params.banned)
    if params.source == "opus":
        for path in sorted(downloaded.glob("*.zip")):
            found.add_archive(path.name, path, OPUS_RIGHTS)
        return found
    place = library.SAMPLE if params.source == "sample" else folder
    inside = Folder(place)
    for item in library.read(place):
        if item.language != language:
            continue
        try:
            path = inside.fetch(item.file)
        except UnavailableError as error:
            reason = "missing" if isinstance(error, MissingError) else "unavailable"
            found.drop(reason, item.file, f"{item.file}: {error}")
            continue
        if item.form != "archive":
            found.add(_entry(item, path))
        elif item.file.endswith(TARS):
            _add_tar(found, item, path, runtime)
        else:
            found.add_archive(item.file, path, item.rights)
    return found


def _entry(item: library.Item, path: Path) -> Entry:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    changed = item.sha256 not in {"", digest}
    problem = "changed since it was added to the library: add it again" if changed else ""
    name = PurePosixPath(item.file).name.removesuffix(".gz")
    id = f"{item.film}:{PurePosixPath(name).stem}"
    facts = (id, item.film, item.file, "", item.form, digest, problem, item.title)
    return Entry(*facts, int(item.year) if item.year else None, item.rights)


def _add_tar(found: Listed, item: library.Item, path: Path, runtime: Runtime) -> None:
    (made,) = run.over_shards(
        f"open {item.file}", archive.as_zip, [Job(inputs=(path,))], runtime=runtime, workers=1
    )
    if made.result["problem"]:
        found.drop("cut", item.file, f"{item.file}: {made.result['problem']}; what came before is read")
    found.add_archive(item.file, made.folder / archive.ZIP, item.rights)

"""Access to regular files inside a folder."""

import os
import stat
from pathlib import Path, PurePosixPath

from dialogue_etl.web.failures import MissingError, UnavailableError

_KINDS = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}


class Folder:
    """A folder of input files."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def fetch(self, path: str) -> Path:
        """The path of a file below the folder.

        Raises:
            MissingError: the file does not exist.
            UnavailableError: it is not a regular file, or its path or a link leads out of the folder.
        """
        file = self._root / path
        if not leads_inside(path) or not is_below(file, self._root):
            raise UnavailableError("leads out of its folder")
        _look_at(file, "")
        return file


def leads_inside(path: str) -> bool:
    """Whether a path names something below the folder it is relative to, symbolic links aside."""
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and "\0" not in path


def is_below(file: Path, folder: Path) -> bool:
    """Whether a file is below a folder, symbolic links followed."""
    return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(folder))


def walk(folder: Path) -> tuple[list[Path], list[str]]:
    """The files below a folder, without hidden ones, and a message for each broken link or link out of it.

    Links to targets in the folder are left out, since their targets are listed.
    """
    inside: list[Path] = []
    problems: list[str] = []
    unreadable: list[OSError] = []
    for top, folders, names in os.walk(folder, onerror=unreadable.append):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        paths = [Path(top, name) for name in sorted([*folders, *names]) if not _is_hidden(name)]
        problems += [f"{shown(path)}: {said}" for path in paths if (said := _link(path, folder))]
        folders[:] = [name for name in folders if not Path(top, name).is_symlink()]
        inside += [Path(top, name) for name in sorted(names) if not _is_hidden(name)]
    problems += [f"{shown(Path(error.filename))}: {error.strerror}" for error in unreadable]
    return [path for path in inside if not path.is_symlink()], problems


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "__MACOSX"


def _link(path: Path, folder: Path) -> str:
    """Why a link is not followed; empty for other paths and for links to targets in the folder."""
    if not path.is_symlink():
        return ""
    if not is_below(path, folder):
        return "a link out of the folder, not followed"
    return "" if path.exists() else "a link to no file"


def read_file(file: Path, name: str, most: int) -> bytes:
    """The bytes of a regular file.

    Args:
        file: its path.
        name: its name in messages.
        most: maximum size in bytes.

    Raises:
        UnavailableError: it is missing, unreadable, too large, or not a regular file.
    """
    _look_at(file, f"{name}: ")
    try:
        with file.open("rb") as opened:
            content = opened.read(most + 1)
    except FileNotFoundError:
        raise MissingError(f"{name}: no such file") from None
    except OSError as error:
        raise UnavailableError(f"{name}: {error.strerror}") from None
    if len(content) > most:
        raise UnavailableError(f"{name}: larger than {most:,} bytes")
    return content


def _look_at(file: Path, prefix: str) -> None:
    try:
        kind = stat.S_IFMT(file.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        raise MissingError(f"{prefix}no such file") from None
    except (OSError, ValueError) as error:
        raise UnavailableError(f"{prefix}{getattr(error, 'strerror', error)}") from None
    if kind != stat.S_IFREG:
        raise UnavailableError(f"{prefix}{_KINDS.get(kind, 'a device')}, not a file")


def shown(path: Path) -> str:
    """A printable form of a path, whose bytes may be in any encoding."""
    return os.fsencode(path).decode("utf-8", "replace")

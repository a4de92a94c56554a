"""DVC's configuration, read without DVC: it has to work where DVC does not."""

import configparser
import contextlib
import re
from pathlib import Path


def value(root: Path, section: str, option: str) -> str:
    """A value of DVC's configuration; empty if it is not set."""
    return _read(root).get(section, option, fallback="")


def cache(root: Path) -> Path:
    """The folder of DVC's cache."""
    return _located(root, value(root, "cache", "dir") or "cache")


def remote(root: Path) -> str:
    """The address of the default remote, absolute if it is a folder; empty without one."""
    name = value(root, "core", "remote")
    url = value(root, f'remote "{name}"', "url") if name else ""
    return url if not url or "://" in url else str(_located(root, url))


def endpoint(root: Path) -> str:
    """The server of an S3 remote that is not Amazon's; empty if it is not set."""
    return value(root, f'remote "{value(root, "core", "remote")}"', "endpointurl")


def remotes(root: Path) -> dict[str, dict[str, str]]:
    """The options of every remote by its name; paths are absolute."""
    found = {}
    for section, options in _read(root).items():
        if match := re.fullmatch(r'remote "(.+)"', section):
            found[match[1]] = {
                key: str(_located(root, value)) if _is_path(root, key, value) else value
                for key, value in options.items()
            }
    return found


def _is_path(root: Path, key: str, value: str) -> bool:
    return (key == "url" and "://" not in value) or (root / ".dvc" / value).is_file()


def objects(folder: Path, md5: str) -> Path:
    """The place of a file with a hash in a cache or remote that is a folder."""
    return folder / "files" / "md5" / md5[:2] / md5[2:]


def _located(root: Path, path: str) -> Path:
    """DVC writes paths relative to the folder of its configuration."""
    return (root / ".dvc" / Path(path).expanduser()).resolve()


def _read(root: Path) -> configparser.ConfigParser:
    """The user's configuration, then the workspace's; what is damaged `files` reports."""
    parser = configparser.ConfigParser(interpolation=None)
    for path in (Path.home() / ".config/dvc/config", root / ".dvc/config", root / ".dvc/config.local"):
        with contextlib.suppress(configparser.Error, OSError, UnicodeDecodeError):
            parser.read(path, encoding="utf-8")
    for section in parser.sections():
        if section.startswith("'"):  # 'remote "name"'
            parser[section.strip("'")] = dict(parser[section])
    return parser

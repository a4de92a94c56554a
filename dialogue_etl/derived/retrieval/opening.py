"""A retrieval agent of files, its base taken from the cache or made there."""

import hashlib
import logging
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.derived.retrieval import base, pairs
from dialogue_etl.derived.retrieval.agent import RetrievalAgent
from dialogue_etl.derived.retrieval.pairs import Pair
from dialogue_etl.derived.retrieval.parameters import Retrieval
from dialogue_etl.derived.retrieval.terms import Terms, normaliser
from dialogue_etl.errors import DialogueEtlError

_LEGACY = ".txt"
log = logging.getLogger("dialogue_etl")


def read(files: Sequence[Path], language: str) -> Iterator[Pair]:
    """The pairs of files: legacy ones (`.txt`), tables of pairs, or a packaged dataset as Parquet.

    Raises:
        DialogueEtlError: a file is not what its name says; it is named.
    """
    row = 0
    for path in files:
        number = 0
        for number, pair in enumerate(_of_file(path, language), 1):  # noqa: B007 - how many there were
            yield pair._replace(before=None if pair.before is None else pair.before + row)
        row += number


def _of_file(path: Path, language: str) -> Iterator[Pair]:
    if path.suffix == _LEGACY:
        try:
            with path.open(encoding="utf-8-sig") as lines:
                yield from pairs.of_legacy(lines)
        except (ValueError, DialogueEtlError) as error:
            raise DialogueEtlError(f"{path}: {error}") from error
    else:
        yield from pairs.of_parquet(path, language)


def open_agent(
    files: Sequence[Path],
    language: str,
    settings: Retrieval,
    cache: Path,
    *,
    digests: Sequence[str] = (),
    weights: Mapping[str, Any] | None = None,
) -> RetrievalAgent:
    """An agent of what files hold.

    Args:
        files: its pairs, in this order.
        language: BCP-47 tag: other dialogues of a mixed dataset are passed over.
        settings: how it finds and rates answers.
        cache: folder of bases; nothing in it is needed, all of it can be made again.
        digests: of the files, where they are known.
        weights: of the criteria, if not those of the settings.

    Raises:
        DialogueEtlError: a file cannot be read, or the language has no such normaliser.
    """
    terms = normaliser(language, settings.normalisers)
    named = list(digests) or [_digest(path) for path in files]
    folder = cache / base.key(named, language, settings.normalisers)
    if not folder.is_dir():
        _make(folder, read(files, language), terms)
    return RetrievalAgent(base.Base(folder), language, settings, weights)


def _make(folder: Path, found: Iterable[Pair], terms: Callable[[str], Terms]) -> None:
    """Write a base, whole or not at all; where two do at once the first one stays."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=folder.parent) as temporary:
        number = base.build(Path(temporary) / "base", found, terms)
        try:
            (Path(temporary) / "base").rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    log.info("%s pairs indexed", f"{number:,}")


def _digest(path: Path) -> str:
    """SHA-256 of a file; of a legacy file its kind too."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() + (
            path.suffix if path.suffix == _LEGACY else ""
        )

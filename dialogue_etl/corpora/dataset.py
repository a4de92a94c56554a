"""A corpus as a dataset of ours: forms, card, and a row for all that is left out.

Addresses and numbers that lead to people are masked, as in the datasets of the sources.

<language>/<split>.parquet …    as `package.formats` has them
left_out.tsv                    file, line, reason
README.md                       the card

Files are read twice, first to find which are editions of others: a file is left out of which half is in files
before it, in its own split, or in any if it names none. So `dialogues_text.txt` beside the splits of
DailyDialog, four of five editions of PersonaChat, and `data.json` of Wizard of Wikipedia are left out,
whatever they are called; MELD_Dyadic, pieces of MELD's conversations, is by its name. Files that name a
split come first, then those that the corpus prefers.
"""

import hashlib
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Package
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.corpora import FORMATS, Format
from dialogue_etl.corpora.records import Bad, Conversation, Turn, split_of
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import card
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.formats.front_matter import front_matter
from dialogue_etl.text.privacy import mask, masked_name

LEFT_OUT = "left_out.tsv"
COUNTS = ("published", "dialogues", "utterances", "left_out", "repeated", "shared")
_SHORTEST = 2  # turns of a dialogue
_EDITION = 0.5  # share of conversations that are in other files
_RANKS = ("test", "validation", "train")  # a conversation in several splits belongs to the first
_ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
_IGNORED = re.compile(r"[\W_]+")

Duplicates = Literal["keep", "drop"]
Counts = dict[str, dict[str, dict[str, int]]]


class File(NamedTuple):
    """A file of a corpus.

    Attributes:
        path: of the file.
        name: below the folder that was given.
        split: that its name says; empty if none.
        language: that its name says; empty if none.
    """

    path: Path
    name: str
    split: str
    language: str


class Written(NamedTuple):
    """What was written.

    Attributes:
        counts: of `COUNTS`, by language and split (or "all").
        editions: why each file that repeats others was left out.
    """

    counts: Counts
    editions: Sequence[str]


def _root(path: Path, *, alone: bool) -> Path:
    """The folder below which files have names, and folders' names say splits."""
    if path.is_dir():
        return path if alone else path.parent
    return path.parent.parent


class Corpus:
    """The files of a corpus, without editions of others."""

    def __init__(self, paths: Sequence[Path], form: str, language: str = "") -> None:
        """Name the files; folders are searched.

        Raises:
            DialogueEtlError: a file is not there.
        """
        if gone := [str(path) for path in paths if not path.exists()]:
            raise DialogueEtlError(f"{', '.join(gone)}: no such file")
        self.known: Format = FORMATS[form]
        self._language = language
        listed = [
            (_root(path, alone=len(paths) == 1), file)
            for path in map(Path.absolute, paths)
            for file in (sorted(path.rglob("[!.]*")) if path.is_dir() else [path])
            if file.is_file()
        ]
        self.every = [file for _, file in listed]
        files = [self._file(file, root) for root, file in listed if self.known.is_text(file.name)]
        self.files = sorted(files, key=self._order)

    def _file(self, path: Path, root: Path) -> File:
        found = re.search(self.known.languages, path.name.lower()) if self.known.languages else None
        language = found.group(1) if found else ""
        return File(path, path.relative_to(root).as_posix(), split_of(path, root), language)

    def _order(self, file: File) -> tuple[bool, int, str]:
        places = [place for place, part in enumerate(self.known.preferred) if part in file.name]
        return not file.split, min(places, default=len(self.known.preferred)), file.name

    def read(self, file: File) -> Iterator[Conversation | Bad]:
        """The conversations of a file, with their split and language, and what cannot be used."""
        for one in self.known.read(file.path, self.every):
            if isinstance(one, Bad):
                yield one
                continue
            language = one.language or file.language or self._language or "en"
            if self._language not in {"", language}:
                yield Bad(one.line, f"{one.id}: in {language}")
            elif len(one.turns) < _SHORTEST:
                yield Bad(one.line, f"{one.id}: a single turn")
            else:
                yield one._replace(split=one.split or file.split or "train", language=language)

    @cached_property
    def owners(self) -> tuple[dict[int, tuple[int, int]], dict[str, str], dict[str, list[str]]]:
        """Which conversations come first, which files are left out, and the splits of each language.

        The rank of the split and the number of the conversation, by digest; the reason, by name of the file.
        """
        owners: dict[int, tuple[int, int]] = {}
        inside: dict[str, set[int]] = {}
        editions: dict[str, str] = {}
        splits: dict[str, set[str]] = {}
        last = 0
        for file in self.files:
            if last and self.known.pieces and re.search(self.known.pieces, file.name):
                editions[file.name] = "pieces of the conversations of the other files"
                continue
            found = [
                (one.language, one.split, _digest(one))
                for one in self.read(file)
                if isinstance(one, Conversation)
            ]
            same = sum(digest in inside.get(split if file.split else "", ()) for _, split, digest in found)
            if not found:
                editions[file.name] = "no conversation in it"
            elif same >= _EDITION * len(found):
                editions[file.name] = f"{same:,} of its {len(found):,} conversations are in the other files"
            else:
                for number, (language, split, digest) in enumerate(found, last + 1):
                    splits.setdefault(language, set()).add(split)
                    owners[digest] = min((_RANKS.index(split), number), owners.get(digest, (9, 0)))
                last += len(found)
                for _, split, digest in found:
                    for name in ("", split):
                        inside.setdefault(name, set()).add(digest)
        ordered = {name: [split for split in SPLIT_NAMES if split in splits[name]] for name in sorted(splits)}
        return owners, editions, ordered


def conversations(
    paths: Sequence[Path], form: str, language: str = "", duplicates: Duplicates = "keep"
) -> Iterator[tuple[File, Conversation | Bad]]:
    """The conversations of a corpus, each once: editions are left out, a `Bad` of line 0 says why.

    Args:
        paths: its files, and folders of them.
        form: one of `FORMATS`.
        language: BCP-47 tag; others are left out. If empty, the one that files name, else English.
        duplicates: `drop` leaves out what the same split, or one that comes first of test, validation and
            train, has word for word.
    """
    for file, one, again in _each(Corpus(paths, form, language)):
        yield file, again if again and duplicates == "drop" else one


def id_of(form: str, file: File, one: Conversation) -> str:
    """The id of a conversation in the dataset: form, split, file and the conversation's own id."""
    return f"{form}:{one.split}:{file.name.rpartition('.')[0].replace('/', '.')}:{one.id}"


def _each(corpus: Corpus) -> Iterator[tuple[File, Conversation | Bad, Bad | None]]:
    """What the files hold; of a conversation that was in them before also where."""
    owners, editions, _ = corpus.owners
    number = 0
    for file in corpus.files:
        if reason := editions.get(file.name):
            yield file, Bad(0, reason), None
            continue
        for one in corpus.read(file):
            number += isinstance(one, Conversation)
            yield file, one, _again(one, number, owners) if isinstance(one, Conversation) else None


def _again(one: Conversation, number: int, owners: Mapping[int, tuple[int, int]]) -> Bad | None:
    rank, first = owners[_digest(one)]
    if _RANKS[rank] != one.split:
        return Bad(one.line, f"{one.id}: shared with {_RANKS[rank]}", "shared")
    return None if first == number else Bad(one.line, f"{one.id}: repeated", "repeated")


def _digest(one: Conversation) -> int:
    """Of what is said, without case, blanks and punctuation."""
    said = "\x1f".join(_IGNORED.sub("", turn.text.lower()) for turn in one.turns)
    return int.from_bytes(
        hashlib.blake2b(f"{one.language}\x1f{said}".encode(), digest_size=8).digest(), "little"
    )


def write(
    paths: Sequence[Path],
    form: str,
    output: Path,
    *,
    package: Package,
    language: str = "",
    rights: str = "",
    duplicates: Duplicates = "drop",
) -> Written:
    """Write a corpus as a dataset; ids begin with the name of its form, split and file.

    Args:
        paths: its files, folders and archives of them.
        form: one of `FORMATS`.
        output: folder, which is replaced.
        package: forms of the dataset.
        language: as for `conversations`.
        rights: licence; if not given, the one its authors state.
        duplicates: as for `conversations`; either way it is counted what is repeated or shared.

    Raises:
        DialogueEtlError: a file is not there or cannot be read, or nothing in them can be used.
    """
    with tempfile.TemporaryDirectory() as scratch:
        return _write(_unpacked(paths, Path(scratch)), form, output, package, language, rights, duplicates)


def _write(  # noqa: PLR0917 - see `write`
    paths: Sequence[Path],
    form: str,
    output: Path,
    package: Package,
    language: str,
    rights: str,
    duplicates: Duplicates,
) -> Written:
    corpus = Corpus(paths, form, language)
    stated = rights or corpus.known.rights
    owners, editions, splits = corpus.owners
    if not owners:
        why = next((f"{name}: {reason}" for name, reason in editions.items()), "no files of this form")
        bad = next((one for file in corpus.files for one in corpus.read(file) if isinstance(one, Bad)), None)
        raise DialogueEtlError(
            f"nothing can be read as {form}: {why}{f'; line {bad.line}: {bad.reason}' if bad else ''}"
        )
    counts: Counts = {
        tag: {name: dict.fromkeys(COUNTS, 0) for name in (*SPLIT_NAMES, "all")} for tag in splits
    }
    left_out = ["file\tline\treason\n"]
    number = 0
    with shards.atomic_folder(output) as folder:
        with ExitStack() as opened:
            adding = {
                tag: opened.enter_context(language_writer(folder, tag, names, **package.model_dump()))
                for tag, names in splits.items()
            }
            for file, one, again in _each(corpus):
                if isinstance(one, Bad):
                    known = file.language if file.language in counts else next(iter(splits))
                    tag, split = language or known, file.split or "train"
                    new = dict.fromkeys(("published", "left_out"), int(one.line > 0))  # not files
                else:
                    tag, split = one.language, one.split
                    new = {"published": 1, **({again.kind: 1} if again else {})}
                kept = again if again and duplicates == "drop" else one
                if isinstance(kept, Bad):
                    left_out.append(f"{file.name}\t{kept.line or ''}\t{kept.reason}\n")
                else:
                    number += 1
                    adding[tag](split, _row(kept, id_of(form, file, kept), tag, form, stated))
                    new |= {"dialogues": 1, "utterances": len(kept.turns)}
                for name in (split, "all"):
                    for what, many in new.items():
                        counts[tag][name][what] += many
        (folder / LEFT_OUT).write_text("".join(left_out), encoding="utf-8", newline="\n")
        left = [f"{name}: {reason}" for name, reason in editions.items()]
        matter = front_matter(
            folder,
            name=corpus.known.title,
            tags=["dialogue-etl"],
            languages=[*counts],
            dialogues=number,
            rights=[stated],
        )
        card.write(folder, matter, _card(corpus.known, stated, counts, package, duplicates, left), package)
    return Written(counts, left)


def _unpacked(paths: Sequence[Path], scratch: Path) -> list[Path]:
    """The paths, with folders of the content of archives, also of those in archives and folders, instead."""
    found = []
    for number, path in enumerate(paths):
        packed = path.is_file() and path.name.endswith(_ARCHIVES)
        root = scratch / str(number) / path.name
        if packed:
            _unpack(path, root)
        elif path.is_dir() and _archives(path):
            shutil.copytree(path, root)
            for folder in (root, *(one for one in root.rglob("*") if one.is_dir())):
                folder.chmod(0o755)  # a folder that is read only is unpacked into, too
        else:
            found.append(path)
            continue
        while inner := _archives(root):  # a zip may hold others; their content is put beside them
            for one in inner:
                _unpack(one, one.parent)
                one.unlink()
        found.append(root)
    return found


def _archives(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.name.endswith(_ARCHIVES) and path.is_file())


def _unpack(path: Path, folder: Path) -> None:
    try:
        shutil.unpack_archive(path, folder, filter=None if path.suffix == ".zip" else "data")
    except (shutil.ReadError, OSError, ValueError) as error:
        raise DialogueEtlError(f"{path.name}: cannot be unpacked: {error}") from None


def _row(found: Conversation, id: str, language: str, corpus: str, rights: str) -> dict[str, Any]:
    return {
        "id": id,
        "source_id": id,
        "work_id": id,
        "language": language,
        "corpus": corpus,
        "title": None,
        "authors": [],
        "rights": rights,
        "turns": list(map(_turn, found.turns)),
    }


_speaker = lru_cache(masked_name)


def _turn(turn: Turn) -> dict[str, Any]:
    labels = [{"scheme": scheme, "label": label, "score": None} for scheme, label in turn.labels]
    empty = dict.fromkeys(("speaker_confidence", "speech_confidence", "utterance_id", "start_ms", "end_ms"))
    speaker = _speaker(turn.speaker) if turn.speaker else None
    return {"text": mask(turn.text)[0], "spans": [], "speaker": speaker, "labels": labels, **empty}


_KEPT = {
    "keep": "They are all in it.",
    "drop": "Of these it has one: in test, else in validation.",
}


def _card(  # noqa: PLR0917 - see `write`
    known: Format,
    rights: str,
    counts: Counts,
    package: Package,
    duplicates: Duplicates,
    editions: Sequence[str],
) -> str:
    all_of = Counter[str]()
    for of_language in counts.values():
        all_of.update(of_language["all"])
    lines = [
        f"Its splits are those of the original. Rights: {rights}.",
        f"Not in it: {known.lost}." if known.lost else "",
        f"Conversations as published: {all_of['published']:,}. Word for word in another split too: "
        f"{all_of['shared']:,}; twice in their split: {all_of['repeated']:,}. {_KEPT[duplicates]}"
        if all_of["shared"] + all_of["repeated"]
        else "",
        "Files left out:\n\n" + "\n".join(f"- {one}" for one in editions) if editions else "",
        card.forms(package, normalised=False),
    ]
    text = "\n\n".join([f"# {known.title}", *filter(None, lines)])
    return f"\n{text}\n"

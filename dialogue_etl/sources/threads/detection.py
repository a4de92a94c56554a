"""The form of a file: each is tried on its beginning, and what each reads is counted."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.folder import shown
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.comments import Fields
from dialogue_etl.sources.threads.adapters.records import Bad, Comment

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.sources.threads.adapters import Adapter

_LOOKED_AT = 1_000  # records
_MAX_BAD = 0.1  # of the records of a form that fits
_AUTHOR = re.compile("author|speaker|user|sender|from|nick", re.IGNORECASE)
_TEXT = re.compile("text|utter|content|body|message|comment|said", re.IGNORECASE)
_LINK = re.compile("parent|reply|root|above|answer|_to$", re.IGNORECASE)


class Candidate(NamedTuple):
    """A form, and what it reads of a file.

    Attributes:
        name: of the form.
        good: records it reads.
        bad: records it can't read.
        linked: records that answer another or are answered, or have several turns; all messages of a chat
            whose authors and times are known.
        lost: records that answer one which is not there.
        told: share of records with an author, and of records with a time, added.
        problem: the first record that it can't read, or empty.
        records: what it reads of comments, and numbers of turns, to tell equal forms.
    """

    name: str
    good: int
    bad: int
    linked: int
    lost: int
    told: float
    problem: str
    records: list[Any]

    @property
    def fits(self) -> bool:
        """Whether it reads nearly all of the file, and something answers."""
        return bool(self.linked) and self.bad <= _MAX_BAD * (self.bad + self.good)

    @property
    def worth(self) -> tuple[float, int]:
        """How well it fits: shares of what is read, linked, and known of it; then how few links are lost."""
        return (self.good - self.bad + self.linked) / max(self.good, 1) + self.told / 4, -self.lost

    def __str__(self) -> str:
        of = f"{self.good:,} of {self.good + self.bad:,} records"
        return f"{self.name} reads {of}, of which {self.linked:,} answer or are answered"


def fitting(file: Path, language: str, encoding: str = "") -> list[Candidate]:
    """The forms that read anything of a file, the best one first; of equal ones the first of `FORMATS`.

    Raises:
        DialogueEtlError: something is wrong with the file itself.
    """
    found = _all(file, language, encoding)
    if not any(one.good for one in found) and found[0].bad == 1 and not found[0].problem.startswith("line"):
        raise DialogueEtlError(f"{shown(file)}: {found[0].problem}")
    return sorted((one for one in found if one.good), key=lambda one: (one.fits, one.worth), reverse=True)


def _all(file: Path, language: str, encoding: str) -> list[Candidate]:
    return [
        _tried(file, corpus_files.Form(name, language, encoding))
        for name, adapter in FORMATS.items()
        if adapter.fields or adapter.chat or adapter.over == "chunks" or _is_whole(adapter, file)
    ]


def _lacks_ids(file: Path, language: str, encoding: str) -> str:
    """What to do for messages that have kind, time and author of a form, but no ids; empty for others."""
    for one in _all(file, language, encoding):
        fields: Any = FORMATS[one.name].fields
        if one.bad > 1 and isinstance(fields, Fields) and fields.kinds:
            *kinds, time, author = map(str, (*fields.kind, *fields.time[-1:], *fields.author[:1]))
            needed = {place.partition(".")[0] for place in (*kinds, time, author)}
            missing, _, has = one.problem.partition("; it has ")
            if missing.endswith(f": no {fields.id[0]}") and needed <= {*has.split(", ")}:
                return (
                    f"its messages are of {one.name}, but lack ids ({one.problem[:200]}); export it with "
                    f"ids, or name what tells them apart, such as --format {one.name} --field "
                    f"'id={{{time}}}.{{{author}}}'"
                )
    return ""


def _is_whole(adapter: Adapter, file: Path) -> bool:
    return adapter.over == "file" and file.suffix in {".zip", ".yml", ".yaml"}


def _tried(file: Path, form: corpus_files.Form) -> Candidate:
    records, bad = [], list[Bad]()
    for record in islice(corpus_files.records(file, form), _LOOKED_AT):
        if not isinstance(record, Bad):
            records.append(record)
        elif record.reason in {"unreadable", "unusable", "undecodable", "unavailable", "cut"}:
            bad.append(record)
    comments = [one for one in records if isinstance(one, Comment)]
    ids = {one.id for one in comments}
    answered = {one.parent for one in comments}
    linked = sum(one.parent in ids or one.id in answered for one in comments)
    known = sum(bool(one.author) + (one.time is not None) for one in comments)
    if known == 2 * len(comments) and all(one.session is not None for one in comments):
        linked = len(comments)  # of a chat, in which messages far apart answer nothing
    sessions = [one for one in records if not isinstance(one, Comment)]
    linked += sum(len(one.utterances) > 1 for one in sessions)
    known += sum(any(one.authors) for one in sessions)
    return Candidate(
        form.format,
        len(records),
        len(bad),
        linked,
        sum(one.parent is not None and one.parent not in ids for one in comments),
        known / max(len(records), 1),
        f"line {bad[0].line}: {bad[0].detail}" if bad and bad[0].line else bad[0].detail if bad else "",
        [one[1:5] if isinstance(one, Comment) else len(one.utterances) for one in records],
    )


def told(file: Path, language: str, encoding: str = "") -> str:
    """The form of a file.

    Raises:
        DialogueEtlError: none fits, or several fit equally and read different things; the message says how
            many records the best ones read, why not more, and what to try.
    """
    for one in (pairs := _of_two_files(file, language, encoding)):
        if one.fits:
            return one.name
    found = fitting(file, language, encoding)
    best = [one for one in found if one.fits and one.worth == found[0].worth]
    if (not found or found[0].good == 1) and (lacking := _lacks_ids(file, language, encoding)):
        raise DialogueEtlError(f"{shown(file)}: {lacking}")
    if best and all(one.records == best[0].records for one in best):
        return best[0].name
    why = [str(one) for one in (best or found)[:3]]
    if found and not best and found[0].problem:
        why.append(f"the first it can't read is in {found[0].problem[:200]}")
    hint = _hint(file, language, encoding)
    names = [*(one.name for one in pairs), *(one.name for one in (best or found)[:3])]
    todo = f"--format {' or '.join(names)}" if names else ""
    tries = "; or ".join(filter(None, [todo, hint])) or f"--format, one of {', '.join(FORMATS)}"
    begins = "" if why else f"; it begins {corpus_files.beginning(file, language, encoding)!r}"
    raise DialogueEtlError(
        f"{shown(file)}: its form is not clear{'; '.join(['', *why])}{begins}; try {tries}, or say what its "
        "fields are called by --field; docs/threads.md has all forms and fields"
    )


def _of_two_files(file: Path, language: str, encoding: str) -> list[Candidate]:
    """The forms of two files of which this may be one, by their names, and what they read of both."""
    near = {one.name for one in islice(file.parent.iterdir(), _LOOKED_AT)}
    return [
        _tried(file.with_name(one), corpus_files.Form(name, language, encoding))
        for name, adapter in FORMATS.items()
        if (beside := adapter.beside)
        for one in near
        if (other := beside(one)) in near and file.name in {one, other}
    ]


def _hint(file: Path, language: str, encoding: str) -> str:
    """What fields are probably called, as options; empty without objects."""
    path, rows = _listed(list(islice(corpus_files.objects(file, language, encoding), _LOOKED_AT)))
    sizes: Counter[str] = Counter()
    for row in rows:
        sizes.update({name: len(value) for name, value in row.items() if isinstance(value, str)})
    names = {name for row in rows for name in row}
    link = next(iter(sorted(name for name in names if _LINK.search(name))), "")
    ids = sorted((name for name in names if re.search("(?i)id$|^key$|^no$", name) and name != link), key=len)
    if not sizes or not ids:
        return ""
    text = max(sizes, key=lambda name: (name not in {*ids, link}, bool(_TEXT.search(name)), sizes[name]))
    author = next(iter(sorted(name for name in names - {text, *ids} if _AUTHOR.search(name))), "")
    values = {name: {str(row.get(name)) for row in rows} for name in ids}
    shared = min(ids, key=lambda name: len(values[name]))
    if not link and len(ids) > 1 and len(values[shared]) < len(rows):  # records of numbered conversations
        own = next(name for name in ids if name != shared)
        places = {"id": f"'{{{shared}}}.{{{own}}}'", "session": shared, "author": author, "text": text}
    else:
        places = {"inside": path, "id": ids[0], "parent": link or "…", "author": author, "text": text}
    return " ".join(f"--field {name}={place}" for name, place in places.items() if place)


def _listed(values: list[Any]) -> tuple[str, list[dict[str, Any]]]:
    """The longest list of objects, and its path."""
    best: tuple[str, list[dict[str, Any]]] = ("", [one for one in values if isinstance(one, dict)])
    waiting: list[tuple[str, Any]] = [("", one) for one in values[:10]]
    for path, value in waiting:
        if isinstance(value, dict) and path.count(".") < 4:
            waiting += [(f"{path}.{name}".strip("."), inner) for name, inner in value.items()]
        elif isinstance(value, list) and len(found := [one for one in value if isinstance(one, dict)]) > len(
            best[1]
        ):
            best = (path, found)
    return best

"""The sessions of one file without a workspace, as they are before any rule."""

import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Bad, Comment
from dialogue_etl.sources.threads.trees import NO_PARENT, Tree

log = logging.getLogger("dialogue_etl")

Said = list[tuple[str | None, str]]
"""Author and text of each utterance."""


def sessions(path: Path, form: str, language: str) -> Iterator[tuple[str, Said]]:
    """Id and utterances of each session of two utterances or more; those without a text are left out.

    Raises:
        DialogueEtlError: nothing in the file can be read, or there is no such form.
    """
    if form not in FORMATS:
        raise DialogueEtlError(f"form: {form!r}: one of {', '.join(FORMATS)}")
    comments: dict[str, Comment] = {}
    bad: Counter[str] = Counter()
    first: Bad | None = None
    number = 0
    for record in corpus_files.records(path, corpus_files.Form(form, language)):
        if isinstance(record, Bad):
            first = first or record
            bad[record.reason] += 1
        elif isinstance(record, Comment):
            comments.setdefault(record.id, record)
        else:
            number += 1
            authors = record.authors or [None] * len(record.utterances)
            yield from _spoken(f"{path.stem}:{number}", list(zip(authors, record.utterances, strict=True)))
    if first and not comments and not number:
        raise DialogueEtlError(f"{path}: {first.detail}")
    places = {id: place for place, id in enumerate(comments)}
    said = list(comments.values())
    answered = _answered(said)
    for way in Tree([places.get(answered.get(one.id) or "", NO_PARENT) for one in said]).paths():
        yield from _spoken(f"{path.stem}:{said[way[-1]].id}", [(said[n].author, said[n].text) for n in way])
    if bad:
        log.warning("%s: left out: %s", path, ", ".join(f"{many:,} {reason}" for reason, many in bad.items()))


def _answered(comments: list[Comment]) -> dict[str, str | None]:
    """What each comment answers, by id: the last one, under the same, of the account that it addresses."""
    found: dict[str, str | None] = {}
    last: dict[tuple[str | None, str], str] = {}
    for one in sorted(comments, key=lambda one: (one.time or 0, len(one.id), one.id)):
        to, author = ((name or "").lstrip("@") for name in (one.to, one.author))
        found[one.id] = last.get((one.parent, to), one.parent) if to and to != author else one.parent
        last[one.parent, author] = one.id
    return found


def _spoken(id: str, said: Said) -> Iterator[tuple[str, Said]]:
    left: Said = []
    for author, text in ((author, text.strip()) for author, text in said if text.strip()):
        if left and author and author == left[-1][0]:
            left[-1] = author, f"{left[-1][1]}\n{text}"  # nobody answers himself
        else:
            left.append((author, text))
    if len(left) > 1:
        yield id, left

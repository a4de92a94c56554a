"""`mbox`: archives of mailing lists and newsgroups; mails name what they answer (RFC 4155, RFC 5322)."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.utils import parseaddr, parsedate_to_datetime
from itertools import chain
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters.records import LONGEST_ID, Bad, Comment, checked, name_of, plain_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from email.message import EmailMessage

    from dialogue_etl.sources.threads.adapters.records import Record

_LARGEST = 10_000_000  # bytes of a mail
_FROM = re.compile(rb"^From [^\n]*\d{4}[^\n]*$|^From \S+@\S+[^\n]*$")
_NAMED = re.compile(r"<([^<>\s]+)>")
_SIGNATURE = re.compile(r"^-- $.*", re.MULTILINE | re.DOTALL)
_SAID_BY = re.compile(
    r"^(?:(?!>).{0,160}(?:\d{4}|\d:\d\d).{0,160}\n(?=[^\n\d]{0,100}$))?"
    r".{0,200}(?:wrote|writes|schrieb|écrit|пишет|写道)\s?:\s*$\n(?=>|\n>)",
    re.MULTILINE,
)
"""On Sun, Jan 2, 2022 at 6:02 Ann wrote: on one line or, if the date is on the first one, on two."""


def read(pieces: Iterable[bytes]) -> Iterator[Record]:
    """The mails of an archive, without signatures; rules take quoted lines out."""
    for number, data in _mails(pieces):
        try:
            if len(data) > _LARGEST:
                raise ValueError(f"a mail of more than {_LARGEST:,} bytes")
            yield _comment(number, message_from_bytes(data, policy=policy.default))
        except Exception as error:
            yield Bad(number, f"no mail: {error}")


def _mails(pieces: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    held, begin, number, rest, before = list[bytes](), 1, 0, b"", b""
    for piece in chain(pieces, [b"\n"]):
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            number += 1
            if not before.strip() and _FROM.match(line):
                if held:
                    yield begin, b"\n".join(held)
                held, begin = [], number
            elif held or line.strip():
                held.append(line.removeprefix(b">") if line.lstrip(b">").startswith(b"From ") else line)
            before = line
    if held:
        yield begin, b"\n".join(held)


def _comment(line: int, mail: EmailMessage) -> Comment:
    own = _NAMED.findall(str(mail["Message-ID"] or ""))
    above = (
        _NAMED.findall(str(mail["In-Reply-To"] or "")) or _NAMED.findall(str(mail["References"] or ""))[-1:]
    )
    part = mail.get_body(("plain",))
    if not own or part is None:
        raise ValueError("no Message-ID" if not own else "no plain text")
    name, address = parseaddr(str(mail["From"] or ""))
    text = checked(_SAID_BY.sub("", _SIGNATURE.sub("", str(part.get_content()))).strip())
    try:
        time = int(parsedate_to_datetime(str(mail["Date"])).timestamp())
    except (TypeError, ValueError, OverflowError):
        time = None
    id, *parents = (plain_id(checked(one[:LONGEST_ID])) for one in (own[0], *above[:1]))
    author = name_of((address or name)[:LONGEST_ID], "author")
    return Comment(line, id, parents[0] if parents else None, author, text, time)

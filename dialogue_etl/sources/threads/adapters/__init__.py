"""Adapters that convert the published forms of corpora to comments or sessions.

A form of objects is a map of its fields (`named_forms`) for a reader (`comments`, `sessions`, `pairs`); a
form of lines is a generator. They yield comments or sessions, and a `Bad` for each invalid record.
"""

from __future__ import annotations

from dataclasses import fields as fields_of
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dialogue_etl.sources.threads.adapters import (
    blocks,
    chat_lines,
    chatterbot,
    comments,
    legacy,
    lines,
    mail,
    named_forms,
    pairs,
    paths,
    platforms,
    sessions,
    shapes,
    stc,
    wenda,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from dialogue_etl.sources.threads.adapters.comments import Fields
    from dialogue_etl.sources.threads.adapters.pairs import Pairs
    from dialogue_etl.sources.threads.adapters.records import Record
    from dialogue_etl.sources.threads.adapters.sessions import Turns


class Adapter(NamedTuple):
    """The reader of a form.

    Attributes:
        read: a generator of records; for `rows` it also gets `fields` and the file's name, for `named lines`
            the name.
        over: its input: lines, of two files, rows of objects, chunks of bytes, or the bytes of a small file.
        fields: the map of fields, for `rows`.
        shape: makes other objects of each.
        beside: the name of the first of two files, from that of the second; empty for other names.
        chat: whether its comments belong to sessions, for other inputs than `rows`.
        cut: whether texts of this form may have spaces between all words or characters.
    """

    read: Callable[..., Iterator[Record]]
    over: Literal["lines", "named lines", "two files", "rows", "chunks", "file"] = "lines"
    fields: Fields | Turns | Pairs | None = None
    cut: bool = False
    shape: Callable[[Any], Any] | None = None
    beside: Callable[[str], str] | None = None
    chat: bool = False

    @property
    def is_chat(self) -> bool:
        """Whether its comments belong to sessions."""
        return self.chat or bool(getattr(self.fields, "session", ()))

    @property
    def columns(self) -> Sequence[str]:
        """Columns of which a table must have at least one."""
        names = ("dialog", "trigger", "text")
        found = next((getattr(self.fields, name) for name in names if hasattr(self.fields, name)), ())
        texts = [place for place in found if isinstance(place, str)]
        return [*dict.fromkeys(name for place in texts for name in (place, *paths.names_in(place)))]

    def changed(self, places: Mapping[str, Sequence[str]]) -> Adapter:
        """The same with other paths of fields, from `places_of`."""
        if self.fields is None or not places:
            return self
        others: Any = {name: tuple(several) for name, several in places.items()}
        return self._replace(fields=replace(self.fields, **others))


_of = partial(Adapter, comments.read, "rows")
_SESSIONS = Adapter(sessions.read, "rows", sessions.Turns(), cut=True)
_turns = partial(Adapter, sessions.read, "rows")
FORMATS: dict[str, Adapter] = {
    "tree": _of(named_forms.TREE),
    "reddit": _of(named_forms.REDDIT),
    "twitter": _of(named_forms.TWITTER),
    "weibo": _of(named_forms.WEIBO),
    **{name: _of(fields) for name, fields in platforms.MAPS.items()},
    "chatgpt": _of(named_forms.TREE, shape=shapes.chatgpt),
    "whatsapp": Adapter(chat_lines.whatsapp, "named lines", chat=True),
    "irc": Adapter(chat_lines.irc, "named lines", chat=True),
    "ubuntu": Adapter(chat_lines.ubuntu, "named lines", chat=True),
    "mbox": Adapter(mail.read, "chunks"),
    "wenda": Adapter(wenda.read, "file"),
    "cornell": Adapter(wenda.joined, "two files", beside=wenda.lines_beside),
    "chatterbot": Adapter(chatterbot.read, "file"),
    "ptt": Adapter(lines.ptt),
    "subtitle": Adapter(blocks.subtitle),
    "xiaohuangji": Adapter(blocks.xiaohuangji),
    "qingyun": Adapter(lines.qingyun),
    "tieba": Adapter(lines.tieba),
    "douban": Adapter(lines.labelled),
    "ecommerce": Adapter(lines.labelled),
    "chitchat": Adapter(blocks.chitchat),
    "text": Adapter(blocks.chitchat),
    "stc": Adapter(stc.read, "named lines", cut=True),
    "lccc": _SESSIONS,
    "jsonl": _SESSIONS,
    "multiwoz": _turns(sessions.Turns(("turns", "log"), ("utterance", "text"))),
    "topicalchat": _turns(sessions.Turns(("content",), ("message",), ("agent",))),
    "blendedskilltalk": _turns(sessions.Turns(), shape=shapes.blended),
    "pairs": Adapter(pairs.read, "rows", pairs.Pairs()),
    "tsv": Adapter(lines.tsv, cut=True),
    "legacy": Adapter(legacy.read),
}
"""Every form by its name in a catalogue of corpora."""
_NO_PLACES = {"people", "gone", "named", "kind", "kinds", "quoted", "addressed", "element"}


def places_of(form: str, given: Sequence[str]) -> dict[str, list[str]]:
    """Parse paths of fields: `text=body` and `text=title` give two paths for the field `text`.

    Raises:
        ValueError: the form has no such field, or no fields, or an entry is not FIELD=PLACE.
    """
    fields = FORMATS[form].fields
    known = [one.name for one in fields_of(fields) if one.name not in _NO_PLACES] if fields else []
    found: dict[str, list[str]] = {}
    for one in given:
        name, _, place = one.partition("=")
        if not known:
            with_fields = ", ".join(name for name, adapter in FORMATS.items() if adapter.fields)
            raise ValueError(f"{one}: {form} has no fields; {with_fields} have")
        if name not in known or not paths.PLACE.fullmatch(place):
            raise ValueError(f"{one}: should be FIELD=PLACE, a field one of {', '.join(known)}")
        found.setdefault(name, []).append(place)
    if "order" in found and "session" not in found and not getattr(fields, "session", ()):
        raise ValueError("order is of the records of a conversation: name it by --field session=PLACE")
    return found

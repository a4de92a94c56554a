"""Reads comments from objects; a form is a map of its fields.

Objects may be lines, items of a list, nested in the comment they answer, or parts of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.sources.threads.adapters.json_values import Nesting
from dialogue_etl.sources.threads.adapters.paths import ABSENT, Place, all_of, first_of, names_in
from dialogue_etl.sources.threads.adapters.records import (
    Bad,
    Comment,
    Record,
    Row,
    keys_of,
    name_of,
    order_of,
    plain_id,
    text_of,
    time_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOT_LOADED = "not_loaded"
"""Reason for an answer without content: a listing of Reddit ends with the ids of the answers it omits."""
OTHER_KIND = "other_kind"
"""Reason for a record that is no message by its form, such as that somebody joined a chat."""

Places = tuple[Place, ...]
Get = Callable[[Mapping[str, Any]], "Iterable[Any]"]
Naming = Callable[[Mapping[str, Any], str | int, bool], str]


@dataclass(frozen=True)
class Fields:
    """The paths of a form's fields; the first path with a value is used.

    Attributes:
        id: id of the comment.
        parent: id of the comment it answers; its own id is skipped.
        post: id of the post, the parent of comments without another parent.
        author: the account.
        text: the text, or a list of its parts.
        below: a second text, appended on a new line.
        time: time of writing.
        replies: nested answers.
        beside: nested comments that are not answers; objects without a text are skipped.
        inside: in a page, all paths with comments.
        namespace: what ids are unique in, such as a chat; `@file` and `@folder` are names of the file.
        page: the same, of a page.
        session: the chat or conversation in which comments without a parent answer the one before;
            `@namespace` for its namespace, else `@file` and `@folder`.
        order: the place of a record in its `session`, if it is not that in the file.
        people: in a page, the path of the list of accounts, the key of their ids, and the key of their names.
        gone: values of `below` that mean an empty text.
        nobody: parent ids that mean no comment.
        named: normalises an id; gets the object, the id, and whether it is the id of a parent.
        kind, kinds: a place, and the values there of objects that are comments; it may be missing.
        quoted: a pattern whose group is the id of a comment that the text quotes, before other parents.
        addressed: a pattern at the beginning of a text whose group is the account that is answered.
        element: of XML, with a comment in its attributes and children.
    """

    id: Places = ("id",)
    parent: Places = ("parent",)
    post: Places = ()
    author: Places = ("author",)
    text: Places = ("text",)
    below: Places = ()
    time: Places = ("time",)
    replies: Places = ()
    beside: Places = ()
    inside: Places = ()
    namespace: tuple[str, ...] = ()
    page: Places = ()
    session: tuple[str, ...] = ()
    order: Places = ()
    people: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ()
    named: Naming | None = None
    kind: Places = ()
    kinds: tuple[str, ...] = ()
    quoted: str = ""
    addressed: str = r"\s*(?:回复|回覆)\s*(?:<a[^>]*>)?\s*@([^:：<]{1,40}?)\s*(?:</a>)?\s*[:：]"
    element: str = ""

    @property
    def nesting(self) -> Nesting:
        """The members of objects that may contain comments."""
        nests = (*self.replies, *self.beside, *self.inside)
        names = {name for place in nests for name in names_in(place)}
        return Nesting(lambda name: name in names or "*" in names, lambda _: False)


_NOBODY: Mapping[str, str] = {}


class _Node(NamedTuple):
    """A value that may contain comments."""

    value: Any
    above: str | None = None  # id of the comment it is nested in
    aside: bool = False  # it is nested in `beside`
    people: Mapping[str, str] = _NOBODY  # names of the accounts of its page
    space: str | None = None  # namespace of its page
    paged: bool = False  # it is part of a page


def read(rows: Iterable[Row], fields: Fields, name: str = "") -> Iterator[Record]:
    """Yield comments, and a `Bad` for each invalid object, whose nested replies are still read.

    Args:
        rows: of the file.
        fields: of its form.
        name: of the file, with its folder.
    """
    reader = _Reader(fields, name)
    for line, value, problem in rows:
        if problem:
            yield Bad(line, problem)
        elif isinstance(value, dict) and reader.is_flat(value):
            yield reader.one(line, _Node(value, space=reader.space))  # a fast path of `walk`
        else:
            yield from reader.walk(line, value)


class _Reader:
    def __init__(self, fields: Fields, name: str) -> None:
        folder, _, _ = name.rpartition("/")
        files = {"@file": name, "@folder": folder.rpartition("/")[2]}
        self.space = next((files[place] for place in fields.namespace if place in files), None)
        self._file = next((files[place] for place in fields.session if place in files), None)
        self._session = "@namespace" in fields.session
        self._fields = fields
        self._id, self._author, self._time = map(first_of, (fields.id, fields.author, fields.time))
        self._text, self._below = first_of(fields.text), first_of(fields.below)
        self._parents, self._posts = all_of(fields.parent), all_of(fields.post)
        self._replies, self._beside = all_of(fields.replies), all_of(fields.beside)
        self._inside = all_of(fields.inside)
        self._order = first_of(fields.order)
        self._kind, self._page = first_of(fields.kind), first_of(fields.page)
        self._namespace, self._sessions = (
            first_of([place for place in places if not place.startswith("@")])
            for places in (fields.namespace, fields.session)
        )
        self._quoted = re.compile(fields.quoted) if fields.quoted else None
        self._addressed = re.compile(fields.addressed).match
        nesting = (*fields.replies, *fields.beside, *fields.inside)
        self._heads = {name for place in nesting for name in names_in(place)[:1]}

    def is_flat(self, said: Mapping[str, Any]) -> bool:
        """Whether an object contains no other comments."""
        return "*" not in self._heads and said.keys().isdisjoint(self._heads)

    def walk(self, line: int, value: Any) -> Iterator[Record]:
        """The comments in a value, without recursion."""
        nodes = [_Node(value, space=self.space)]
        while nodes:
            node = nodes.pop()
            if isinstance(node.value, list):
                nodes += [node._replace(value=one) for one in reversed(node.value)]
                continue
            if not isinstance(node.value, dict):
                yield _no_object(line, node)
                continue
            text = self._text(node.value)
            if text is ABSENT and (pages := [page for page in self._inside(node.value) if page is not None]):
                people = self._people(node.value) or node.people
                space = self._page(node.value)
                try:
                    space = node.space if space is ABSENT else name_of(space, "page")
                except ValueError as error:
                    yield Bad(line, str(error))
                    continue
                node = node._replace(people=people, space=space, paged=True)
                nodes += [node._replace(value=page) for page in reversed(pages)]
                continue
            found = self.one(line, node)
            yield found
            nodes += reversed([*self._nested(node, found.id if isinstance(found, Comment) else None)])

    def _nested(self, node: _Node, own: str | None) -> Iterator[_Node]:
        """The answers to a comment, and other comments nested in it."""
        for value in self._replies(node.value):
            if isinstance(value, dict | list):
                yield node._replace(value=value, above=own)
        for value in self._beside(node.value):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, dict) and self._text(one) is not ABSENT:
                    yield node._replace(value=one, above=self._over(node, one), aside=True)

    def _over(self, node: _Node, aside: Mapping[str, Any]) -> str | None:
        """The parent of a comment nested in another one: the next ancestor that the outer one names.

        A reply of Weibo names its parent, the root comment, and the post.
        """
        try:
            own = self._name(node, self._id(node.value), "id")
            above = [name for name in self._names(node, self._parents, self._posts) if name != own]
            mine = self._name(node._replace(value=aside), self._id(aside), "id")
        except ValueError:
            return None
        later = above[above.index(mine) :] if mine in above else []
        return next((name for name in later if name != mine), None)

    def one(self, line: int, node: _Node) -> Comment | Bad:
        """The comment of an object, or a `Bad`."""
        try:
            kind = self._kind(node.value) if self._fields.kinds else ABSENT
            if kind is not ABSENT and kind is not None and str(kind) not in self._fields.kinds:
                return Bad(line, f"no message, but {str(kind)[:40]!r}", OTHER_KIND)
            return self._comment(line, node)
        except ValueError as error:
            return Bad(line, f"{error}; it has {keys_of(node.value)}")

    def _comment(self, line: int, node: _Node) -> Comment:
        fields, said = self._fields, node.value
        text, own, author = self._text(said), self._id(said), self._author(said)
        if text is ABSENT or own is ABSENT:
            missing = fields.text if text is ABSENT else fields.id
            raise ValueError(f"no {' or '.join(place for place in missing[-2:] if isinstance(place, str))}")
        if fields.namespace and (space := self._namespace(said)) is not ABSENT:
            node = node._replace(space=name_of(space, "namespace"))
        id = self._name(node, own, "id")
        if id is None:
            raise ValueError("no id")
        whole = text_of(text, "text")
        if fields.below and (below := self._below(said)) is not ABSENT and below != text:
            below = text_of(below, "below")
            whole = whole if below.strip() in ("", *fields.gone) else f"{whole}\n{below}"
        name = None if author is ABSENT else name_of(author, "author")
        return Comment(
            line,
            id,
            self._parent(node, id, whole),
            node.people.get(name, name) if name else None,
            whole,
            time_of(None if (time := self._time(said)) is ABSENT else time),
            node.aside,
            self._in(node) if fields.session else None,
            to[1] if "@" in whole and (to := self._addressed(whole)) else None,
            order_of(self._order(said)) if fields.order else 0,
        )

    def _in(self, node: _Node) -> str | None:
        found = self._sessions(node.value)
        session = self._file if found is ABSENT else name_of(found, "session")
        return "/".join(filter(None, [node.space, session])) or None if session or self._session else None

    def _parent(self, node: _Node, own: str, text: str) -> str | None:
        above = self._parents(node.value)
        for found in [*self._quoted.findall(text), *above] if self._quoted else above:
            name = self._name(node, found, "parent", of_parent=True)
            if name is not None and name != own:
                return name
        if node.above is not None:
            return node.above
        return next((name for name in self._names(node, self._posts) if name != own), None)

    def _names(self, node: _Node, *places: Get) -> Iterator[str]:
        """The parent ids at these paths."""
        for several in places:
            for found in several(node.value):
                name = self._name(node, found, "parent", of_parent=True)
                if name is not None:
                    yield name

    def _name(self, node: _Node, value: Any, name: str, *, of_parent: bool = False) -> str | None:
        found, fields = name_of(value, name), self._fields
        if found is None or (of_parent and found in fields.nobody):
            return None
        if fields.named:
            found = fields.named(node.value, value, of_parent)
        return plain_id(f"{node.space}/{found}" if node.space else found)

    def _people(self, page: Mapping[str, Any]) -> dict[str, str]:
        if not self._fields.people:
            return {}
        listed, id, name = self._fields.people
        users = [one for some in all_of((listed,))(page) if isinstance(some, list) for one in some]
        return {
            str(one[id]): one[name]
            for one in users
            if isinstance(one, dict) and id in one and isinstance(one.get(name), str)
        }


def _no_object(line: int, node: _Node) -> Bad:
    if (
        isinstance(node.value, str | int)
        and node.value is not True
        and (node.above is not None or node.paged)
    ):
        return Bad(line, f"the comment {str(node.value)[:40]} is not in it", NOT_LOADED)
    return Bad(line, "not a JSON object")

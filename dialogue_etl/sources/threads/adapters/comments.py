"""Reads comments from objects; a form is a map of its fields.

Objects may be lines, items of a list, nested in the comment they answer, or parts of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.sources.threads.adapters.paths import ABSENT, all_of, first_of, head_of
from dialogue_etl.sources.threads.adapters.records import (
    Bad,
    Comment,
    Record,
    Row,
    keys_of,
    name_of,
    text_of,
    time_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOT_LOADED = "not_loaded"
"""Reason for an answer without content: a listing of Reddit ends with the ids of the answers it omits."""

Places = Callable[[Mapping[str, Any]], "Iterable[Any]"]
Naming = Callable[[Mapping[str, Any], str | int, bool], str]


@dataclass(frozen=True)
class Fields:
    """The paths of a form's fields; the first path with a value is used.

    Attributes:
        id: id of the comment.
        parent: id of the comment it answers; its own id is skipped.
        post: id of the post, the parent of comments without another parent.
        author: the account.
        text: the text.
        below: a second text, appended on a new line.
        time: time of writing.
        replies: nested answers.
        beside: nested comments that are not answers; objects without a text are skipped.
        inside: in a page, all paths with comments.
        people: in a page, the path of the list of accounts, the key of their ids, and the key of their names.
        gone: values of `below` that mean an empty text.
        nobody: parent ids that mean no comment.
        named: normalises an id; gets the object, the id, and whether it is the id of a parent.
    """

    id: tuple[str, ...] = ("id",)
    parent: tuple[str, ...] = ("parent",)
    post: tuple[str, ...] = ()
    author: tuple[str, ...] = ("author",)
    text: tuple[str, ...] = ("text",)
    below: tuple[str, ...] = ()
    time: tuple[str, ...] = ("time",)
    replies: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    nobody: frozenset[str] = frozenset()
    named: Naming | None = None


_NOBODY: Mapping[str, str] = {}


class _Node(NamedTuple):
    """A value that may contain comments."""

    value: Any
    above: str | None = None  # id of the comment it is nested in
    aside: bool = False  # it is nested in `beside`
    people: Mapping[str, str] = _NOBODY  # names of the accounts of its page


def read(rows: Iterable[Row], fields: Fields) -> Iterator[Record]:
    """Yield comments, and a `Bad` for each invalid object, whose nested replies are still read."""
    reader = _Reader(fields)
    for line, value, problem in rows:
        if problem:
            yield Bad(line, problem)
        elif isinstance(value, dict) and reader.is_flat(value):
            yield reader.one(line, value)  # a fast path of `walk`
        else:
            yield from reader.walk(line, value)


class _Reader:
    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._id, self._author, self._time = map(first_of, (fields.id, fields.author, fields.time))
        self._text, self._below = first_of(fields.text), first_of(fields.below)
        self._parents, self._posts = all_of(fields.parent), all_of(fields.post)
        self._replies, self._beside = all_of(fields.replies), all_of(fields.beside)
        self._inside = all_of(fields.inside)
        nesting = (*fields.replies, *fields.beside, *fields.inside)
        self._heads = {head_of(place) for place in nesting}

    def is_flat(self, said: Mapping[str, Any]) -> bool:
        """Whether an object contains no other comments."""
        return said.keys().isdisjoint(self._heads)

    def walk(self, line: int, value: Any) -> Iterator[Record]:
        """The comments in a value, without recursion."""
        nodes = [_Node(value)]
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
                nodes += [node._replace(value=page, people=people) for page in reversed(pages)]
                continue
            found = self.one(line, *node)
            yield found
            nodes += reversed([*self._nested(node, found.id if isinstance(found, Comment) else None)])

    def _nested(self, node: _Node, own: str | None) -> Iterator[_Node]:
        """The answers to a comment, and other comments nested in it."""
        for value in self._replies(node.value):
            if isinstance(value, dict | list):
                yield _Node(value, own, node.aside, node.people)
        for value in self._beside(node.value):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, dict) and self._text(one) is not ABSENT:
                    yield _Node(one, self._over(node.value, one), True, node.people)

    def _over(self, said: Mapping[str, Any], aside: Mapping[str, Any]) -> str | None:
        """The parent of a comment nested in another one: the next ancestor that the outer one names.

        A reply of Weibo names its parent, the root comment, and the post.
        """
        try:
            own = self._name(said, self._id(said), "id")
            above = [name for name in self._names(said, self._parents, self._posts) if name != own]
            mine = self._name(aside, self._id(aside), "id")
        except ValueError:
            return None
        later = above[above.index(mine) :] if mine in above else []
        return next((name for name in later if name != mine), None)

    def one(
        self,
        line: int,
        said: Mapping[str, Any],
        above: str | None = None,
        aside: bool = False,
        people: Mapping[str, str] = _NOBODY,
    ) -> Comment | Bad:
        """The comment of an object, or a `Bad`; for the other arguments see `_Node`."""
        try:
            return self._comment(line, said, above, aside, people)
        except ValueError as error:
            return Bad(line, f"{error}; it has {keys_of(said)}")

    def _comment(
        self, line: int, said: Mapping[str, Any], above: str | None, aside: bool, people: Mapping[str, str]
    ) -> Comment:
        fields = self._fields
        text, own, author = self._text(said), self._id(said), self._author(said)
        if text is ABSENT or own is ABSENT:
            raise ValueError(f"no {' or '.join((fields.text if text is ABSENT else fields.id)[-2:])}")
        id = self._name(said, own, fields.id[-1])
        if id is None:
            raise ValueError(f"no {fields.id[-1]}")
        whole = text_of(text, fields.text[-1])
        if fields.below and (below := self._below(said)) is not ABSENT:
            below = text_of(below, fields.below[0])
            whole = whole if below.strip() in fields.gone else f"{whole}\n{below}"
        name = None if author is ABSENT else name_of(author, fields.author[-1])
        return Comment(
            line,
            id,
            self._parent(said, id, above),
            people.get(name, name) if name else None,
            whole,
            time_of(None if (time := self._time(said)) is ABSENT else time),
            aside,
        )

    def _parent(self, said: Mapping[str, Any], own: str, above: str | None) -> str | None:
        for found in self._parents(said):
            name = self._name(said, found, "parent", of_parent=True)
            if name is not None and name != own:
                return name
        if above is not None:
            return above
        return next((name for name in self._names(said, self._posts) if name != own), None)

    def _names(self, said: Mapping[str, Any], *places: Places) -> Iterator[str]:
        """The parent ids at these paths."""
        for several in places:
            for found in several(said):
                name = self._name(said, found, "parent", of_parent=True)
                if name is not None:
                    yield name

    def _name(self, said: Mapping[str, Any], value: Any, name: str, *, of_parent: bool = False) -> str | None:
        found = name_of(value, name)
        if found is None or (of_parent and found in self._fields.nobody):
            return None
        return self._fields.named(said, value, of_parent) if self._fields.named else found

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
    if isinstance(node.value, str) and node.above is not None:
        return Bad(line, f"the comment {node.value[:40]} is not in it", NOT_LOADED)
    return Bad(line, "not a JSON object")

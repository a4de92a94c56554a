"""The reader of all forms with objects for comments: a form is a map of its fields.

Objects may be a line each, items of a list, answers inside of what they answer, or lie in pages.
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
"""The reason of an answer that is only named: a listing of Reddit ends with the ids of those it left out."""

Places = Callable[[Mapping[str, Any]], "Iterable[Any]"]
Naming = Callable[[Mapping[str, Any], str | int, bool], str]


@dataclass(frozen=True)
class Fields:
    """Where a form keeps what; of several places the first that holds something counts.

    Attributes:
        id: of a comment.
        parent: id of the comment it answers; where it is its own, the next place is looked at.
        post: id of what a comment answers that answers no other one, and is in none.
        author: who wrote it.
        text: what it says.
        below: what follows the text, on a line of its own.
        time: when it was written.
        replies: answers to it, whole.
        beside: other comments that come with it, whole, but are not its answers; only with text.
        inside: of a page, all places with comments.
        people: of a page, the list of accounts, the place of their ids there, and that of their names.
        gone: texts that say nothing, below.
        nobody: ids that represent no comment.
        named: an id as it should be: of an object, its id as written, and whether that is of what it
            answers.
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
    """A value that may hold comments."""

    value: Any
    above: str | None = None  # id of the comment it is nested in
    aside: bool = False  # it only comes with another one
    people: Mapping[str, str] = _NOBODY  # names of the accounts of its page


def read(rows: Iterable[Row], fields: Fields) -> Iterator[Record]:
    """Yields a `Bad` for each invalid object; its nested replies are still read."""
    reader = _Reader(fields)
    for line, value, problem in rows:
        if problem:
            yield Bad(line, problem)
        elif isinstance(value, dict) and reader.is_flat(value):
            yield reader.one(line, value)  # as `walk`, without what it costs
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
        """Whether no other comment can be in an object."""
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
        """The answers to a comment, and what else comes with it."""
        for value in self._replies(node.value):
            if isinstance(value, dict | list):
                yield _Node(value, own, node.aside, node.people)
        for value in self._beside(node.value):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, dict) and self._text(one) is not ABSENT:
                    yield _Node(one, self._over(node.value, one), True, node.people)

    def _over(self, said: Mapping[str, Any], aside: Mapping[str, Any]) -> str | None:
        """What a comment answers that another one answers: the next that this one names as above itself.

        A reply of Weibo names the comment it answers, the root of both, and the post.
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
        """The comment that an object is, or what is wrong with it; for the others see `_Node`."""
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
        """The ids that these places hold."""
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

"""Hypothesis strategies for dvc.yaml and params.yaml: most are sound, those made wildly are seldom."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DrawFn, SearchStrategy

Yaml = dict[str, Any]
WORDS = ["a", "b", "no", "x y", "é", "1", "p-q", "v.w", "$HOME", r"\${a}", "'", "${"]
NAMES = ["alpha", "beta", "gamma", "delta"]
PARTS = ["x", "y", "z"]
# What a template can name in each turn of a loop, and a folder of its own for each.
LOOPS: dict[str, tuple[list[str], str]] = {
    "": ([], ""),
    "list": (["item"], "/${item}"),
    "map": (["key"], "/${key}"),
    "maps": (["item.x"], "/${item.x}"),
    "matrix": (["key"], "/${key}"),
}

scalars: SearchStrategy[Any] = st.one_of(
    st.sampled_from(WORDS), st.integers(-3, 20), st.booleans(), st.none(), st.sampled_from([0.5, 1e-7, 1e16])
)
lists = st.lists(scalars, min_size=1, max_size=3)
maps = st.dictionaries(st.sampled_from(PARTS), scalars, min_size=1, max_size=3)
lists_of_maps = st.lists(st.fixed_dictionaries({"x": scalars}), min_size=1, max_size=3)
mixed = st.lists(st.one_of(scalars, maps, lists), max_size=3)
deep = st.dictionaries(st.sampled_from(PARTS), st.one_of(scalars, maps, lists), max_size=3)
values = st.one_of(scalars, lists, maps, lists_of_maps, mixed, deep)


@dataclass(frozen=True)
class Known:
    """References that name something, by what they name."""

    scalars: tuple[str, ...]
    maps: tuple[str, ...]
    lists: tuple[str, ...]
    wild: bool

    def texts(self, more: list[str], *, arguments: bool = False) -> SearchStrategy[str]:
        """Texts with references that may stand in a stage."""
        names = [*self.scalars, *more, *(self.maps if arguments else ())]
        if not names:
            return st.sampled_from(WORDS)
        forms = ["{0}", "a{0}", "{0}-{0}", "\\{0}", "{0} ", "echo {0} $(x) }}"]
        plain = st.sampled_from(names).map(lambda name: f"${{{name}}}")
        spaced = st.sampled_from(names).map(lambda name: f"${{ {name} }}")
        odd = st.sampled_from(
            [*names, *self.lists, *self.maps, "nope", "", "alpha.", "alpha[0", "alpha[0].x", "item.y"]
        )
        named = st.one_of(plain, spaced, odd.map(lambda name: f"${{{name}}}")) if self.wild else plain
        return st.builds(str.format, st.sampled_from(forms), named)

    def loops(self, *kinds: str) -> SearchStrategy[str]:
        """One reference to something to loop over."""
        names = [name for kind in kinds for name in getattr(self, kind)]
        odd = ["nope", *self.scalars] if self.wild else []
        return st.sampled_from([*names, *odd] or ["beta"]).map(lambda name: f"${{{name}}}")


def known(content: Yaml, *, wild: bool) -> Known:
    """What templates can name in given values."""
    found: dict[type, list[str]] = {dict: [], list: [], str: []}
    for path, value in _paths(content, ""):
        found[type(value) if isinstance(value, (dict, list)) else str].append(path)
    return Known(tuple(found[str]), tuple(found[dict]), tuple(found[list]), wild)


def _paths(content: Any, before: str) -> Iterator[tuple[str, Any]]:
    for key, value in content.items() if isinstance(content, dict) else enumerate(content):
        path = f"{before}[{key}]" if isinstance(key, int) else f"{before}.{key}".lstrip(".")
        yield path, value
        if isinstance(value, (dict, list)):
            yield from _paths(value, path)


@st.composite
def bodies(draw: DrawFn, number: int, loop: str, names: Known) -> Yaml:
    """A stage that writes where few others do, and reads what those before it write."""
    turn, own = LOOPS[loop]
    text = names.texts(turn)
    command = names.texts(turn, arguments=True)
    ends = st.sampled_from(["", "", "/part", "/./part", "/../side"] if names.wild else ["", "/./", "//"])
    options = st.fixed_dictionaries(
        {},
        optional={"cache": st.booleans(), "persist": st.booleans(), "desc": text, "labels": st.just(["l"])},
    )

    def written(kind: str, least: int = 0) -> SearchStrategy[Any]:
        paths = st.builds(
            lambda part, end: f"out{number}{own}/{kind}{part}{end}", st.sampled_from(PARTS), ends
        )
        return st.lists(
            st.one_of(paths, st.dictionaries(paths, options, max_size=2)), min_size=least, max_size=2
        )

    inside = st.sampled_from([*[""] * 9, *(f"/{kind}{part}" for kind in "omp" for part in PARTS), "/a"])
    others = st.integers(0, number if names.wild else max(number - 1, 0))
    aside = text.map(lambda t: f"in/{t}")
    reads = st.builds(lambda other, end: f"out{other}{end}", others, inside) if number else aside
    optional: dict[str, SearchStrategy[Any]] = {
        "outs": written("o", least=1),
        "metrics": written("m"),
        "plots": written("p"),
        "params": st.lists(
            st.sampled_from(
                [
                    "alpha",
                    "beta.x",
                    "a-${key}" if loop == "matrix" else "x",
                    {"other.json": ["x", "y"]},
                    {"other.json": None},
                    {"out0/ox": ["lr"]},
                    {"params.yaml": []},
                ]
            ),
            max_size=3,
        ),
        "desc": text.map(lambda t: f"About {t}"),
        "frozen": st.booleans(),
        "always_changed": st.booleans(),
        "meta": st.one_of(maps, st.dictionaries(st.sampled_from(PARTS), text), lists),
        "wdir": st.sampled_from([".", "./inner/..", "out0/..", "inner", os.sep]),
        "vars": st.lists(
            st.dictionaries(st.sampled_from(["local", *(["alpha", "item"] if names.wild else [])]), values),
            max_size=1,
        ),
    }
    body: Yaml = {
        "cmd": draw(st.one_of(command, st.lists(command, min_size=1, max_size=2))),
        "deps": draw(st.lists(st.one_of(reads, reads, reads, aside), min_size=1, max_size=3)),
    }
    for key in sorted(draw(st.sets(st.sampled_from([*optional]), max_size=5)) | {"outs"}):
        body[key] = draw(optional[key])
    return body


@st.composite
def entries(draw: DrawFn, number: int, names: Known) -> Yaml:
    """One entry of `stages`: plain, foreach or matrix."""
    loop = draw(st.sampled_from([*LOOPS]))
    body = draw(bodies(number, loop, names))
    if loop in {"list", "map", "maps"}:
        nested = st.dictionaries(st.sampled_from(PARTS), maps, min_size=1)
        own = {"list": lists, "map": st.one_of(maps, nested), "maps": lists_of_maps}[loop]
        named = names.loops("maps" if loop == "map" else "lists")
        return {"foreach": draw(st.one_of(own, own, named)), "do": body}
    if loop == "matrix":
        element = st.one_of(scalars, scalars, maps, names.texts([]))
        axis = st.one_of(st.lists(element, min_size=1, max_size=3), names.loops("lists", "maps"))
        return {"matrix": {"x": draw(axis), **draw(st.dictionaries(st.just("y"), axis))}, **body}
    return body


@st.composite
def documents(draw: DrawFn) -> tuple[Yaml, Yaml]:
    """A dvc.yaml and its params.yaml."""
    params = {"beta": draw(values), **draw(st.dictionaries(st.sampled_from(NAMES), values))}
    variables = draw(st.dictionaries(st.sampled_from(["own", "more"]), values, max_size=2))
    names = known(params | variables, wild=draw(st.sampled_from([False, False, False, True])))
    count = draw(st.integers(2, 4))
    document: Yaml = {"stages": {f"s{number}": draw(entries(number, names)) for number in range(count)}}
    if variables:
        document["vars"] = [variables]
    if draw(st.booleans()):
        document["metrics"] = draw(st.lists(names.texts([]).map(lambda t: f"out0/{t}"), max_size=1))
    return document, params

"""A figure of several languages: a panel for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from dialogue_etl.report.charts import SMALL, WIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.report.charts import Plane

_MOST_WIDE = 3  # languages: the drawings of more are small


class Named(Protocol):
    """A language, as the report of any source has it."""

    @property
    def tag(self) -> str:
        """BCP-47."""
        ...

    @property
    def name(self) -> str:
        """In English."""
        ...


_Language = TypeVar("_Language", bound=Named)


@dataclass(frozen=True)
class Panel:
    """A drawing of one language.

    Attributes:
        language: its name.
        tag: its BCP-47 tag.
        index: its place in the order of languages, which gives the colour.
        svg: the drawing, empty if there is nothing to draw.
        note: a sentence below it.
    """

    language: str
    tag: str
    index: int
    svg: str
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure with a panel per language.

    Attributes:
        key: its anchor on the page.
        title: what it shows.
        caption: how to read it.
        panels: one per language.
    """

    key: str
    title: str
    caption: str
    panels: Sequence[Panel]


def figure(
    key: str,
    title: str,
    caption: str,
    languages: Sequence[_Language],
    draw: Callable[[_Language, str], tuple[str, str]],
) -> Figure:
    """A panel per language.

    Args:
        key: the anchor of the figure.
        title: what it shows.
        caption: how to read it.
        languages: in the order of their colours.
        draw: the drawing of a language and a sentence below it, given a key that is unique on the page.
    """
    panels = []
    for index, language in enumerate(languages):
        svg, note = draw(language, f"{key}-{language.tag}")
        panels.append(Panel(language.name, language.tag, index, svg, note))
    return Figure(key, title, caption, panels)


def plane(languages: Sequence[object]) -> Plane:
    """The size of the drawings of so many languages."""
    return SMALL if len(languages) > _MOST_WIDE else WIDE

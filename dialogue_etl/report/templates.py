"""How pages are made of templates: whatever is put in is text, and a name that is not there is an error."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent


def environment(*folders: Path, **filters: Callable[..., Any]) -> Environment:
    """Templates of some folders, then of this package.

    Args:
        folders: Where else to look, first.
        filters: By the name they have in templates.
    """
    found = Environment(
        loader=FileSystemLoader([*folders, HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(filters)
    return found

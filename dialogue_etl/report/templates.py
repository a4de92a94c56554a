"""Pages from templates: all values are escaped, and an undefined variable is an error."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dialogue_etl import __version__
from dialogue_etl.report import formatting

_HERE = Path(__file__).parent
_FILTERS = (
    formatting.clip,
    formatting.mean,
    formatting.measured,
    formatting.number,
    formatting.percent,
    formatting.place,
    formatting.plural,
    formatting.setting,
    formatting.share,
)


def environment(folder: Path) -> Environment:
    """Templates of a folder, then of this package, with filters that format numbers.

    Args:
        folder: searched first.
    """
    made = Environment(
        loader=FileSystemLoader([folder, _HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update({each.__name__: each for each in _FILTERS})
    return made


def render(template: Path, *styles: Path, **values: Any) -> str:
    """A page that extends `base.html`: the same input gives the same bytes.

    Args:
        template: path; templates it uses are searched in its folder, then in this package.
        styles: style sheets that follow that of this package.
        values: the template's variables, except `css` and `version`.
    """
    css = "\n".join(path.read_text("utf-8") for path in (_HERE / "page.css", *styles))
    page = environment(template.parent).get_template(template.name)
    return page.render(css=css, version=__version__, **values)

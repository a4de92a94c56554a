"""The form: the sheet as one HTML page that works from a disk, without a network."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from dialogue_etl import __version__
from dialogue_etl.audit import sheet
from dialogue_etl.audit.categories import NO_ERROR, SCHEMES
from dialogue_etl.report.templates import environment

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.audit.passages import Piece
    from dialogue_etl.audit.spreadsheet import Separator
    from dialogue_etl.audit.units import Unit

_HERE = Path(__file__).parent


def render(units: Sequence[Unit], rows: Sequence[Mapping[str, str]], separator: Separator) -> str:
    """The page as HTML: the same input gives the same bytes.

    Texts are data of the page, never mark-up. Its policy lets nothing run but its own script, and nothing be
    fetched, whatever the texts hold.

    Args:
        units: what is judged.
        rows: their rows of the sheet, as `sheet.rows` makes them.
        separator: of the CSV that the form saves.
    """
    style, reading, script = (
        (_HERE / name).read_text(encoding="utf-8") for name in ("form.css", "form_csv.js", "form.js")
    )
    script = reading + script
    return (
        environment(_HERE)
        .get_template("form.html")
        .render(
            style=Markup(style),  # noqa: S704 - files of this package
            script=Markup(script),  # noqa: S704
            style_hash=_hash(style),
            script_hash=_hash(script),
            data=_json(_data(units, rows, separator)),
            version=__version__,
            units=len(units),
        )
    )


def _data(units: Sequence[Unit], rows: Sequence[Mapping[str, str]], separator: Separator) -> dict[str, Any]:
    return {
        "columns": sheet.COLUMNS,
        "separator": separator,
        "noError": NO_ERROR,
        "schemes": {
            kind: {
                "name": scheme.name,
                "categories": [
                    {"key": one.key, "name": one.name, "help": one.help} for one in scheme.categories
                ],
            }
            for kind, scheme in SCHEMES.items()
        },
        "units": [
            {
                "row": row,
                "turns": unit.turns,
                "passage": {where: list(map(_piece, pieces)) for where, pieces in vars(unit.passage).items()},
            }
            for unit, row in zip(units, rows, strict=True)
        ],
    }


def _piece(piece: Piece) -> dict[str, Any]:
    return {name: value for name, value in asdict(piece).items() if value}


def _json(data: object) -> Markup:
    """JSON that ends no script element and opens no comment in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - no `<` is left in it


def _hash(text: str) -> str:
    """Of an inline element's text, as Content-Security-Policy writes it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

"""The annotation form: the units in one HTML page that works from disk, without a network."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from dialogue_etl import __version__
from dialogue_etl.labels.categories import NO_ERROR, SCHEMES
from dialogue_etl.report.templates import environment

if TYPE_CHECKING:
    from dialogue_etl.audit.units import Unit
    from dialogue_etl.labels.categories import Scheme

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Sheet:
    """The purpose of a page.

    Attributes:
        file: prefix of the names of answer files.
        title: of the page.
        command: the command that evaluates the answers.
        schemes: kind of unit → how it is judged.
    """

    file: str = "audit"
    title: str = "Audit"
    command: str = "dialogue-etl audit tally"
    schemes: Mapping[str, Scheme] = field(
        default_factory=lambda: {str(kind): scheme for kind, scheme in SCHEMES.items()}
    )

    @property
    def single(self) -> bool:
        """Whether every unit gets exactly one category."""
        return all(scheme.single for scheme in self.schemes.values())


def render(units: Sequence[Unit], sheet: Sheet = Sheet()) -> str:
    """The page as HTML: the same input gives the same bytes.

    Texts are data of the page, never markup. Its Content-Security-Policy allows only its own script and no
    requests, whatever the texts contain.
    """
    style, script = ((_HERE / name).read_text(encoding="utf-8") for name in ("form.css", "form.js"))
    ids = "\0".join(part for unit in units for part in (unit.id, *unit.turns))
    data = {
        "sheet": hashlib.sha256(ids.encode()).hexdigest()[:12],  # tells the answers to other units apart
        "noError": NO_ERROR,
        "file": sheet.file,
        "command": sheet.command,
        "schemes": {kind: asdict(scheme) for kind, scheme in sheet.schemes.items()},
        "units": [asdict(unit) for unit in units],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        environment(_HERE)
        .get_template("form.html")
        .render(
            style=Markup(style),  # noqa: S704 - files of this package
            script=Markup(script),  # noqa: S704
            style_hash=_hash(style),
            script_hash=_hash(script),
            # JSON without `<` can't end the script element or open a comment in it.
            data=Markup(text.replace("<", "\\u003c")),  # noqa: S704
            version=__version__,
            units=len(units),
            sheet=sheet,
        )
    )


def _hash(text: str) -> str:
    """Hash of an inline element's text in the format of Content-Security-Policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

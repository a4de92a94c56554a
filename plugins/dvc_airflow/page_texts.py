"""The pages' HTML, from templates."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dvc_airflow.versions import SweepSummary, Version

_LONGEST = 120
_BODY = re.compile(r"<body[^<>]{0,200}>", re.IGNORECASE)


def list_page(
    versions: Sequence[Version], sweeps: Sequence[SweepSummary], *, variant: str, can_compare: bool
) -> str:
    """The list of versions, newest first, and of sweeps.

    Args:
        versions: All of them, newest first.
        sweeps: Newest first.
        variant: Only this one's versions and nothing else; all if empty.
        can_compare: Whether two versions can be compared.
    """
    rows = [(one, _before(one, versions)) for one in versions if variant in {"", one.variant}]
    # The form to compare begins with the newest version that has another one before it.
    pairs = [[before.tag, one.tag] for one, before in rows if before]
    return _render(
        "list.html",
        rows=rows,
        sweeps=[] if variant else sweeps,
        variant=variant,
        variants=dict(sorted(Counter(one.variant for one in versions).items())),
        tags=[one.tag for one in versions],
        chosen=pairs[0] if pairs else [one.tag for one, _ in rows[1::-1]],
        can_compare=can_compare,
    )


def _before(version: Version, versions: Sequence[Version]) -> Version | None:
    """The variant's version before, or the one it began from."""
    earlier = [v for v in versions if v.variant == version.variant and v.number < version.number]
    base = next((v for v in versions if v.tag == version.base), None)
    return max(earlier, key=lambda v: v.number, default=base)


def message_page(title: str, text: str, back: str) -> str:
    """A page that says why there is nothing to show."""
    return _render("message.html", title=title, text=text, back=back)


def with_way_back(page: str, back: str) -> str:
    """A page made elsewhere with a link to the list on top; as it is when it has no body to put it in."""
    link = (
        f'<p style="margin:.6rem 1rem;font:15px system-ui,sans-serif"><a href="{back}">← All datasets</a></p>'
    )
    return _BODY.sub(lambda body: body[0] + link, page, count=1)


def _render(name: str, **values: Any) -> str:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"when": when, "since": difference, "figure": _figure, "value": _value}
    return environment.get_template(name).render(**values)


def when(date: str) -> str:
    """2026-01-01 10:00 UTC, of an ISO date."""
    return f"{date[:16].replace('T', ' ')} UTC" if date.endswith("+00:00") else date


def difference(new: object, old: object) -> str:
    """How much a count grew; empty where it did not, or there is no count."""
    if not (_is_number(old) and _is_number(new)) or old == new:
        return ""
    change = new - old  # type: ignore[operator]
    return f"{'+' if change > 0 else '−'}{abs(change):,}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _figure(value: object) -> str:
    return f"{value:,}" if _is_number(value) else str(value)


def _value(value: object) -> str:
    text = "not set" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

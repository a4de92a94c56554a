"""All pages of the plugins as one site, as Airflow serves them, and a walk along its links and forms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from lxml import html as parser

from tests.browse import made
from tests.plugins.published import client

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from fastapi import FastAPI

DIFFER = (
    "<html><head><style>:root { color-scheme: light dark; } body { background: rgb(251, 250, 246); }"
    "@media screen and (prefers-color-scheme: dark) { body { background: rgb(19, 21, 26); } }</style></head>"
    "<body><h1>What differs</h1></body></html>"
)
"""A report or comparison, with a style of its own."""
_CELLS = [(gap, chance) for gap in (300, 525, 800) for chance in (0, 0.6, 0.8)]
SWEPT = {
    "name": "gap",
    "dag": "books",
    "run": "http://testserver/datasets/",
    "cells": [
        {
            "name": f"gap-{gap}-{chance}".replace(".", "_"),
            "values": {"extract.dialogue_gap": gap, "extract.min_certainty": chance},
            "conf": {"run.variant": f"gap-{gap}", "extract.dialogue_gap": gap},
            "figures": {
                "Dialogues": gap * 3,
                "Turns per dialogue": 4 + chance,
                "Wrong neighbours ▾": chance / 7,
            },
            "stops": {"max_loss": "<b>more</b> than 5 % lost"} if chance else {},
        }
        for gap, chance in _CELLS
    ],
}
"""The results of a sweep of two parameters."""
_HOST = "http://testserver"
_OUTS = ("data/books/extract/en", "metrics/books/extract/en.json")


class Silent:
    """Agents that have nothing to say."""

    def names(self, _version: str) -> list[str]:
        return ["books en"]

    def answers(self, *_: Any) -> list[dict[str, Any]]:
        return []


async def _nothing(*_: Any) -> str:
    from dvc_airflow.programs import ProgramError  # noqa: PLC0415 - imports Airflow

    raise ProgramError("nothing is built")


def build(root: Path, patch: pytest.MonkeyPatch) -> FastAPI:
    """The pages of a workspace with two versions; whoever asks is logged in."""
    import dialogue_etl_versions  # noqa: PLC0415 - imports Airflow
    from dialogue_etl_browse import browse_app  # noqa: PLC0415
    from dialogue_etl_chat import chat_app  # noqa: PLC0415
    from dialogue_etl_links import of_version  # noqa: PLC0415
    from dialogue_etl_pairs import Answer, pairs_app  # noqa: PLC0415
    from dialogue_etl_preview import preview_app  # noqa: PLC0415
    from dvc_airflow.pages import datasets_app  # noqa: PLC0415
    from dvc_airflow.versions import SWEEPS  # noqa: PLC0415
    from fastapi import FastAPI  # noqa: PLC0415

    published = root / "published"
    for number in (1, 2):
        made.make(root, number)
        (published / f"default/{number}/report/index.html").write_text(DIFFER)
    (published / SWEEPS / "gap--1").mkdir(parents=True)
    (published / SWEEPS / "gap--1/sweep.json").write_text(json.dumps(SWEPT))
    patch.setattr("dvc_airflow.pages.start_run", lambda *_: None)  # of Airflow's database
    # DVC would be asked where its cache is, and git for parameters.
    patch.setattr(dialogue_etl_versions, "cache_of", lambda root: root / ".dvc" / "cache")
    patch.setattr("dvc_airflow.pages.read_at", lambda *_: {})
    whole = FastAPI(openapi_url=None)
    for at, app in (
        ("/datasets", datasets_app(published, lambda *_: DIFFER, of_version)),
        ("/dialogues", browse_app(root)),
        ("/pair-filters", pairs_app(published, lambda *_: Answer(problem="nothing is built"))),
        ("/preview", preview_app(published, _nothing)),
        ("/chat", chat_app(published, Silent())),
    ):
        client(app)
        whole.mount(at, app)
    return whole


def beginnings() -> list[str]:
    """Addresses that Airflow's menu, the tab of a run and the buttons of a task lead to."""
    from dialogue_etl_links import STAGE_LINKS  # noqa: PLC0415 - imports Airflow

    buttons = [link("books", "run+1", _OUTS) for link in STAGE_LINKS.values()]
    named = [one.replace("/run/books/run%2B1/", "/v/default/1/") for one in buttons]
    menu = [
        "/datasets/",
        "/preview/",
        "/pair-filters/",
        "/chat/",
        "/dialogues/",
        "/dialogues/run/books/run%2B1/",
    ]
    return [*menu, *buttons, *named]


@dataclass(frozen=True)
class Form:
    """A form of a page, with one of its buttons.

    Attributes:
        method: GET or POST.
        action: its address.
        fields: names and values as a browser sends them if the user changes nothing.
        names: of all fields, also of boxes that are not ticked.
    """

    method: str
    action: str
    fields: tuple[tuple[str, str], ...]
    names: tuple[str, ...]


def walk(user: Any) -> tuple[list[str], list[Form]]:
    """Addresses of pages that links lead to, one for each path and set of fields, and their forms."""
    seen: dict[tuple[str, ...], str] = {}
    forms: dict[tuple[Any, ...], Form] = {}
    ahead = [urljoin(_HOST, one) for one in beginnings()]
    while ahead:
        address = ahead.pop()
        parts = urlsplit(address)
        key = (parts.path, *sorted({name for name, _ in parse_qsl(parts.query)}))
        if key in seen or not address.startswith(_HOST):
            continue
        answer = user.get(address)
        assert answer.status_code == 200, (address, answer.text)
        seen[key] = address
        if answer.headers["content-type"].startswith("text/html"):
            page = parser.document_fromstring(answer.text, base_url=str(answer.url))
            page.make_links_absolute()
            ahead += [link.split("#")[0] for link in page.xpath("//a/@href")]
            for form in _forms(page):
                forms.setdefault((form.method, form.action.split("?")[0], form.names), form)
    return list(seen.values()), list(forms.values())


def _forms(page: Any) -> Iterator[Form]:
    for form in page.forms:
        for choice in form.iter("select"):
            if not choice.multiple and choice.value is None and choice.value_options:
                choice.value = choice.value_options[0]  # as browsers do
        names = dict.fromkeys(field.name for field in form.inputs if field.name)
        for button in form.iter("button"):
            own = [(button.get("name"), button.get("value", ""))] if button.get("name") else []
            action = urljoin(page.base_url, button.get("formaction") or form.action or "")
            fields = (*form.form_values(), *own)
            yield Form(form.method, action, fields, tuple(names))


def send(user: Any, form: Form, fields: list[tuple[str, str]]) -> Any:
    """The answer to a form that is filled in, encoded as browsers do by default."""
    encoded = urlencode(fields)
    if form.method == "GET":
        return user.get(f"{form.action.split('?')[0]}?{encoded}")
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return user.post(form.action, content=encoded, headers=kind)


def parameters(whole: FastAPI) -> dict[str, tuple[re.Pattern[str], list[tuple[str, str]]]]:
    """Pages that are got: by path a pattern of their addresses, and all parameters, as where and name."""
    from fastapi.openapi.utils import get_openapi  # noqa: PLC0415 - comes with Airflow

    found = {}
    for mount in whole.routes:
        for path, methods in get_openapi(title="", version="", routes=mount.app.routes)["paths"].items():
            if "get" in methods:
                pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(_HOST + mount.path + path))
                pattern = pattern.replace("(?P<path>[^/]+)", "(?P<path>.*)")  # in which slashes may be
                known = [(one["in"], one["name"]) for one in methods["get"].get("parameters", ())]
                found[mount.path + path] = (re.compile(pattern), known)
    return found

"""The page where one sees what other values change in a document: what it asks, shows and stops."""

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.published import client as client_of
from tests.plugins.published import make, other_scripts, refuses_strangers

pytestmark = pytest.mark.slow  # imports Airflow

SCRIPT = "<script>alert(1)</script>"


def turn(text: str) -> dict[str, Any]:
    return {"text": text, "speaker": SCRIPT}


MADE = {
    "id": "b1",
    "title": SCRIPT,
    "source": "books",
    "before": {"dialogues": 2, "turns": 5, "drops": {"dialogue: min_turns": 1}},
    "after": {"dialogues": 1, "turns": 5, "drops": {}},
    "same": 0,
    "kinds": {"joined": 1},
    "places": [
        {
            "kind": "joined",
            "before": [
                {"id": "b1:1", "turns": [turn("One two.")]},
                {"id": "b1:9", "turns": [turn("Three.")]},
            ],
            "after": [{"id": "b1:1", "turns": [turn("One too."), turn("Three.")]}],
        }
    ],
}


def client(published: Path, asked: list[list[str]], **who: Any) -> Any:
    from dialogue_etl_preview import preview_app  # noqa: PLC0415

    async def ask(arguments: Sequence[str], _gone: Any) -> str:
        asked.append([*arguments])
        return json.dumps(MADE)

    return client_of(preview_app(published, ask), **who)


def test_every_route_asks_for_a_user(tmp_path: Path) -> None:
    from dialogue_etl_preview import preview_app  # noqa: PLC0415

    refuses_strangers(preview_app(tmp_path, pytest.fail), {"GET": ["/"], "POST": ["/result"]})  # type: ignore[arg-type]


def test_what_changes_is_shown_escaped_and_leads_to_a_run(tmp_path: Path) -> None:
    make(tmp_path, "default", 1)
    asked: list[list[str]] = []
    form = {"version": "dataset/default/1", "id": " b1:1 ", "key1": "extract.dialogue_gap", "value1": "900"}
    form |= {"key2": "extract.mixed_marks", "value2": "false", "key3": "extract.min_turns", "value3": ""}
    page = client(tmp_path, asked).post("/result", data=form).text
    sets = ["--set=extract.dialogue_gap=900", "--set=extract.mixed_marks=false"]
    assert asked == [["--version=dataset/default/1", "--json", *sets, "--", "b1:1"]]
    assert SCRIPT not in page
    assert "0 dialogues are the same, 1 joined" in page
    assert "One <mark>two</mark>." in page
    assert "Dialogues of too few turns<small>left out, <code>min_turns</code>" in page
    assert 'href="../dialogues/v/default/1/find?id=b1%3A1"' in page
    assert 'href="/dags/books"' in page
    (conf,) = re.findall("<i>Advanced Options</i>: <code>(.*?)</code>", page)
    assert json.loads(conf.replace("&#34;", '"')) == {
        "extract.dialogue_gap": 900,
        "extract.mixed_marks": False,
    }
    assert "0 to 1,000,000 characters; default 525." in page


def test_the_first_page_is_empty_and_lists_what_can_be_tried(tmp_path: Path) -> None:
    make(tmp_path, "default", 1)
    asked: list[list[str]] = []
    answer = client(tmp_path, asked).get("/")
    assert asked == []
    assert other_scripts(answer) == 1
    for key in ("extract.dialogue_gap", "rules.", "threads.", "turns.", "subtitle_rules."):
        assert f'<option value="{key}' in answer.text
    assert "postfilter." not in answer.text


def test_of_a_dag_that_one_may_not_see_nothing_is_asked(tmp_path: Path) -> None:
    make(tmp_path, "default", 1)
    asked: list[list[str]] = []
    user = client(tmp_path, asked, hidden={"books"})
    for version in (".", "dataset/default/1"):
        assert user.post("/result", data={"version": version, "id": "b1"}).status_code == 404
        assert "there is no version" in user.get("/", params={"version": version, "id": "b1"}).text
    assert asked == []


def test_the_program_is_killed_when_its_user_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import dialogue_etl_preview as plugin  # noqa: PLC0415

    code = "import sys, time; print(sys.argv); time.sleep(float(sys.argv[-1]))"
    monkeypatch.setattr(plugin, "COMMAND", (sys.executable, "-c", code))
    monkeypatch.setattr(plugin, "cache_of", lambda root: root / "cache")
    product = plugin.Product(tmp_path)
    looks: list[int] = []

    async def leaves() -> bool:
        looks.append(1)
        return len(looks) > 2

    async def stays() -> bool:
        return False

    with pytest.raises(plugin.ProgramError):
        asyncio.run(product(["60"], leaves))
    assert len(looks) == 3
    assert "--cache=" in asyncio.run(plugin.Product(tmp_path)(["0"], stays))
    monkeypatch.setattr(plugin, "COMMAND", (sys.executable, "-c", "raise SystemExit('no such id')"))
    with pytest.raises(plugin.ProgramError, match="no such id"):
        asyncio.run(plugin.Product(tmp_path)([], stays))

"""The report of any source: page, plots and metrics from what its stages wrote."""

import re
import socket
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dialogue_etl import params as parameters
from dialogue_etl.core.parameters.model import Report, Storage
from dialogue_etl.core.shards import MissingTableError, shard_of
from dialogue_etl.params import Params
from dialogue_etl.report import page
from dialogue_etl.report.figures import Lengths, lengths
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps.report import made
from tests.conftest import quick_runtime, tree
from tests.report.pages import check
from tests.report.pages import report as run
from tests.sources.books.report import made as books
from tests.sources.threads import made as threads
from tests.tables import writer

BOOKS = {"languages": ["en", "hu"]}


def written(source: str, folder: Path, *, shards: int = 2, backwards: bool = False) -> Params:
    """The outputs of all stages by hand: a full language and one with little or nothing."""
    order = -1 if backwards else 1
    if source == "books":
        books.write(folder, "en", {name: rows[::order] for name, rows in books.ENGLISH.items()}, shards)
        books.write(folder, "hu", {}, shards)
        return parameters.parse(BOOKS)
    values = threads.params({"storage.shards": shards})
    both = {"zh": threads.zh(), "en": threads.en()}
    ordered = {tag: {name: rows[::order] for name, rows in tables.items()} for tag, tables in both.items()}
    threads.write(folder, ordered, values)
    return values


each_source = pytest.mark.parametrize("source", ["books", "threads"])


@each_source
def test_the_page_is_whole_light_and_needs_nothing_from_elsewhere(source: str, tmp_path: Path) -> None:
    params = written(source, tmp_path / "stages")
    html = run(source, tmp_path / "stages", tmp_path / "report", params).html
    assert len(html.encode()) < 150_000
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html
    levels = [int(level) for level in re.findall(r"<h([1-6])", html)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all("scope=" in cell for cell in re.findall(r"<th\b[^>]*>", html))
    # What the data says is text.
    assert "<script" not in html
    assert '<script>alert("1")</script>' in "".join(check(html).words)


@each_source
def test_neither_shards_order_workers_place_nor_time_show(source: str, tmp_path: Path) -> None:
    trees = []
    for name, shards, workers in (("one", 2, 1), ("three", 5, 2)):
        params = written(source, tmp_path / name / "stages", shards=shards, backwards=name == "three")
        # How many shards there are stands among the parameters.
        params = params.model_copy(update={"storage": Storage()})
        runtime = quick_runtime(workers=workers, alone_below=0)
        folder = tmp_path / name / "report"
        made = run(source, tmp_path / name / "stages", folder, params, runtime)
        trees.append((tree(folder), made.metrics))
    assert trees[0] == trees[1]
    everything = b"".join(path.read_bytes() for path in folder.rglob("*.*"))
    assert str(tmp_path).encode() not in everything
    assert socket.gethostname().encode() not in everything
    assert not re.search(rb"\b20\d\d-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b", everything)


@each_source
@pytest.mark.parametrize("examples", [1, 100])
def test_examples_are_as_many_as_the_parameter_says(source: str, examples: int, tmp_path: Path) -> None:
    params = written(source, tmp_path / "stages")
    params = params.model_copy(update={"report": Report(examples=examples)})
    html = run(source, tmp_path / "stages", tmp_path / "report", params).html
    assert html.count("<article") == min(examples, 3 if source == "books" else 1) + min(
        examples, 0 if source == "books" else 2
    )


@each_source
def test_a_language_that_was_not_built_is_named(source: str, tmp_path: Path) -> None:
    params = written(source, tmp_path / "stages")
    settings = {"languages": ["fi"]}
    other = settings if source == "books" else {"threads": settings}
    with pytest.raises(MissingTableError, match=r"fi.\w+: no such table"):
        run(
            source,
            tmp_path / "stages",
            tmp_path / "report",
            parameters.parse({**params.model_dump(), **other}),
        )


def test_a_source_that_adds_nothing_has_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    params = parameters.parse({})
    source = replace(
        SOURCES["books"], name="plays", unit="play", language_list=("en", "nds"), sections=("split",)
    )
    source = replace(source, last_stage="scenes", dropping_stages=("scenes",))
    folder = ModuleType(source.package)
    folder.__path__ = []  # no part of its own
    monkeypatch.setitem(sys.modules, source.package, folder)
    monkeypatch.setitem(SOURCES, "plays", source)
    rows: dict[str, list[dict[str, Any]]] = {
        "dialogues": [books.dialogue("p1", 1, "to be", "or not to be"), books.dialogue("p2", 1, "ay", "no")],
        "drops": [books.drop("scenes", "dialogue", "p1:9", "max_sighs", 4)],
        "splits": [
            {"source_id": id, "split": "test", "position": 0.9, "dialogues": 1, "utterances": 2}
            for id in ("p1", "p2")
        ],
    }
    for language in ("en", "nds"):
        for stage, tables in (("scenes", ("dialogues", "drops")), ("split", ("splits",))):
            for index in range(2):
                with writer(tmp_path / "stages" / stage / language, index, 2, tables) as shard:
                    for table in tables if language == "en" else ():
                        own = [row for row in rows[table] if shard_of(row["source_id"], 2) == index]
                        shard.add(table, own)
    made = run("plays", tmp_path / "stages", tmp_path / "report", params)
    assert made.metrics["total"] == {
        "utterances": 4,
        "words_per_utterance": 2.0,
        "dialogues": 2,
        "turns_per_dialogue": 2.0,
        "plays": 2,
        "turns_with_speaker": 0.0,
        "removed": {"scenes": {"dialogues": {"max_sighs": {"number": 1, "share": 0.3333}}}},
    }
    assert made.rows("funnel/en.csv") == [
        ["stage", "language", "plays", "dialogues", "utterances"],
        ["scenes", "en", "2", "2", "4"],
    ]
    assert made.plots() == {"funnel/en.csv", "funnel/nds.csv", "dialogue_lengths/en.csv"}
    assert "English and Low German dialogues from plays" in made.words
    assert "1 dialogue: max sighs (33.3%)" in made.words
    assert "There are no dialogues in Low German." in made.words
    check(made.html)


def surveys(tmp_path: Path) -> Any:
    params = written("threads", tmp_path)
    return made(SOURCES["threads"], tmp_path, tmp_path, params, quick_runtime())


def test_lengths_have_a_last_bar_for_the_rest_and_an_axis_of_their_own_or_a_shared_one(
    tmp_path: Path,
) -> None:
    of = surveys(tmp_path)
    both = lengths(Lengths("dialogues", "turns", limit=31), of.surveys)
    own = lengths(Lengths("dialogues", "turns", limit=31, shared=False), of.surveys)
    assert "axis is the same" in both.caption
    assert own.caption == "Dialogues by their number of turns."
    assert both.panels[0].svg != own.panels[0].svg
    cut = lengths(Lengths("dialogues", "turns", limit=2), of.surveys)
    assert "The last bar, at 2, counts all dialogues of 2 turns or more." in cut.caption
    assert "<title>2 or more turns: 2 dialogues</title>" in cut.panels[1].svg
    assert cut.panels[1].note == "Mean 2.50, median 2, longest 3 turns."


def test_the_head_shows_a_short_dialogue_in_english(tmp_path: Path) -> None:
    long, short = ["a" * 131, "b", "c"], ["a", "b", "c", "d", "e", "f"]
    of = surveys(tmp_path)
    chinese, english = of.surveys[1], of.surveys[0]

    def head(*kept: tuple[Any, list[list[str]]]) -> str:
        own = [
            replace(survey, samples={("kept",): [{"id": "i", "source_id": "s", "turns": t} for t in turns]})
            for survey, turns in kept
        ]
        html = page.render(replace(of, surveys=own), "threads", SOURCES["threads"].sections)
        return html.split("</header>")[0]

    said = head((chinese, [short]), (english, [["a", "b"], long, short]))
    assert "in English" in said
    assert re.findall(r'<li dir="auto">(.*)</li>', said) == ["a", "b", "c", "d"]
    assert "… and 2 more turns" in said
    assert "in Chinese" in head((chinese, [short]), (english, []))
    assert "A dialogue from" not in head((chinese, []), (english, []))

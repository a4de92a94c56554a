"""Outputs and analytics of a corpus of pairs: what they say is what is in the tables and files."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
import yaml
from lxml import etree

from dialogue_etl.cli.source_commands.subtitles import run_corpus
from dialogue_etl.core import shards
from dialogue_etl.formats.legacy import read_legacy

CONFIG = {
    "metadata_filters": [
        {"type": "year", "range": [1960, 2000]},
        {"type": "genre", "values": ["Horror"], "negate": True},
        {"type": "duration", "min": 1, "analytics": False},
    ],
    "producers": [{"type": "tokenizer", "target": "answer"}],
    "interaction_filters": [
        {"type": "interval", "max_ms": 3000},
        {"type": "characters_quantity", "target": "answer", "min": 4},
        {"type": "regex", "target": "trigger", "pattern": "[?]$"},
    ],
    "analytics": ["global", "metadata", "interaction"],
    "outputs": [
        {"type": "json"},
        {"type": "xml", "pretty": True},
        {"type": "legacy"},
        {"type": "parallel", "validation_size": 3, "seed": 42},
    ],
}
SAID = (
    "Where <b>is</b> he?",
    "<script>alert(1)</script>?",
    "No",
    "Is it\tyou?",
    "Never again.",
    "Why?",
    "Oh",
)
GENRES = ("Drama", "Drama,Crime", "Horror,Drama", "")


def film(number: int) -> str:
    """Subtitles whose gaps and words go by their number."""
    lines, at = [], 1_000
    for place in range(9 + number):
        text = SAID[(place * (number + 1) + number) % len(SAID)].replace("<", "&lt;")
        start, at = at, at + 1_500
        stamps = [f"00:{time // 60_000:02}:{time // 1000 % 60:02},{time % 1000:03}" for time in (start, at)]
        lines.append(
            f'<s id="{place + 1}"><time id="T{place}S" value="{stamps[0]}"/>{text}'
            f'<time id="T{place}E" value="{stamps[1]}"/></s>'
        )
        at += 500 * ((place + number) % 8)
    source = f"<year>{1955 + 5 * number}</year><genre>{GENRES[number % 4]}</genre><duration>90</duration>"
    return f'<document id="{number}">{"".join(lines)}<meta><source>{source}</source></meta></document>'


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of a configuration, of ten films and a file that is none."""
    folder = tmp_path_factory.mktemp("pairs")
    for number in range(10):
        path = folder / f"en/{1955 + 5 * number}/{100 + number}/{number}.xml"
        path.parent.mkdir(parents=True)
        path.write_text(film(number), encoding="utf-8")
    (folder / "en" / "notes.xml").write_text("nothing", encoding="utf-8")
    given = {"input": {"path": str(folder / "en"), "language": "en"}, **CONFIG}
    (folder / "corpus.yaml").write_text(yaml.safe_dump(given), encoding="utf-8")
    run_corpus.run(folder / "corpus.yaml", folder / "out")
    return folder


@pytest.fixture(scope="module")
def analytics(corpus: Path) -> Any:
    return json.loads((corpus / "out" / "analytics.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def pairs(corpus: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((corpus / "out/outputs/json/train.json").read_text("utf-8"))
    assert len(found) > 10
    return found


def films(corpus: Path) -> list[dict[str, Any]]:
    return list(shards.read(corpus / "out", "pair_documents"))


def blank(text: str) -> str:
    return text.replace("\t", " ")


def test_every_output_holds_the_same_pairs(corpus: Path, pairs: list[dict[str, Any]]) -> None:
    folder = corpus / "out" / "outputs"
    said = [(one["trigger"]["text"], one["answer"]["text"], one["interval_ms"]) for one in pairs]
    document = etree.parse(folder / "xml" / "train.xml").getroot()
    assert [
        (one.findtext("trigger/text"), one.findtext("answer/text"), int(one.get("interval_ms")))
        for one in document
    ] == said
    assert [[token.text for token in one.find("answer/tokens")] for one in document] == [
        one["answer"]["tokens"] for one in pairs
    ]
    with (folder / "legacy/train/eng.txt").open(encoding="utf-8", newline="\n") as lines:
        legacy = list(read_legacy(lines))
    assert [(one.trigger, one.answer, one.interval_ms) for one in legacy] == [
        (blank(trigger), blank(answer), interval) for trigger, answer, interval in said
    ]
    follows = [
        later["source_id"] == one["source_id"] and later["number"] == one["number"] + 1
        for one, later in pairwise(pairs)
    ]
    assert [one.goes_on for one in legacy[1:]] == follows
    assert len(set(follows)) == 2
    aligned = {
        split: list(
            zip(
                *(
                    (folder / f"parallel/{split}.{side}.txt").read_text("utf-8").split("\n")[:-1]
                    for side in ("source", "target")
                ),
                strict=True,
            )
        )
        for split in ("train", "validation")
    }
    clean = [(blank(trigger), blank(answer)) for trigger, answer, _ in said]
    assert len(aligned["validation"]) == 3
    assert aligned["train"] == [one for one in clean if one not in aligned["validation"]]


def test_the_whole_is_what_the_outputs_and_files_say(
    corpus: Path, analytics: Any, pairs: list[dict[str, Any]]
) -> None:
    whole, folder = analytics["global"], corpus / "out" / "outputs"
    read = {path: path.stat().st_size for path in (corpus / "en").rglob("*.xml")}
    bad = corpus / "en" / "notes.xml"
    assert whole["input"]["files"] == len(read) == 11
    assert whole["invalid"] == {"files": 1, "bytes": read[bad]}
    assert whole["input"]["bytes"] == sum(read.values())
    per_film = Counter(one["source_id"] for one in pairs)
    kept = [row for row in films(corpus) if row["dropped_by"] is None]
    assert whole["documents"] == len(kept) >= len(per_film) > 1
    assert whole["pairs"] == len(pairs)
    assert whole["mean_interval_ms"] == pytest.approx(mean(one["interval_ms"] for one in pairs), abs=1e-3)
    assert whole["mean_pairs_per_file"] == pytest.approx(len(pairs) / len(kept), abs=1e-3)
    most = max(per_film.values())
    assert whole["most_pairs"]["pairs"] == most == per_film[whole["most_pairs"]["id"]]
    del read[bad]
    assert whole["largest_input"]["bytes"] == max(read.values())
    for name, told in whole["outputs"].items():
        sizes = {path: path.stat().st_size for path in (folder / name).rglob("*.*")}
        assert (told["files"], told["bytes"]) == (len(sizes), sum(sizes.values()))
        assert told["largest"]["bytes"] == max(sizes.values())
        assert (folder / told["largest"]["file"]).stat().st_size == max(sizes.values())
    in_parallel = sum(len(path.read_bytes().splitlines()) for path in folder.glob("parallel/*.source.txt"))
    assert [told["pairs"] for told in whole["outputs"].values()] == [len(pairs)] * 3 + [in_parallel]


def test_each_filter_tells_what_came_and_went(corpus: Path, analytics: Any) -> None:
    rows, drops = films(corpus), list(shards.read(corpus / "out", "drops"))
    year, genre = analytics["metadata"]["filters"]  # the third wants no analytics
    late = [row for row in rows if row["dropped_by"] != "year"]
    assert (year["documents_in"], year["documents"]) == (len(rows), len(late))
    assert (genre["documents_in"], genre["dropped"]) == (
        len(late),
        sum("Horror" in row["genres"] for row in late),
    )
    assert {one["value"]: (one["kept"], one["dropped"]) for one in year["values"]} == {
        row["year"]: (int(1960 <= row["year"] < 2000), int(not 1960 <= row["year"] < 2000)) for row in rows
    }
    drama = next(one for one in genre["values"] if one["value"] == "Drama")
    assert drama["dropped"] == sum({"Drama", "Horror"} <= set(row["genres"]) for row in late)
    left = sum(row["pairs_in"] for row in rows)
    for one in analytics["interaction"]:
        own = [row for row in drops if row["reason"] == one["filter"] and row["unit"] == "pair"]
        assert (one["pairs_in"], one["dropped"]) == (left, len(own))
        assert own
        assert set(one["examples"]) <= {row["detail"] for row in own}
        left = one["pairs"]
    assert left == analytics["global"]["pairs"]
    gap = analytics["interaction"][0]["measured"]
    assert 3000 < gap["least"] <= gap["median"] <= gap["greatest"]


def test_the_pace_by_year_and_genre_is_that_of_the_pairs(
    corpus: Path, analytics: Any, pairs: list[dict[str, Any]]
) -> None:
    known = {row["id"]: row for row in films(corpus)}
    gaps: dict[tuple[int, str | None], list[int]] = {}
    for one in pairs:
        row = known[one["source_id"]]
        for genre in (None, *row["genres"]):
            gaps.setdefault((row["year"], genre), []).append(one["interval_ms"])
    told = {
        (row["year"], row["genre"]): (row["pairs"], row["mean_interval_ms"])
        for row in analytics["metadata"]["pace"]
        if row["pairs"]
    }
    assert told == {key: (len(each), pytest.approx(mean(each), abs=1e-3)) for key, each in gaps.items()}
    assert {genre for _, genre in told} == {None, "Drama", "Crime"}


def test_the_page_shows_each_filter_and_nothing_in_it_is_run(corpus: Path, analytics: Any) -> None:
    page = (corpus / "out" / "analytics.html").read_text("utf-8")
    for one in (*analytics["metadata"]["filters"], *analytics["interaction"]):
        assert f"<code>{one['filter']}</code>" in page
    assert "<script" not in page
    assert page.count("<svg") == 3  # all, Drama, Crime


def test_the_same_configuration_gives_the_same_bytes(corpus: Path) -> None:
    run_corpus.run(corpus / "corpus.yaml", corpus / "again")
    names = {path.relative_to(corpus / "out") for path in (corpus / "out").rglob("*.*")}
    assert len(names) > 10
    for name in names:
        assert (corpus / "again" / name).read_bytes() == (corpus / "out" / name).read_bytes()

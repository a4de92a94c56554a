"""What leads to a person goes into each source under each preset, and comes out nowhere."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from dialogue_etl import params
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.subtitles import library as subtitle_library
from dialogue_etl.steps import gates
from dialogue_etl.text.privacy import KINDS, OFF
from tests.conftest import REGISTRY, ROOT, Build, quick_runtime
from tests.sources.threads import building

if TYPE_CHECKING:
    from pathlib import Path

PRIVATE = {
    "EMAIL": "ann.lee@example.org",
    "PHONE": "+49 30 901820",
    "IBAN": "DE89 3704 0044 0532 0130 00",
    "IP": "203.0.113.77",
    "IDCARD": "110101199003071234",
    "CARD": "4111 1111 1111 1111",
}
WRITTEN = ["ann (at) host dot de", "+49 _30_ 901821", "203.0.113[.]78", "**DE89** 3704 0044 0532 0130 00"]
"""As people write them to hide or stress them."""
SECRETS = [*PRIVATE.values(), "2001:db8::dead", "13800001111", "user@bücher.de", *WRITTEN]
SECRETS += ["abc_12345", "987654321"]
"""The last two behind a word for WeChat and QQ."""
ALL = f"{', '.join(SECRETS[:-2])}, 微信号：{SECRETS[-2]}, QQ：{SECRETS[-1]}"
PRESETS = sorted(path.stem for path in (ROOT / "presets").glob("*.yaml"))
KEPT = {
    "prefilter.min_words_for_kl": 0,
    "prefilter.max_kl_divergence": 100.0,
    "prefilter.min_distinct_words": 0,
    "prefilter.rights": "any",
    "extract.min_delimiters": 0,
    "postfilter.max_rare_share": 1.0,
    "turns.alphabetic": "off",
    "subtitle_rules.credits": "off",
    "split.train": 1.0,
    "split.validation": 0.0,
    "split.test": 0.0,
    "storage.shards": 1,
    "package.formats": ["parquet", "jsonl", "text", "lccc", "tsv", "legacy", "json", "convokit", "croissant"],
}
"""Filters that would leave out a text as small as this one."""


def values(preset: str, changes: dict[str, Any]) -> params.Params:
    base = params.read_values(ROOT / "params.yaml")
    chosen = params.read_values(ROOT / "presets" / f"{preset}.yaml") if preset else {}
    return params.parse(params.override(params.override(base, chosen), {**KEPT, **changes}))


def book(folder: Path) -> Path:
    """A library with a book whose talk, narration and catalogue hold everything."""
    said = "".join(
        f"“Is it {secret}?” asked Ann, who had {secret} on a card.\n\n“It is,” said Bob. “{secret}.”\n\n"
        for secret in SECRETS[:-2]
    )
    text = f"“Are you in?” asked Ann.\n\n“微信号：{SECRETS[-2]}, QQ：{SECRETS[-1]},” said Bob.\n\n{said}"
    data = (text * 3).encode()
    facts = {"title": f"Letters to {SECRETS[0]}", "authors": (f"Lee, Ann ({SECRETS[1]})",)}
    entry = library.entry(id="letters", language="en", rights=f"Ask {SECRETS[0]}", data=data, **facts)
    library.add(folder, [(entry, data)])
    return folder


def corpus(folder: Path) -> Path:
    """Threads whose texts, authors, licence and broken records hold everything."""
    texts = [f"what about {secret} then, do you know it" for secret in SECRETS[:-2]]
    texts += [f"微信号：{SECRETS[-2]} and QQ：{SECRETS[-1]}", "<b>138</b>0000&#49;111 😀 is mine", ALL]
    rows = []
    for number, text in enumerate(texts):
        talk = building.chain(
            str(number), f"this is post {number} of mine", text, f"thanks a lot for {number}"
        )
        rows += [{**row, "author": SECRETS[(number + turn) % 2]} for turn, row in enumerate(talk)]
    gone = {"id": "gone", "parent": "0.1", "author": SECRETS[0], "text": "[deleted]", "time": None}
    broken = [{**gone, "text": 7, SECRETS[0]: 1}, {"id": "0.1", "parent": None, "text": ALL}]
    building.add(folder, "forum", {f"forum {SECRETS[0]}.jsonl": building.lines([*rows, gone, *broken])}, "en")
    path = folder / "catalogue.csv"
    path.write_text(path.read_text("utf-8").replace("CC0-1.0", f"Ask {SECRETS[0]}"), "utf-8")
    return folder


def film(folder: Path) -> Path:
    """Subtitles whose sentences and catalogue hold everything."""
    about = [*SECRETS[:-2], f"微信号：{SECRETS[-2]}", f"QQ：{SECRETS[-1]}"]
    said = [
        text
        for number, secret in enumerate(about)
        for text in (
            f"What is it that you want to tell me, friend number {number}?",
            f"You know, it has been {secret} since last winter, hasn't it?",
        )
    ]
    cues = (
        f"{n}\n00:00:{2 * n:02},000 --> 00:00:{2 * n + 1:02},500\n- {text}\n"
        for n, text in enumerate(said, 1)
    )
    path = folder / "en" / "film" / "film.srt"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(cues), "utf-8")
    facts = (
        "en/film/film.srt",
        "subtitles",
        "en",
        "film",
        f"A film by {SECRETS[0]}",
        "1999",
        f"Ask {SECRETS[0]}",
    )
    subtitle_library.add(folder, [subtitle_library.Item(*facts, "")])
    return folder


SOURCES = {
    "books": (book, "library", {"languages": ["en"], "books.source": "library"}),
    "threads": (corpus, "corpora", {"threads.languages": ["en"], "threads.source": "corpora"}),
    "subtitles": (film, "subtitles", {"subtitles.languages": ["en"], "subtitles.source": "library"}),
}


def built(folder: Path, source: str, preset: str, changes: dict[str, Any] | None = None) -> Build:
    make, place, chosen = SOURCES[source]
    given = {place: make(folder / "given")}
    wanted = values(preset, {**chosen, **(changes or {})})
    build = Build(folder / "made", wanted, quick_runtime(), source=source)
    return replace(build, **given).run().run("report")  # type: ignore[arg-type]


def everything(folder: Path) -> str:
    """The text of all files, tables as JSON."""
    texts = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        rows = pq.read_table(path).to_pylist() if path.suffix == ".parquet" else None
        texts.append(
            json.dumps(rows, ensure_ascii=False, default=str) if rows is not None else path.read_text("utf-8")
        )
    return "\n".join(texts)


def leaked(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


def chosen_by(preset: str) -> dict[str, Any]:
    return params.read_values(ROOT / "presets" / f"{preset}.yaml")


def presets_of(source: str) -> list[str]:
    """The presets that set a parameter of a stage of the source; `sample` takes other data."""
    stages = [stage for name, stage in REGISTRY.items() if name.startswith(f"{source}-")]
    read = {key.partition(".")[0] for stage in stages for key in stage.params} - {"languages", "gates"}
    return [preset for preset in PRESETS if preset != "sample" and read & set(chosen_by(preset))]


@pytest.mark.parametrize(
    ("source", "preset"),
    [
        *((source, "") for source in SOURCES),
        *(
            pytest.param(source, preset, marks=pytest.mark.long)
            for source in SOURCES
            for preset in presets_of(source)
        ),
    ],
)
def test_nothing_that_leads_to_a_person_comes_out(tmp_path, caplog, source, preset):
    build = built(tmp_path, source, preset)
    text = everything(build.folder)
    assert leaked(text) == []
    assert leaked(caplog.text) == []
    assert build.metrics("check")["total"]["private"] == 0
    first = {"books": "download", "threads": "ingest", "subtitles": "read"}[source]
    counted = build.metrics(first, "en")
    assert {f"masked_{kind.lower()}" for kind in KINDS} <= set(counted)
    report = (build.stages / "report" / "report.html").read_text("utf-8")
    assert "Masked in texts and metadata" in report
    card = (build.stages / "dataset" / "README.md").read_text("utf-8")
    assert "`<IBAN>` for the number of a bank account" in card
    assert build.metrics("check")["total"]["dialogues"]


@pytest.mark.parametrize("source", SOURCES)
def test_without_it_that_is_said_counted_and_stopped(tmp_path, caplog, source):
    with caplog.at_level(logging.WARNING):
        build = built(tmp_path, source, "", {"privacy": "off"})
    assert OFF in caplog.text
    assert leaked(everything(build.stages / "dataset"))
    check = build.metrics("check")
    assert check["total"]["private"] > len(PRIVATE)
    assert leaked(json.dumps(check, ensure_ascii=False)) == []
    assert leaked((build.stages / "check" / "examples.json").read_text("utf-8")) == []
    stopped = gates.stops({}, {gates.check_file(source): check}, None, source)
    assert "addresses and numbers that lead to people; 0 may be. For example" in stopped["max_private"]
    assert leaked(" ".join(stopped.values())) == []
    assert "Nothing is masked" in (build.stages / "dataset" / "README.md").read_text("utf-8")
    assert "Privacy is off" in (build.stages / "report" / "report.html").read_text("utf-8")


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_takes_it_away(preset):
    assert values(preset, {}).privacy == "mask"
    chosen = params.read_values(ROOT / "presets" / f"{preset}.yaml")
    assert "max_private" not in chosen.get("gates", {})
    assert (ROOT / "presets" / f"{preset}.yaml").read_text("utf-8").startswith("# ")

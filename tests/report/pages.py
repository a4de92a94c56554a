"""A report as its readers meet it: page, plots and metrics."""

import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from dialogue_etl.core.runtime import Runtime
from dialogue_etl.params import Params
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps.report import report as report_step
from tests.conftest import quick_runtime

VOID = {"meta", "link", "br", "img", "input", "hr"}


@dataclass(frozen=True)
class Report:
    folder: Path
    metrics: dict[str, Any]

    @property
    def html(self) -> str:
        return (self.folder / "report.html").read_text("utf-8")

    @property
    def words(self) -> str:
        return words_of(self.html)

    def rows(self, name: str) -> list[list[str]]:
        """Cells of a plot, header first."""
        lines = (self.folder / "plots" / name).read_text("utf-8").splitlines()
        return [line.split("\t" if name.endswith("tsv") else ",") for line in lines]

    def plots(self) -> set[str]:
        plots = self.folder / "plots"
        return {path.relative_to(plots).as_posix() for path in plots.rglob("*.*")}


def report(source: str, stages: Path, output: Path, params: Params, runtime: Runtime | None = None) -> Report:
    """Run the step; metrics of other stages are looked for beside the output."""
    metrics = output.parent / "metrics" / "report.json"
    report_step(
        source=SOURCES[source],
        stages=stages,
        output=output,
        metrics=metrics,
        params=params,
        runtime=runtime or quick_runtime(),
    )
    return Report(output, json.loads(metrics.read_text("utf-8")))


class Checker(HTMLParser):
    """Notes tags, ids and links, and whether every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for key, value in attrs:
            assert not key.startswith("on")
            if key == "id":
                self.ids.append(value or "")
            if key in {"href", "src", "srcset", "action", "data"}:
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def check(html: str) -> Checker:
    """Every element closed, every link on the page, no id twice, nothing fetched, no script."""
    checker = Checker()
    checker.feed(html)
    assert checker.open == []
    assert all(link.startswith("#") for link in checker.links)
    assert {link[1:] for link in checker.links} <= set(checker.ids)
    assert len(checker.ids) == len(set(checker.ids))
    assert not checker.tags & {"script", "link", "iframe", "img", "object"}
    assert not re.search(r"url\(|@import", html)
    return checker


def words_of(html: str) -> str:
    return " ".join("".join(check(html).words).split())

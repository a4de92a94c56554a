"""What the pages of all sources share: their title and the dialogue at their head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from dialogue_etl import params
from dialogue_etl.report.dataset_page import Part, values
from dialogue_etl.report.statistics import Corpus

NAMES = {"de": "German", "en": "English", "fi": "Finnish", "fr": "French"}


@dataclass(frozen=True)
class Language:
    tag: str
    name: str


def made(source: str, **kept: list[list[str]]) -> dict[str, Any]:
    """Values of a page whose languages have these dialogues."""
    parts = [
        (
            Language(tag, NAMES[tag]),
            Part(1, Corpus(), {}, [{"id": f"{tag}:0", "turns": turns} for turns in some]),
        )
        for tag, some in kept.items()
    ]
    return values(source, parts, Part(1, Corpus(), {}), params.parse({}), longest_hero=10)


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        (["de"], "German dialogues from threads"),
        (["de", "en", "fi"], "German, English and Finnish dialogues from threads"),
        (["de", "en", "fi", "fr"], "Dialogues from threads in four languages"),
    ],
)
def test_title(tags: list[str], title: str) -> None:
    assert made("threads", **{tag: [] for tag in tags})["title"] == title


def test_the_head_shows_a_short_dialogue_in_english() -> None:
    long, short = ["a" * 11, "b", "c"], ["a", "b", "c", "d", "e", "f"]
    found = made("books", de=[short], en=[["a", "b"], long, short])["hero"]
    assert (found["language"].tag, found["turns"], found["rest"]) == ("en", ["a", "b", "c", "d"], 2)
    assert made("books", de=[short], en=[])["hero"]["language"].tag == "de"
    assert made("books", en=[long])["hero"]["turns"] == long
    assert made("books", de=[], en=[])["hero"] is None


def test_settings_are_those_of_the_source() -> None:
    assert {each.section for each in made("threads", de=[])["settings"]} >= {"threads", "rules", "classify"}
    assert "books" not in {each.section for each in made("threads", de=[])["settings"]}

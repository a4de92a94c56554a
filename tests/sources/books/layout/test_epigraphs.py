import pytest

from dialogue_etl.sources.books.layout import Kind
from tests.sources.books.layout.looks import between

MOTTO = "“Whoever builds on sand should own a boat, and whoever owns a boat should\nbuild on sand.”"


@pytest.mark.parametrize(
    "name", ["--Anna Bell", "—ANNA BELL", "—_Anna Bell_", " — Bell, Songs IV, 3", "—La Señora de Sal"]
)
def test_a_quotation_under_a_heading_with_its_author(name):
    assert between("CHAPTER II", MOTTO + name, gap=3) == [Kind.HEADING, Kind.EPIGRAPH]


def test_the_author_may_stand_below():
    assert between("II", MOTTO, "--Anna Bell") == [Kind.HEADING, Kind.EPIGRAPH, Kind.EPIGRAPH]


def test_two_mottoes():
    found = between("II", MOTTO, "--Anna Bell", MOTTO + "--Tom Bell", "“Well,” he said.")
    assert found == [Kind.HEADING] + [Kind.EPIGRAPH] * 3 + [Kind.RUNNING]


@pytest.mark.parametrize(
    "paragraphs",
    [
        ["“I do not know,” he said. --She did."],
        ["“It rains.”--Tom was sure of it."],
        ["—Es Tom.", "—No es Tom.", "—Anna Bell"],
        ["“Who is there?”", "—Tom?"],
        [MOTTO],
    ],
)
def test_talk_at_the_beginning_of_a_chapter_is_none(paragraphs):
    assert Kind.EPIGRAPH not in between("II", *paragraphs)


def test_elsewhere_it_is_none():
    assert between("He said:", MOTTO + "--Anna Bell") == [Kind.RUNNING] * 2

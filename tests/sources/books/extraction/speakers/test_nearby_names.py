import pytest

from dialogue_etl.sources.books.extraction.speakers.clues import NameSearch
from dialogue_etl.sources.books.extraction.table import UNKNOWN
from dialogue_etl.text.spans import Spans


def nearest(text, names, side="last", windows=None):
    """The number of the first or last name in each window; without windows, in the whole text."""
    search = NameSearch(text, {name: number for number, name in enumerate(names)})
    windows = [(0, len(text))] if windows is None else windows
    return search.nearest_name(Spans.of(windows), side=side)


@pytest.mark.parametrize(
    ("narration", "number"),
    [
        ("Paul looked at Emma and Rose.", 1),
        ("Then Emma's hand moved.", 1),
        ("It was ’Emma of course.", 1),
        ("It was l’Emma at last.", 1),
        ("It was Jean-Paul at last.", UNKNOWN),
        ("It was _Emma at last.", UNKNOWN),
        ("Emily met the emperor.", UNKNOWN),
        ("It is Jo", 2),
        ("— Élise!", 3),
        ("— İpek!", 4),
    ],
)
def test_nearest_name_in_narration(narration, number):
    assert nearest(narration, ["paul", "emma", "jo", "élise", "İpek".lower()]) == [number]


def test_each_window_is_searched_on_its_own():
    text = "Emma sat. He went. So did Paul"
    windows = [(0, 9), (10, 18), (19, 30), (0, 0), (0, 30)]
    assert nearest(text, ["paul", "emma"], "first", windows) == [1, UNKNOWN, 0, UNKNOWN, 1]
    assert nearest(text, ["paul", "emma"], "last", windows) == [1, UNKNOWN, 0, UNKNOWN, 0]


@pytest.mark.parametrize(
    ("speech", "number"),
    [
        ("No, Emma, never!", 0),
        ("Emma!", 0),
        ("Oh Mr. Paul", 1),
        ("Emma is here, Paul.", 1),
        ("I saw the dog of Emma.", -1),
    ],
)
def test_name_that_speech_addresses(speech, number):
    search = NameSearch(speech, {"emma": 0, "paul": 1})
    assert search.addressed(Spans.of([(0, len(speech))])) == [number]

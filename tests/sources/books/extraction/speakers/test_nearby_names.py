import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.speakers.clues import NameSearch
from dialogue_etl.sources.books.extraction.table import NOBODY
from dialogue_etl.text.points import points_of
from dialogue_etl.text.spans import Spans


def nearest(text, names, side="last", windows=None):
    """The number of the name nearest to a side of each window: of the whole text, if there are none."""
    search = NameSearch.of(text, points_of(text), {name: number for number, name in enumerate(names)})
    windows = [(0, len(text))] if windows is None else windows
    return search.nearest_name(Spans.of(windows), side=side).tolist()


@pytest.mark.parametrize(
    ("narration", "number"),
    [
        ("Paul looked at Emma and Rose.", 1),
        ("Then Emma's hand moved.", 1),
        ("It was ’Emma of course.", 1),
        ("It was l’Emma at last.", 1),
        ("It was Jean-Paul at last.", NOBODY),
        ("It was McEmma at last.", NOBODY),
        ("It was _Emma at last.", NOBODY),
        ("Emily met the emperor.", NOBODY),
        ("It is Jo", 2),
        ("— Élise!", 3),
        ("— İpek!", 4),
        ("Nobody knew.", NOBODY),
    ],
)
def test_the_person_named_last(narration, number):
    assert nearest(narration, ["paul", "emma", "jo", "élise", "İpek".lower()]) == [number]


def test_each_window_is_a_text_of_its_own():
    text = "Emma sat. He went. So did Paul"
    windows = [(0, 9), (10, 18), (19, 30), (0, 0), (0, 30)]
    assert nearest(text, ["paul", "emma"], "first", windows) == [1, NOBODY, 0, NOBODY, 1]
    assert nearest(text, ["paul", "emma"], "last", windows) == [1, NOBODY, 0, NOBODY, 0]


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
def test_who_is_called_by_name(speech, number):
    search = NameSearch.of(speech, points_of(speech), {"emma": 0, "paul": 1})
    assert search.addressed(Spans.of([(0, len(speech))])).tolist() == [number]


def plain_names(text, start, end, names):
    """The numbers of the names in a window, word by word."""
    numbers = []
    for place in range(start, end):
        if not ("A" <= text[place] <= "Z" or ord(text[place]) > 127):
            continue
        before = text[place - 1] if place > start else " "
        if before in "’'-":
            run = re.findall(r"[\w’'-]+\Z", text[start : place + 1])
            capital = run and re.search(r"\b[^\W\d_a-z]", run[0])
            begins = bool(capital) and capital.end() == len(run[0])
        else:
            begins = not (before.isalnum() or before == "_")
        word = re.compile(r"[\w’'-]{2,}").match(text, place, end)
        if begins and word:
            name = word[0].lower().removesuffix("'s").removesuffix("’s")
            numbers += [names.index(name)] if name in names else []
    return numbers


@given(
    st.text(alphabet="AaBbEÉéÆßİK ’-.'_1s😀", max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=5),
    st.lists(st.text(alphabet="abeéæßk’-s", min_size=1, max_size=4), unique=True, max_size=4),
)
def test_names_are_those_found_word_by_word(text, pairs, names):
    words = [word.lower() for word in re.findall(r"[\w’'-]{2,}", text)[:3]]
    names = list(dict.fromkeys([*names, *words]))
    windows = [(min(start, len(text)), min(end, len(text))) for start, end in pairs]
    expected = [plain_names(text, start, end, names) for start, end in windows]
    for side, place in (("first", 0), ("last", -1)):
        wanted = [numbers[place] if numbers else NOBODY for numbers in expected]
        assert nearest(text, names, side, windows) == wanted

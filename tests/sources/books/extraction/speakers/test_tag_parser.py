import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.speakers.tag_parser import tag_before, tag_behind

EN = LANGUAGES["en"]


def read(narration):
    tag = tag_behind(narration, 0, len(narration), EN)
    return (tag.mention.form, tag.by_verb) if tag else None


@pytest.mark.parametrize(
    ("narration", "tag"),
    [
        ("” said Ellen.", ("Ellen", True)),
        (",” cried Mr. Harker, rising", ("Mr. Harker", True)),
        ("” he whispered", ("he", True)),
        ("” Ellen very coldly replied, and", ("Ellen", True)),
        ("” said quietly the old man from the mill", ("the old man", True)),
        ("” asked the tall young woman of the house", ("the tall young woman", True)),
        ("” Ellen smiled and turned away", ("Ellen", False)),
        ("” He rang the bell", ("He", False)),
        ("” and the door fell shut", None),
        ("”", None),
    ],
)
def test_a_tag_behind_speech(narration, tag):
    assert read(narration) == tag


@pytest.mark.parametrize(
    ("narration", "opens", "tag"),
    [
        ("Ellen then said, ", True, ("Ellen", True)),
        ("After a while the old man answered:", True, ("the old man", True)),
        ("He was silent, and she cried ", False, ("she", True)),
        ("Ellen turned round. ", True, ("Ellen", False)),
        ("Ellen turned round. ", False, None),
        ("", True, None),
        ("quite alone, ", True, None),
    ],
)
def test_a_tag_before_speech(narration, opens, tag):
    found = tag_before(narration, opens, EN)
    assert (found and (found.mention.form, found.by_verb)) == tag


def test_a_tag_is_looked_for_in_seven_words():
    assert read("” Then Mr. John Harker very coldly replied") == ("Mr. John Harker", True)
    assert read("” Then Mr. John Henry Smith very coldly replied") == ("Mr. John Henry Smith", False)


@given(st.text(max_size=80), st.booleans())
def test_any_narration_is_read(narration, opens):
    for language in LANGUAGES.values():
        tag_behind(narration, 0, len(narration), language)
        tag_before(narration, opens, language)

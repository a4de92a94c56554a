import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.text.normalise.apostrophes import INSIDE, Apostrophes
from tests.text.normalise.lines import LINES


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("en", "I don’t know, Mr. M‘Carthy", "I don't know, Mr. M'Carthy"),
        ("en", "’Tis goin’ well, ‘tis th’ boys’ turn", "'Tis goin' well, 'tis th' boys' turn"),
        ("en", "She said ‘Stay!’ and ’twas goin’ on", "She said ‘Stay!’ and 'twas goin’ on"),
        ("en", "‘Yes’ I said", "‘Yes’ I said"),
        ("en", "rock-’n’-roll", "rock-'n'-roll"),
        ("fr", "aujourd’hui l’homme, l’ homme", "aujourd'hui l'homme, l' homme"),
        ("it", "un po’ d’acqua, com’è", "un po' d'acqua, com'è"),
        ("nl", "’s Avonds heb ’k foto’s van ‘t huis", "'s Avonds heb 'k foto's van 't huis"),
        ("de", "Ich hab’s, sagt’ er. ’ne Maus", "Ich hab's, sagt' er. 'ne Maus"),
        ("de", "Er rief ‚Ja‘ und ging", "Er rief ‚Ja‘ und ging"),
        ("pt", "copo d’água, ’stá bem", "copo d'água, 'stá bem"),
        ("sv", "Hon sa ’en dag’ till mig", "Hon sa ’en dag’ till mig"),
        ("en", "a `quoted' word, don`t", "a `quoted' word, don't"),
    ],
)
def test_apostrophes_are_made_straight_and_quotation_marks_stay(language, before, after):
    assert Apostrophes(language).straight(before) == after


def test_a_tokeniser_sees_a_letter_where_an_apostrophe_ends_a_word():
    assert Apostrophes("en").alike("Goin’ don’t") == f"Goin{INSIDE} don't"
    assert INSIDE.isalpha()


@given(LINES, st.sampled_from([*LANGUAGES, "fr", "xx"]))
def test_only_apostrophes_change_each_in_its_place(line, language):
    apostrophes = Apostrophes(language)
    for marked in (apostrophes.straight(line), apostrophes.alike(line)):
        assert len(marked) == len(line)
        changed = [(a, b) for a, b in zip(line, marked, strict=True) if a != b]
        assert all(a in "’‘ʼ´`'" and b in f"'{INSIDE}" for a, b in changed)
    assert apostrophes.straight(apostrophes.straight(line)) == apostrophes.straight(line)

import pytest

from dialogue_etl.sources.books.marks import tag_patterns
from dialogue_etl.text.tag_ends import end_of_tag


@pytest.mark.parametrize(
    ("tag", "text", "speech"),
    [
        ("fr", "dit-il, je viens.", "je viens."),
        ("fr", "dit M. Morrel, nous verrons.", "nous verrons."),
        ("fr", "répondit le vieux avec un soupir.", ""),
        ("fr", "dit Jean. Il se leva et sortit.", ""),
        ("es", "dijo José, que ya veía en la oscuridad, tengo una navaja.", "tengo una navaja."),
    ],
)
def test_speech_goes_on_behind_what_is_the_narrators(tag, text, speech):
    assert text[end_of_tag(text, 0, (len(text), len(text)), tag_patterns(tag)) :] == speech


def test_speech_goes_on_behind_the_next_dash_at_last():
    text = "sade Walter, -- men sent."
    assert text[end_of_tag(text, 0, (13, 15), tag_patterns("sv")) :] == " men sent."

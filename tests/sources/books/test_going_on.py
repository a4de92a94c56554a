import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.marks import own_marks
from dialogue_etl.sources.books.spoken import find_spoken
from dialogue_etl.text.book_text import BookText

ASKS = "—¿Y el molino?"
TELLS = "—El molino se perdió con la crecida.\n\n"
AFTER = "\n\n—¡Qué lástima!\n\n—Así es la vida."


def turns(text, tag="es", **knobs):
    """The turns of a text, speakers left out."""
    params = Extract(find_speakers=False, **knobs)
    book, language = BookText.of(text), LANGUAGES[tag]
    return find_spoken(book, own_marks(book, language, params), language, params).turns.texts


def goes_on(*paragraphs, **knobs):
    """How many of the paragraphs behind a speech belong to it."""
    text = f"{ASKS}\n\n{TELLS}" + "\n\n".join(paragraphs) + AFTER
    said = turns(text, **knobs)[1]
    return sum(paragraph in said for paragraph in paragraphs)


@pytest.mark.parametrize(
    "paragraph",
    [
        "Ya supondrá usted lo que nos costó.",
        "Tú no lo viste, porque aún no habías nacido.",
        "En cuanto a los árboles, ya los verá Vd. mañana.",
    ],
)
def test_a_paragraph_that_speaks_to_somebody_goes_on_with_the_speech_before(paragraph):
    assert goes_on(paragraph) == 1
    assert goes_on(paragraph, join_paragraphs=False) == 0


@pytest.mark.parametrize(
    "paragraph",
    [
        "Nadie habló en un buen rato.",
        "Juan miró el río. Pensaba en lo que había sido de todos ellos desde entonces: en el pan, y en ti.",
        "Se levantó. «Usted no sabe nada», pensó Juan.",
        "Juan rió. —Usted no sabe nada.",
    ],
)
def test_narration_does_not(paragraph):
    assert goes_on(paragraph) == 0


BETWEEN = "Las ruedas son de buen roble y están enteras."


def test_so_does_what_stands_between():
    assert goes_on(BETWEEN, "Usted las verá mañana.") == 2
    assert goes_on(BETWEEN, BETWEEN + " ", "Usted las verá mañana.") == 3
    assert goes_on(BETWEEN, BETWEEN + " ", BETWEEN + "  ", "Usted las verá mañana.") == 0


def test_but_no_narration_between():
    assert goes_on("Juan bajó la cabeza.", "Usted la verá mañana.") == 0


def test_only_behind_a_paragraph_that_ends_in_speech_itself():
    text = "—¿Y el molino?\n\n—Se perdió —dijo Juan.\n\nUsted lo verá mañana." + AFTER
    assert all("mañana" not in said for said in turns(text))


def test_not_behind_a_heading():
    assert goes_on("CAPÍTULO II", "Usted lo verá mañana.") == 0


def test_languages_without_such_words_and_books_without_dashes_have_none():
    assert turns("— Tak?\n\n— Nie.\n\nTy to wiesz.\n\n— Wiem.", "pl") == ["Tak?", "Nie.", "Wiem."]
    assert turns("«¿Y el molino?»\n\nUsted lo verá.\n\n«No.»") == ["¿Y el molino?", "No."]


@pytest.mark.parametrize(
    ("narration", "goes"),
    [
        ("Usted lo verá mañana.", True),
        ("Usted lo verá bien-venido mañana.", True),
        ("Usted lo verá -mañana.", False),
        ("Usted lo verá- mañana.", False),
        ("Usted lo verá--mañana.", False),
        ("Usted lo verá «mañana».", False),
        ("Usted lo verá [mañana].", False),
    ],
)
def test_not_where_another_mark_stands(narration, goes):
    assert (goes_on(narration) > 0) is goes

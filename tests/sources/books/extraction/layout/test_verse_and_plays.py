import pytest

from dialogue_etl.sources.books.extraction.layout import Kind
from tests.sources.books.extraction.layout.looks import PROSE, between, kinds


@pytest.mark.parametrize(
    "text",
    [
        "The moon is down,\nThe boats are in,\nThe night is long.",
        "“The moon is down,\n  The boats are in.”",
        "    The moon is down,\n      And nobody rows,\n    And the river is brown\n      Wherever it goes.",
        "“Die Nacht ist lang,\nDer Strom ist breit,\nUnd niemand sang\nZu seiner Zeit.”",
    ],
)
def test_short_lines_with_capitals_are_verse(text):
    assert between(text) == [Kind.VERSE]


@pytest.mark.parametrize(
    "text",
    [
        "“Yes.”\n“No.”\n“Why not?”",
        "—Sí.\n—No.\n—¿Por qué?",
        "The road was long and the\nriver was longer, and\nnobody knew the way.",
        "Short.",
        "A line that is longer than any line of this book is, by far, for nobody broke it.\nB.",
    ],
)
def test_other_broken_lines_are_none(text):
    assert between(text) == [Kind.RUNNING]


def test_prose_in_short_lines_is_none_though_german_nouns_have_capitals():
    line = "Der Müller sah den Fluss und\nBrücken und Boote und Häuser\nMenschen sah er dagegen keine.\n"
    assert set(kinds("\n".join([line] * 9), "de")) == {Kind.RUNNING}


def test_a_book_on_long_lines_has_verse_too():
    prose = PROSE.replace("\n", " ")
    assert Kind.VERSE in kinds(
        f"{prose}\n\n" * 5 + "The moon is down,\nThe boats are in.\n\n" + f"{prose}\n\n" * 5
    )


@pytest.mark.parametrize(
    "form", ["{}. {}", "_{}._ {}", "{}: {}", "{} (aside): {}", "{} [Rising]. {}", "{}.--_Softly._ {}"]
)
def test_names_before_the_lines(form):
    lines = [form.format(name, "Who goes there?") for name in ("ANNA", "TOM BELL", "ANNA")]
    assert between(*lines) == [Kind.PLAY] * 3


def test_stage_directions_belong_to_it():
    assert between("ANNA. Who?", "They look at the “boat”.", "TOM. I.", "ANNA. Come.") == [Kind.PLAY] * 4


def test_a_list_is_no_play():
    assert between("BREAD. Two loaves.", "MILK. One jug.", "SALT. None.") == [Kind.RUNNING] * 3


def test_two_lines_are_no_play():
    assert between("ANNA. Who?", "ANNA. I.") == [Kind.RUNNING] * 2


def test_names_in_small_letters_are_no_play():
    assert between("Anna. Who?", "Tom. I.", "Anna. Come.") == [Kind.RUNNING] * 3


def test_a_name_as_long_as_a_book():
    assert between("A" * 100_000, "ANNA " * 20_000) == [Kind.RUNNING] * 2


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


def test_elsewhere_it_is_no_epigraph():
    assert between("He said:", MOTTO + "--Anna Bell") == [Kind.RUNNING] * 2

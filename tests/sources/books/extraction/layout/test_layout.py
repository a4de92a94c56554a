import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout import Kind
from dialogue_etl.text.spans import BookText
from tests.sources.books.extraction.layout.looks import PROSE, between, kinds

LETTER = "“My dear Anna,\n\n“I am well, and the house is dry again.\n\n“Yours,\n\n“TOM.”"
EXAMPLES = {
    "headings": ("CHAPTER II", Kind.HEADING),
    "scene breaks": ("* * * * *", Kind.SCENE_BREAK),
    "letters": (LETTER, Kind.LETTER),
    "verse": ("“The moon is down,\nThe boats are in,\nThe night is long.”", Kind.VERSE),
}


@pytest.mark.parametrize(
    ("switch", "kinds_off"),
    [("breaks", {Kind.HEADING, Kind.SCENE_BREAK}), ("skip_letters", {Kind.LETTER})],
)
def test_switching_off_one_kind_leaves_the_others(switch, kinds_off):
    text = f"{PROSE}\n" * 9 + "\n\n\n".join(example for example, _ in EXAMPLES.values()) + f"\n\n{PROSE}" * 9
    assert set(kinds(text)) == set(Kind)
    assert set(kinds(text, **{switch: False})) == set(Kind) - kinds_off


PIECES = st.sampled_from(
    [
        *("CHAPTER I", "“Dear Tom,", "Yours,", "“", "”", '"', "—", "* * *", "ANNA.", "_", "&c.", "P.S."),
        *("II.", "I", "\n", "\n\n", "\n\n\n\n", "    ", "word", "Word", "wrote:", ",", ".", "?", "12"),
        *("ő", "\u2028", "🙂"),
    ]
)


@given(st.lists(PIECES, max_size=60).map(" ".join), st.sampled_from(sorted(LANGUAGES)))
def test_any_text_has_one_kind_for_each_paragraph(text, tag):
    found = kinds(text, tag)
    assert len(found) == len(BookText.of(text).paragraphs.starts)
    assert found == kinds(text, tag)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_a_speech_mark_does_not_begin_a_heading_or_scene_break(text):
    book = BookText.of(text)
    for (start, _), kind in zip(book.paragraphs.pairs(), kinds(text), strict=True):
        if text[start] in '"“”—':
            assert kind not in {Kind.HEADING, Kind.SCENE_BREAK} or set(text[start:].split("\n\n")[0]) <= set(
                "—- \n"
            )


NAMED = {
    "en": "CHAPTER XII|Chapter 2|Chapter 2.\nIn which it rains"
    "|Chapter III: Boats, Bread, and the Letter “B”|CHAPTER I. THE FLOOD|Chapter One"
    "|Book the First|PART II--The Mill|Letter 4|VOLUME I.|PROLOGUE|_Chapter IV_",
    "de": "Zweites Kapitel.|Kapitel 3|Erster Theil",
    "nl": "EERSTE HOOFDSTUK.|Hoofdstuk IV",
    "es": "Capítulo III|PRIMERA PARTE",
    "it": "CAPITOLO PRIMO",
    "pt": "Capítulo 5",
    "hu": "MÁSODIK FEJEZET",
    "fr": "Chapitre 11, Les bateaux.|DEUXIÈME PARTIE",
    "sv": "Första kapitlet",
    "da": "KAPITEL 7",
    "fi": "ENSIMMÄINEN LUKU",
    "pl": "ROZDZIAŁ II",
}


@pytest.mark.parametrize(
    ("tag", "text"), [(tag, text) for tag, texts in NAMED.items() for text in texts.split("|")]
)
def test_headings_by_their_word(tag, text):
    assert between(text, tag=tag, gap=3) == [Kind.HEADING]


HEADING, RUNNING = Kind.HEADING, Kind.RUNNING
LONG = "CHAPTER IX.\nIN WHICH THE RIVER RISES AGAIN, AND TOM LEARNS WHAT BECAME\nOF THE MILLER"


@pytest.mark.parametrize(
    ("paragraphs", "gap", "expected"),
    [
        # A number may precede a title; other numbers and initials are not headings.
        (["III. The Mill"], 2, [HEADING]),
        (["III. THE MILL"], 1, [HEADING]),
        (["III. The mill stood still."], 1, [RUNNING]),
        (["M. DUPONT"], 1, [RUNNING]),
        (["1871"], 1, [RUNNING]),
        (["IIII bis XVVX"], 1, [RUNNING]),
        (["I went home."], 1, [RUNNING]),
        (["12 men came."], 1, [RUNNING]),
        (["0.5"], 1, [RUNNING]),
        (["--XII--"], 1, [HEADING]),
        (["--I said"], 1, [RUNNING]),
        # Capitals are a heading where they are set apart.
        (["A FRIEND IN NEED"], 3, [HEADING]),
        (["A FRIEND IN NEED"], 1, [RUNNING]),
        (["Another letter."], 1, [RUNNING]),
        # A title follows a heading; a long one is a summary of the chapter.
        (["IV", "The mill"], 1, [HEADING] * 2),
        (["IV", "The mill stood still."], 1, [HEADING, RUNNING]),
        (["The mill"], 1, [RUNNING]),
        ([LONG], 3, [HEADING]),
    ],
)
def test_headings_by_number_capitals_and_place(paragraphs, gap, expected):
    assert between(*paragraphs, gap=gap) == expected


def test_capitals_are_not_a_heading_if_all_paragraphs_are_far_apart():
    text = "\n\n".join([PROSE] * 6 + ["STOP, THIEF"] + [PROSE] * 6)
    assert set(kinds(text)) == {Kind.RUNNING}


@pytest.mark.parametrize(
    "text",
    [
        "“STOP!”",
        '"CHAPTER TWO," he read.',
        "—II—dijo.",
        "‘I.’",
        "Chapter two was found, and she began to read.",
        "Part of the roof fell in.",
        "Letter after letter came.",
        "Act now, she thought.",
        "Book in hand she left.",
        "He stayed.",
    ],
)
@pytest.mark.parametrize("gap", [1, 3])
def test_dialogue_and_sentences_are_not_headings(text, gap):
    assert between(text, gap=gap) == [Kind.RUNNING]


NUMBERS = ("II", "II.", "XIV", "I", "12", "3.", "[ 4 ]")
SIGNS = (
    *("* * *", "*****", "*", "#", "⁂", "---", "-----", "———", "– – –", ". . . . .", "......", "…", "~ ~ ~"),
    *("*       *       *       *", "_____", "=====", "x x x", "* *\n* *", "+ + +", "•"),
)
VERSE = (
    "The moon is down,\nThe boats are in,\nThe night is long.",
    "“The moon is down,\n  The boats are in.”",
    "    The moon is down,\n      And nobody rows,\n    And the river is brown\n      Wherever it goes.",
    "“Die Nacht ist lang,\nDer Strom ist breit,\nUnd niemand sang\nZu seiner Zeit.”",
)
NEITHER = (
    *("“…”", "—…", "—", "--", "?", "!", "'''", '"', "—¡!—", "* note", "x", "o", "a b c"),
    "“Yes.”\n“No.”\n“Why not?”",
    "The road was long and the\nriver was longer, and\nnobody knew the way.",
    "A line that is longer than any line of this book is, by far, for nobody broke it.\nB.",
)
LOOKS = {Kind.HEADING: NUMBERS, Kind.SCENE_BREAK: SIGNS, Kind.VERSE: VERSE, Kind.RUNNING: NEITHER}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in LOOKS.items() for text in texts])
def test_the_kind_of_a_single_paragraph_in_prose(kind, text):
    assert between(text) == [kind]


def test_german_prose_in_short_lines_is_not_verse():
    line = "Der Müller sah den Fluss und\nBrücken und Boote und Häuser\nMenschen sah er dagegen keine.\n"
    assert set(kinds("\n".join([line] * 9), "de")) == {Kind.RUNNING}


def test_a_book_on_long_lines_has_verse_too():
    prose = PROSE.replace("\n", " ")
    assert Kind.VERSE in kinds(
        f"{prose}\n\n" * 5 + "The moon is down,\nThe boats are in.\n\n" + f"{prose}\n\n" * 5
    )


@pytest.mark.parametrize(
    ("text", "in_prose"),
    [
        ("“You will be heard,” said the Judge, “by\nThree of us.”", Kind.RUNNING),
        ("“I will not.  They were men:  what are they?\nI at least am not.”", Kind.RUNNING),
        ("“The moon is down, the boats are in,\nThe night is long.”", Kind.VERSE),
        ("    “You will be heard,” said Sir John, “by\n    Three of us.”", Kind.VERSE),
    ],
)
def test_short_lines_in_prose_are_not_verse_if_a_sentence_ends_inside_one(text, in_prose):
    prose = f"{PROSE}\n" * 40
    assert kinds(f"{prose}\n{text}\n\n{prose}")[40] == in_prose
    assert Kind.VERSE in kinds(f"{PROSE}\n" + f"\n{text}\n" * 9 + f"\n{PROSE}")

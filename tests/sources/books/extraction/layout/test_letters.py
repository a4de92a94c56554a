import pytest

from dialogue_etl.sources.books.extraction.layout import Kind
from tests.sources.books.extraction.layout.looks import between

LETTER, RUNNING = Kind.LETTER, Kind.RUNNING
BODY = (
    "The house is dry again, and the cat has come back from wherever it was that\n"
    "cats go when the water rises. We shall have the roof mended by Easter, if the\n"
    "thatcher is sober, and then you must come and see it."
)


@pytest.mark.parametrize(
    ("tag", "salutation", "closing"),
    [
        ("en", "DEAR SIR,", "Yours faithfully,"),
        ("de", "Liebe Mutter,", "Deine Anna,"),
        ("nl", "Waarde vriend,", "Hoogachtend,"),
        ("es", "Querido padre:", "Su servidor,"),
        ("it", "Caro amico,", "Tuo fratello,"),
        ("pt", "Minha querida mãe,", "Teu filho,"),
        ("hu", "Kedves barátom,", "Szerető fia,"),
        ("fr", "Ma chère enfant,", "Votre ami,"),
        ("sv", "Kära mor,", "Din son,"),
        ("da", "Kære moder,", "Deres ven,"),
        ("fi", "Rakas äiti,", "Sinun poikasi,"),
        ("pl", "Drogi ojcze,", "Twój syn,"),
    ],
)
def test_a_letter_quoted_paragraph_by_paragraph(tag, salutation, closing):
    found = between(f"“{salutation}”", f"“{BODY}”", f"“{closing}”", f"“{BODY}” he read.", tag=tag)
    assert found == [LETTER] * 3 + [RUNNING]


@pytest.mark.parametrize(
    ("paragraphs", "letters"),
    [
        # A quotation left open continues to its last paragraph; else, without a signature, a letter has one.
        (["“Dear Anna,", f"“{BODY}", f"“{BODY}", f"“{BODY}”", "“Well!” said Anna."], 4),
        (["“Dear Anna,”", f"“{BODY}”", f"“{BODY}”"], 2),
        # The salutation may precede a dash or be on a line of its own.
        ([f"“Dear Anna,--{BODY}”"], 1),
        ([f"“My dear Anna,\n{BODY}”"], 1),
        # A signature shows a letter without a salutation; a postscript is part of it.
        ([f"“{BODY}", f"“{BODY}”", "“Yours ever,”", "“TOM BELL.”"], 4),
        ([f"“{BODY} Yours, &c.”"], 1),
        ([f"“{BODY}”", "“T. B.”"], 2),
        (["“Dear Tom,”", f"“{BODY}”", "“Yours,”", "“A. B.”", f"“P.S. {BODY}”", "“No!”"], 5),
        # From the date to the signature, which may follow a dash.
        (["“Mill House, 3 May.”", "“Dear Anna,”", f"“{BODY}”", "“Your friend,”", "“TOM BELL.”"], 5),
        *(([f"“{BODY}", f"“{BODY}{end}", "“Well!”"], 2) for end in ("—Tom Bell”", "--TOM BELL.”", "—Tom”.")),
        # What is indented as a whole is writing.
        (["    " + BODY.replace("\n", "\n    ")], 1),
    ],
)
def test_where_letters_begin_and_end(paragraphs, letters):
    assert between(*paragraphs) == [LETTER] * letters + [RUNNING] * (len(paragraphs) - letters)


SAME_WORDS = (
    "“My dear Anna,” he said.",
    "“Dear me!”",
    "“Dear, dear!”",
    "“Yours?”",
    "“I am.”",
    "“Sir!”",
    "“He has cows, and pigs, &c.”",
    "“I am glad that you have come, and so is the cat, who has been waiting on the\nwall since noon.”",
    "“Your boat is gone, and nobody knows who took it or when or where it went, so\nyou must walk.”",
    "“Dear Anna! —How should I know?”",
)


@pytest.mark.parametrize(
    "paragraphs",
    [
        *([f"“{BODY[:-1]}, too{ending}"] for ending in ("—Tom.”", "—And Tom”", "--Tom!”", " Tom Bell”")),
        # What is said about a letter, or after a title; what is not set apart.
        *([told, f"“{BODY}”"] for told in ("He put down the letter and said:", "He gave her the letter.")),
        *([told, f"“{BODY}”"] for told in ("Sir James waited, then he replied,", "Madam Bell replied:")),
        *(["“Well?”", text, "“Well!”"] for text in SAME_WORDS),
        ["Dear Anna,", BODY, "“Well,” said the cat, and I laughed.", "Yours, TOM."],
    ],
)
def test_speech_is_not_a_letter(paragraphs):
    assert between(*paragraphs) == [RUNNING] * len(paragraphs)


@pytest.mark.parametrize(
    ("line", "is_date"),
    [
        *(
            (date, True)
            for date in ("Mardi, 22 novembre.", "19 mai 1803, 10 heures du soir.", "Sunday, May 24th")
        ),
        *((line, False) for line in ("Chapter 12", "He was 12 years old.", "May?", "He left.")),
    ],
)
def test_a_letter_or_diary_follows_a_date(line, is_date):
    assert (between(line, f"“{BODY}", f"“{BODY}”")[1:] == [LETTER] * 2) == is_date


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("en", "There was a note on the table:"),
        ("en", "The telegram ran as follows:--"),
        ("de", "Auf dem Zettel stand:"),
        ("nl", "Zij schreef het volgende:"),
        ("en", "The answer was only in this short note:"),
        ("es", "La carta empezaba de este modo:"),
    ],
)
def test_narration_introduces_a_letter(tag, told):
    assert between(told, f"“{BODY}”", f"“{BODY}”", tag=tag) == [RUNNING, LETTER, RUNNING]


def test_indentation_is_ignored_if_a_book_indents_many_paragraphs():
    indented = "    " + BODY.replace("\n", "\n    ")
    assert set(between(*[indented] * 9)) == {RUNNING}

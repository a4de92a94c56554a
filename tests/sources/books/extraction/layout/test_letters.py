import pytest

from dialogue_etl.sources.books.extraction.layout import Kind
from tests.sources.books.extraction.layout.looks import between

LETTER, RUNNING = Kind.LETTER, Kind.RUNNING
BODY = (
    "The house is dry again, and the cat has come back from wherever it was that\n"
    "cats go when the water rises. We shall have the roof mended by Easter, if the\n"
    "thatcher is sober, and then you must come and see it."
)


def test_from_the_date_to_the_signature():
    found = between(
        "“Mill House, 3 May.”",
        "“My dear Anna,”",
        f"“{BODY}”",
        "“Believe me,”",
        "“Your friend,”",
        "“TOM BELL.”",
    )
    assert found == [LETTER] * 6


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
        # One that is left open goes on to its last paragraph; without a signature it has one.
        (["“Dear Anna,", f"“{BODY}", f"“{BODY}", f"“{BODY}”", "“Well!” said Anna."], 4),
        (["“Dear Anna,”", f"“{BODY}”", f"“{BODY}”"], 2),
        # The salutation may stand before a dash or on a line of its own.
        ([f"“Dear Anna,--{BODY}”"], 1),
        ([f"“My dear Anna,\n{BODY}”"], 1),
        # A signature tells a letter without a salutation; a postscript belongs to it.
        ([f"“{BODY}", f"“{BODY}”", "“Yours ever,”", "“TOM BELL.”"], 4),
        ([f"“{BODY} Yours, &c.”"], 1),
        ([f"“{BODY}”", "“T. B.”"], 2),
        (["“Dear Tom,”", f"“{BODY}”", "“Yours,”", "“A. B.”", f"“P.S. {BODY}”", "“No!”"], 5),
        # What is indented as a whole is writing.
        (["    " + BODY.replace("\n", "\n    ")], 1),
    ],
)
def test_where_letters_begin_and_end(paragraphs, letters):
    assert between(*paragraphs) == [LETTER] * letters + [RUNNING] * (len(paragraphs) - letters)


@pytest.mark.parametrize("signed", ["—Tom Bell”", "--TOM BELL.”", "—Tom”."])
def test_a_signature_may_stand_behind_a_dash(signed):
    assert between(f"“{BODY}", f"“{BODY}{signed}", "“Well!” said Anna.") == [LETTER] * 2 + [RUNNING]


@pytest.mark.parametrize("ending", ["—Tom.”", "—And Tom”", "--Tom!”", " Tom Bell”"])
def test_talk_that_ends_in_a_name_is_none(ending):
    assert between(f"“{BODY[:-1]}, too{ending}") == [RUNNING]


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
def test_the_narration_announces_it(tag, told):
    assert between(told, f"“{BODY}”", f"“{BODY}”", tag=tag) == [RUNNING, LETTER, RUNNING]


def test_what_is_said_about_a_letter_is_talk():
    assert between("He put down the letter and said:", f"“{BODY}”") == [RUNNING, RUNNING]
    assert between("He gave her the letter.", f"“{BODY}”") == [RUNNING, RUNNING]


def test_where_a_book_indents_many_paragraphs_that_says_nothing():
    indented = "    " + BODY.replace("\n", "\n    ")
    assert set(between(*[indented] * 9)) == {RUNNING}


@pytest.mark.parametrize(
    "text",
    [
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
    ],
)
def test_talk_with_the_same_words_is_none(text):
    assert between("“Well?”", text, "“Well!”") == [RUNNING] * 3


def test_a_letter_that_is_not_set_apart_is_running_text():
    assert between("Dear Anna,", BODY, "“Well,” said the cat, and I laughed.", "Yours, TOM.") == [RUNNING] * 4


@pytest.mark.parametrize(
    "told", ["Sir James waited, then he replied,", "Lord Bell said,", "Madam Bell replied:"]
)
def test_a_title_before_talk_is_no_salutation(told):
    assert between(told, f"“{BODY}”") == [RUNNING] * 2


def test_a_heading_ends_it():
    assert between("“Dear Anna,”", "CHAPTER II", f"“{BODY}”") == [LETTER, Kind.HEADING, RUNNING]

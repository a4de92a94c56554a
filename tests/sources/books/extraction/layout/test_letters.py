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


def test_a_letter_that_is_left_open_goes_on_to_its_last_paragraph():
    assert between("“Dear Anna,", f"“{BODY}", f"“{BODY}", f"“{BODY}”", "“Well!” said Anna.") == [
        LETTER
    ] * 4 + [RUNNING]


def test_without_a_signature_one_paragraph_is_the_letter():
    assert between("“Dear Anna,”", f"“{BODY}”", f"“{BODY}”") == [LETTER, LETTER, RUNNING]


def test_the_salutation_may_stand_before_a_dash_or_on_a_line_of_its_own():
    assert between(f"“Dear Anna,--{BODY}”") == [LETTER]
    assert between(f"“My dear Anna,\n{BODY}”") == [LETTER]
    assert between("MILL HOUSE.\nMY DEAR ANNA,", f"“{BODY}”") == [LETTER, LETTER]


def test_a_signature_tells_a_letter_without_a_salutation():
    assert between(f"“{BODY}", f"“{BODY}”", "“Yours ever,”", "“TOM BELL.”") == [LETTER] * 4
    assert between(f"“{BODY} Yours, &c.”") == [LETTER]
    assert between(f"“{BODY}”", "“T. B.”") == [LETTER] * 2


@pytest.mark.parametrize("signed", ["—Tom Bell”", "--TOM BELL.”", "—Tom”."])
def test_a_signature_may_stand_behind_a_dash(signed):
    assert between(f"“{BODY}", f"“{BODY}{signed}", "“Well!” said Anna.") == [LETTER] * 2 + [RUNNING]


@pytest.mark.parametrize("ending", ["—Tom.”", "—And Tom”", "--Tom!”", " Tom Bell”"])
def test_talk_that_ends_in_a_name_is_none(ending):
    assert between(f"“{BODY[:-1]}, too{ending}") == [RUNNING]


def test_a_postscript_belongs_to_it():
    assert between("“Dear Tom,”", f"“{BODY}”", "“Yours,”", "“A. B.”", f"“P.S. {BODY}”", "“No!”") == [
        LETTER
    ] * 5 + [RUNNING]


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


def test_what_is_indented_as_a_whole_is_writing():
    assert between("    No bread to-day.\n    No bread tomorrow.") != [RUNNING]
    assert between("    " + BODY.replace("\n", "\n    ")) == [LETTER]


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

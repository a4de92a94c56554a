import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, Quotes
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.mark_roles import BookMarks
from dialogue_etl.text.quotes import in_paragraphs, is_single, same_family, weigh

ENGLISH = LANGUAGES["en"].elisions
PAIRS = sorted(
    {
        (marks.opening, marks.closing)
        for language in LANGUAGES.values()
        for marks in language.marks
        if isinstance(marks, Quotes)
    }
)


def said(text, opening="“", closing="”", **options):
    book = BookText.of(text)
    found = in_paragraphs(book, opening, closing, elisions=ENGLISH, **options)
    return [text[start:end] for start, end in found.spans.pairs()], found.left_open.tolist()


def stretches(text, opening="“", closing="”", **options):
    return said(text, opening, closing, **options)[0]


def test_speech_is_what_stands_between_the_marks():
    assert said("“Who’s there?” he asked.") == (["Who’s there?"], [False])


def test_narration_interrupts_speech():
    assert stretches("“They’re heavy,” he said, “for things with words.”") == [
        "They’re heavy,",
        "for things with words.",
    ]


def test_straight_marks_open_and_close_in_turn():
    assert stretches('"One," he said, "two."', '"', '"') == ["One,", "two."]


def test_marks_of_another_kind_inside_belong_to_the_speech():
    assert stretches("“He shouted, ‘Who’s there?’ and ran.”") == ["He shouted, ‘Who’s there?’ and ran."]


def test_speech_left_open_runs_to_the_end_of_the_paragraph():
    assert said("He said, “Sit down, and you shall have it. ") == (
        ["Sit down, and you shall have it."],
        [True],
    )


def test_only_the_last_quotation_can_be_left_open():
    assert said("“One,” he said. “Two\n\n“three.”") == (["One,", "Two", "three."], [True, False])


def test_empty_quotations_are_no_speech():
    assert stretches("He wrote “” and “ ” there.") == []


@pytest.mark.parametrize(
    ("text", "opening", "closing"),
    [
        ("«Ja», sagte er, «nein.»", "«", "»"),
        ("»Ja«, sagte er, »nein.«", "»", "«"),
        ("»Ja«, sagte er, »nein.«", "«", "»"),
        ("„Ja“, sagte er, „nein.“", "„", "“"),
        ("„Ja”, sagte er, „nein.”", "„", "“"),
        ('„Ja", sagte er, „nein."', "„", "“"),
        ('"Ja", sagte er, "nein."', "„", "“"),
        (",,Ja'', sagte er, ,,nein.''", ",,", "''"),
        (',,Ja", sagte er, ,,nein."', ",,", "''"),
        ("``Ja,'' sagte er, ``nein.''", "``", "''"),
        ("“Ja”, zei hij, “nein.”", "“", "”"),
        ("”Ja”, sa han, ”nein.”", "”", "”"),
        ("›Ja‹, sagte er, ›nein.‹", "›", "‹"),
        ("‚Ja‘, sagte er, ‚nein.‘", "‚", "‘"),
        ("‘Ja’, zei hij, ‘nein.’", "‘", "’"),
        ("'Ja', zei hij, 'nein.'", "'", "'"),
        ("`Ja´, zei hij, `nein.´", "`", "´"),
        ("`Ja,' he said, `nein.'", "`", "'"),
    ],
)
def test_all_marks_are_read_whichever_way_they_point(text, opening, closing):
    assert [one.strip(",") for one in stretches(text, opening, closing)] == ["Ja", "nein."]


def test_without_mending_each_glyph_is_what_it_is():
    assert stretches("»Ja«, sagte er, »nein.«", "«", "»", mend=False) == [", sagte er,"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A lost closing mark does not turn speech and narration round.
        ('"One," he said, "two.\nHe left. "Three," she said, "four."', ["One,", "Three,", "four."]),
        # A stray one neither.
        ('He left." Then: "Three," she said, "four."', ["Three,", "four."]),
        ('One" he said. "Three," she said. "Four."', ["Three,", "Four."]),
    ],
)
def test_a_lost_straight_mark_does_not_turn_the_rest_of_the_paragraph_round(text, expected):
    found = stretches(text, '"', '"')
    assert [one for one in found if one in expected] == expected


def test_the_same_marks_stand_inside_a_quotation():
    text = '"I never said "yes" to him," she cried. "Never."'
    assert stretches(text, '"', '"') == ['I never said "yes" to him,', "Never."]
    assert len(stretches(text, '"', '"', nested=False)) > 2


def test_a_speech_goes_on_in_the_next_paragraph_without_a_mark():
    text = "He said: »It was\n\nlong ago.« And he left.\n\nSilence."
    assert said(text, "»", "«") == (["It was", "long ago."], [True, False, False])


def test_a_speech_goes_on_after_indented_verse():
    text = "»He sang:\n\n    Roses are red,\n\nand that was all.« He left."
    assert stretches(text, "»", "«") == ["He sang:", "and that was all."]


def test_two_commas_between_blanks_are_no_mark():
    assert stretches("Books   12 ,,\n ,,  Paper   3 ,,\n„Much“, he said.", "„", "“") == ["Much"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'I don't know,' he said.", ["I don't know,"]),
        ("'I know'", ["I know"]),
        (
            "'Tell 'em I'm goin' home,' he said, 'an' be quick.'",
            ["Tell 'em I'm goin' home,", "an' be quick."],
        ),
        ("The boys' boat was gone.", []),
        ("The boys' boat. 'Gone,' he said. The girls' boat too.", ["Gone,"]),
        ("'Tis true,' he said.", ["Tis true,"]),
        ("It was o' no use, and 'twas late.", []),
        ("'Yes', he said, 'no'.", ["Yes", "no"]),
        ("'He said \"No\" to me,' she cried.", ['He said "No" to me,']),
    ],
)
def test_apostrophes_are_no_quotation_marks(text, expected):
    assert stretches(text, "'", "'") == expected
    curly = text.replace('"No"', "“No”").replace("'", "’")
    for one in (*expected, "No"):
        curly = curly.replace("’" + one.replace("'", "’"), "‘" + one.replace("'", "’"), 1)
    assert stretches(curly, "‘", "’") == [one.replace('"No"', "“No”").replace("'", "’") for one in expected]


def test_single_marks_weigh_where_they_are_the_books_own():
    single = "'I don't know,' he said. 'Do you?'\n\n'No,' she said, 'he called it \"odd\".'"
    assert weigh(BookMarks(BookText.of(single)), "'", "'") == 8
    assert weigh(BookMarks(BookText.of(single)), '"', '"') == 2


def test_apostrophes_and_quotations_in_quotations_weigh_nothing():
    double = "\"I don't know. 'Tis said 'No' an' so,\" he said of the boys' boat.\n\n\"He said, 'Go.'\""
    assert weigh(BookMarks(BookText.of(double)), "'", "'") == 0


def test_marks_weigh_what_they_open():
    assert weigh(BookMarks(BookText.of("“One,” he said, “two.”")), "“", "”") == 2
    assert weigh(BookMarks(BookText.of('"One," he said, "two."')), '"', '"') == 4
    assert weigh(BookMarks(BookText.of(",,One,'' he said, ,,two.''")), ",,", "''") == 2


def test_families_of_marks():
    assert same_family("„", '"')
    assert not same_family("„", "»")
    assert is_single("›")
    assert not is_single("“")


@pytest.mark.parametrize(("opening", "closing"), PAIRS)
@given(text=st.text(alphabet="aB ,.-\"“”„«»‹›‘’'`´\n\t\xa0_", max_size=60))
def test_quotations_keep_their_contract(opening, closing, text):
    book = BookText.of(text)
    found = in_paragraphs(book, opening, closing, elisions=ENGLISH)
    assert len(found.left_open) == len(book.paragraphs.starts)
    end = 0
    for (start, stop), number in zip(found.spans.pairs(), found.paragraphs.tolist(), strict=True):
        assert end <= start < stop
        assert book.paragraphs.starts[number] <= start < stop <= book.paragraphs.ends[number]
        assert text[start:stop] == text[start:stop].strip()
        end = stop
    for number in found.left_open.nonzero()[0].tolist():
        last = found.spans.ends[found.paragraphs == number]
        assert not len(last) or not text[last[-1] : book.paragraphs.ends[number]].strip()


SPEECH = st.lists(
    st.tuples(st.sampled_from(["Yes", "Go on", "Never"]), st.sampled_from(["", " he said. ", "\n\n"])),
    min_size=1,
    max_size=8,
)


@pytest.mark.parametrize(("opening", "closing"), PAIRS)
@given(speech=SPEECH)
def test_well_formed_dialogue_is_found_exactly(opening, closing, speech):
    text = "".join(f"{opening}{words}.{closing}{after or ' '}" for words, after in speech).rstrip()
    assert stretches(text, opening, closing) == [f"{words}." for words, _ in speech]

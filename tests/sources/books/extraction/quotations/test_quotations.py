import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, Quotes
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.quotations import between_marks
from dialogue_etl.sources.books.extraction.quotations.marks import BookMarks
from dialogue_etl.sources.books.extraction.quotations.own_marks import own_marks, weigh
from dialogue_etl.text.spans import BookText
from tests.conftest import ends_soon
from tests.sources.books.extraction import steps

PAIRS = sorted(
    {
        (marks.opening, marks.closing)
        for language in LANGUAGES.values()
        for marks in language.marks
        if isinstance(marks, Quotes)
    }
)
BEFORE_ONE_KIND = {"mixed_marks": False}


def quoted(text, opening="“", closing="”", tag="en", **params):
    """The text between marks of one kind, and which paragraphs are left open."""
    marks = BookMarks(BookText.of(text))
    found = between_marks(marks, Quotes(opening, closing), LANGUAGES[tag], Extract(**params))
    return found.spans.pieces(text), found.left_open.tolist()


def spoken(*args, **options):
    return quoted(*args, **options)[0]


def marked(text, tag, **params):
    """The text of all spans that a book marks as speech, without narration inside the marks."""
    return steps.pieces("cut_narration", text, tag, **params)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“They’re heavy,” he said, “for words.”", (["They’re heavy,", "for words."], [False])),
        ("“He shouted, ‘Who’s there?’ and ran.”", (["He shouted, ‘Who’s there?’ and ran."], [False])),
        ("He said, “Sit down, and you shall have it. ", (["Sit down, and you shall have it."], [True])),
        ("“One,” he said. “Two\n\n“three.”", (["One,", "Two", "three."], [True, False])),
        ("He wrote “” and “ ” there.", ([], [False])),
        # Marks lost at the edge of a paragraph: the paragraphs around decide.
        ("„Er kam\n\nund ging.“ Stille.", (["Er kam", "und ging."], [True, False])),
        ("Er kam\n\nund ging.“ Stille.", ([], [False, False])),
        ("“Yes.”\n\nNo,” he said, “never.”\n\n“So?”", (["Yes.", "No,", "never.", "So?"], [False] * 3)),
        ("»He said: It was\n\nlong ago.« He left.", (["He said: It was", "long ago."], [True, False])),
    ],
)
def test_speech_is_the_text_between_the_marks(text, expected):
    opening = next(glyph for glyph in "“„»" if glyph in text or glyph == "»")
    assert quoted(text, opening, {"“": "”", "„": "“", "»": "«"}[opening], "de") == expected


@pytest.mark.parametrize(
    ("text", "opening", "closing"),
    [
        ("»Ja«, sagte er, »nein.«", "«", "»"),
        ("„Ja”, sagte er, „nein.”", "„", "“"),
        ('„Ja", sagte er, „nein."', "„", "“"),
        ('"Ja", sagte er, "nein."', "„", "“"),
        (',,Ja", sagte er, ,,nein."', ",,", "''"),
        ("``Ja,'' sagte er, ``nein.''", "``", "''"),
        ("›Ja‹, sagte er, ›nein.‹", "›", "‹"),
        ("‚Ja‘, sagte er, ‚nein.‘", "‚", "‘"),
        ("'Ja', zei hij, 'nein.'", "'", "'"),
        ("`Ja,' he said, `nein.'", "`", "'"),
    ],
)
def test_marks_may_point_either_way(text, opening, closing):
    assert [one.strip(",") for one in spoken(text, opening, closing)] == ["Ja", "nein."]


def test_a_stray_straight_mark_does_not_swap_speech_and_narration():
    found = spoken('He left." Then: "Three," she said, "four."', '"', '"')
    assert [one for one in found if one != "He left."] == ["Three,", "four."]


@given(
    st.lists(st.sampled_from([" he said. ", " she went on, ", " "]), min_size=3, max_size=8),
    st.integers(0, 100),
    st.sampled_from(['""', "“”", "„“"]),
)
def test_a_lost_mark_affects_one_quotation_only(narration, lost, marks):
    speech = [f"Words {number}." for number in range(len(narration))]
    whole = [f"{marks[0]}{words}{marks[1]}{after}" for words, after in zip(speech, narration, strict=True)]
    text = "He came. " + "".join(whole).rstrip()
    places = [place for place, glyph in enumerate(text) if glyph in marks]
    place = places[lost % len(places)]
    spoiled = (lost % len(places)) // 2
    found = spoken(text[:place] + text[place + 1 :], marks[0], marks[1], "hu")
    assert set(speech) - {speech[spoiled]} <= set(found) | {speech[max(spoiled - 1, 0)]}


def test_a_quotation_may_contain_the_same_marks():
    text = '"I never said "yes" to him," she cried. "Never."'
    assert spoken(text, '"', '"') == ['I never said "yes" to him,', "Never."]
    assert len(spoken(text, '"', '"', nested_quotes=False)) > 2


def test_a_speech_continues_after_indented_verse():
    text = "»He sang:\n\n    Roses are red,\n\nand that was all.« He left."
    assert spoken(text, "»", "«") == ["He sang:", "and that was all."]


def test_ditto_marks_are_not_quotation_marks():
    assert spoken("Books   12 ,,\n ,,  Paper   3 ,,\n„Much“, he said.", "„", "“") == ["Much"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'I don't know,' he said.", ["I don't know,"]),
        (
            "'Tell 'em I'm goin' home,' he said, 'an' be quick.'",
            ["Tell 'em I'm goin' home,", "an' be quick."],
        ),
        ("The boys' boat was gone.", []),
        ("The boys' boat. 'Gone,' he said. The girls' boat too.", ["Gone,"]),
        ("'Tis true,' he said.", ["Tis true,"]),
        ("It was o' no use, and 'twas late.", []),
        ("'He said \"No\" to me,' she cried.", ['He said "No" to me,']),
    ],
)
def test_apostrophes_are_not_quotation_marks(text, expected):
    assert spoken(text, "'", "'") == expected
    curly = text.replace('"No"', "“No”").replace("'", "’")
    for one in (*expected, "No"):
        curly = curly.replace("’" + one.replace("'", "’"), "‘" + one.replace("'", "’"), 1)
    assert spoken(curly, "‘", "’") == [one.replace('"No"', "“No”").replace("'", "’") for one in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Yes! said Lucy, and went on. “But no.”", (["Yes!", "But no."], [False])),
        ("“Yes, she cried. “But no.”", (["Yes,", "But no."], [False])),
        ("“Yes, Lucy said. “But no.”", (["Yes,", "But no."], [False])),
        ("“Yes, said the girl. “But no.”", (["Yes,", "But no."], [False])),
        ("“Yes, Lucy, go. “But no.”", (["Yes, Lucy, go.", "But no."], [False])),
        ("“Yes, said he, and left the room.\n\nNothing.", (["Yes,"], [False, False])),
        (
            "“I told him, he said no.\n\n“Then I left.”",
            (["I told him, he said no.", "Then I left."], [True, False]),
        ),
        ("“I told him, he said no.” “Go.”", (["I told him, he said no.", "Go."], [False])),
    ],
)
def test_unclosed_speech_ends_before_the_tag_where_its_mark_was_lost(text, expected):
    assert quoted(text) == expected


def test_weights_of_single_and_double_marks():
    def weight(text, opening, closing):
        return weigh(BookMarks(BookText.of(text)), opening, closing)

    single = "'I don't know,' he said. 'Do you?'\n\n'No,' she said, 'he called it \"odd\".'"
    double = "\"I don't know. 'Tis said 'No' an' so,\" he said of the boys' boat.\n\n\"He said, 'Go.'\""
    assert (weight(single, "'", "'"), weight(single, '"', '"')) == (8, 2)
    assert weight(double, "'", "'") == 0
    assert weight("“One,” he said, “two.”", "“", "”") == 2
    assert weight(",,One,'' he said, ,,two.''", ",,", "''") == 2


MIXED = "—Uno.\n\n—Dos —dijo.\n\nElla pensó: «Tres»."


@pytest.mark.parametrize(
    ("text", "tag", "params", "opening", "weight"),
    [
        (MIXED, "es", {}, ["dash", "«"], 8),
        (MIXED, "es", BEFORE_ONE_KIND, ["dash"], 6),
        # Less than a twentieth is not the book's own.
        ("—¿Uno?\n\n" * 21 + "Un «cartel».", "es", {}, ["dash"], 42),
        # Equivalent glyphs count as one kind.
        ("»Ja.«\n\n»Nej.«\n\n«Måske.»", "da", {}, ["»"], 6),
        ("‘Yes,’ he said. ‘No.’", "en", {"single_quotes": False}, ['"'], 0),
    ],
)
def test_the_kinds_of_marks_a_book_uses_and_their_weight(text, tag, params, opening, weight):
    own = own_marks(BookText.of(text), LANGUAGES[tag], Extract(**params))
    assert ([getattr(marks, "opening", "dash") for marks in own.marks], own.weight) == (opening, weight)


@pytest.mark.parametrize(
    ("tag", "text", "params", "expected"),
    [
        ("es", MIXED, {}, ["Uno.", "Dos", "Tres"]),
        ("es", MIXED, BEFORE_ONE_KIND, ["Uno.", "Dos"]),
        ("es", "—Uno.\n\n-XII-\n\n—Dos.\n\n— 12 —\n\n—¿Y?", {}, ["Uno.", "Dos.", "¿Y?"]),
        ("es", "--Uno.\n\n— Dos.", {}, ["Uno.", "Dos."]),
        ("es", "—«Una noche»—dijo Miguel—«hace años.»\n\n—«¿Sí?»", {}, ["Una noche", "hace años.", "¿Sí?"]),
        ("fi", '-- "Niin", sanoi hän, "jos tulette".\n\n-- "Jos."', {}, ["Niin", "jos tulette", "Jos."]),
        ("fr", "«— Oui, dit-il, je viens.»\n\n— Bien.", {}, ["Oui,", "je viens.", "Bien."]),
        ("sv", "»Ja», sade hon.\n\n»Nej, sade han, aldrig.»", {}, ["Ja", "Nej,", "aldrig."]),
        ("pt", "«Ide--proseguiu a abbadessa--em paz.»", {}, ["Ide", "em paz."]),
        ("es", '"No -dijo él-, nunca."\n\n"Sí."', {}, ["No", ", nunca.", "Sí."]),
        ("en", "“Yes, said he, perhaps.”", {}, ["Yes, said he, perhaps."]),
    ],
)
def test_nested_and_mixed_marks(tag, text, params, expected):
    assert marked(text, tag, **params) == expected


@pytest.mark.parametrize(
    ("tag", "paragraph", "expected"),
    [
        ("es", "Ana se volvió y dijo:--Ya voy.", ["Ya voy."]),
        ("es", "Ana dijo: —¡Ya voy! Luego cerraba la puerta.", ["¡Ya voy!"]),
        ("es", "Ana dijo: —Ya voy —y cerró—. Espera tú.", ["Ya voy", ". Espera tú."]),
        ("it", "Ella rispose: — vengo io.", ["vengo io."]),
        ("es", "Ana decía: —una casa blanca.", []),  # neither a capital nor a word of speech
        ("es", "Llevaba en la cesta: —Pan y vino.", []),  # no verb of speech
        ("es", "«No», dijo Ana. Y dijo: —Ya voy.", ["No"]),  # of other marks in the paragraph
        ("hu", "Ana felállt.--Ki az?--kérdezte.", ["Ki az?"]),
        ("it", "Ella tacque. — Vengo — disse — subito.", ["Vengo", "subito."]),
        ("es", "Ana calló. —Una casa —blanca— se veía.", []),  # no speech verb after the next dash
        ("es", "Ana calló —Vamos —dijo—.", []),  # no sentence ends
        ("es", "¿Dónde vives tú?--le preguntó Manuel.", ["¿Dónde vives tú?"]),
        ("es", "Ana calló. ¿Dónde vives?--preguntó.", []),  # narration before it
        ("es", "La casa blanca--dijo Ana--era suya.", []),  # no speech before it
    ],
)
def test_a_dash_inside_narration_begins_speech_if_it_has_a_speech_verb(tag, paragraph, expected):
    assert marked(f"—¿Uno?\n\n—Dos.\n\n{paragraph}", tag)[2:] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A guillemet in the next paragraph continues speech, a dash begins another speaker.
        ("— Un.\n\n« Deux.\n\n« Trois. »\n\n— Quatre.", [True, True, False, False]),
        ("« Un.\n\n— Deux.\n\n— Trois. »", [False, False, False]),
    ],
)
def test_left_open_with_dashes_and_guillemets(text, expected):
    table = steps.table_after("find_quotations", steps.document(text, "fr"))
    assert table.column("left_open").tolist() == expected


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("text", ["Nothing is said.", ""])
def test_a_book_without_marks_has_no_speech(tag, text):
    assert own_marks(BookText.of(text), LANGUAGES[tag], Extract()).weight == 0
    assert marked(text, tag) == []


SPEECH = st.lists(
    st.tuples(st.sampled_from(["Yes", "Go on", "Never"]), st.sampled_from(["", " he said. ", "\n\n"])),
    min_size=1,
    max_size=8,
)


@pytest.mark.parametrize(("opening", "closing"), PAIRS)
@given(speech=SPEECH)
def test_well_formed_dialogue_is_found_exactly(opening, closing, speech):
    text = "".join(f"{opening}{words}.{closing}{after or ' '}" for words, after in speech).rstrip()
    assert spoken(text, opening, closing) == [f"{words}." for words, _ in speech]


PIECES = [*'—«»“”"„‘’‚›‹`´_[]éB', "-- ", ",,", "''", "\n\n", "\n", "\xa0", ". ", ", ", "dijo", " Uno", "  "]


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(sorted(LANGUAGES)), st.booleans())
def test_any_text_gives_nonempty_spans_in_order_without_overlap(pieces, tag, mixed):
    book = steps.document("".join(pieces), tag, mixed_marks=mixed)
    table = steps.table_after("find_quotations", book)
    steps.check_spans(book, table)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.sampled_from(PAIRS))
def test_an_unclosed_quotation_ends_with_its_paragraph(text, pair):
    book = BookText.of(text)
    found = between_marks(BookMarks(book), Quotes(*pair), LANGUAGES["hu"], Extract())
    for number in found.left_open.nonzero()[0].tolist():
        ends = found.spans.ends[found.paragraphs == number]
        assert not len(ends) or not text[ends[-1] : book.paragraphs.ends[number]].strip()


@pytest.mark.parametrize("marks", ['"', '" ', 'a"', "“", "”"])
@ends_soon
def test_a_paragraph_of_marks_alone_is_fast(marks):
    found, left_open = quoted(marks * 300_000)
    assert len(left_open) == 1
    assert all(found)


@pytest.mark.parametrize(
    ("tag", "paragraph", "expected"),
    [
        ("it", "Ma a un tratto si voltò: — Non ci vengo!", ["Non ci vengo!"]),
        ("fr", "Mais soudain il se tourna : — Venez-vous ?", ["Venez-vous ?"]),
        ("fr", "Que faire à cette heure ? -- Attendons, dit Luc.", ["Attendons,"]),
        ("sv", "Han såg ut. -- Vänta! ropade kusken.", ["Vänta!"]),
        ("fr", "Il avait deux amis : — un chien et un chat.", []),
    ],
)
def test_speech_after_a_dash_inside_narration(tag, paragraph, expected):
    others = "\n\n— Ja.\n\n— Nej."
    assert [piece for piece in marked(paragraph + others, tag) if piece in paragraph] == expected


def test_paragraphs_with_a_closing_guillemet_at_their_head_continue_speech_after_a_dash():
    text = "— Je pars.\n\n» Demain, ou bien ce soir.\n\n» Adieu. »\n\nIl partit."
    document = steps.document(text, "fr")
    table = steps.table_after("find_quotations", document)
    assert table.spans.pieces(text) == ["Je pars.", "Demain, ou bien ce soir.", "Adieu."]
    assert table.column("left_open").tolist() == [True, True, False]


LONG = "He sighed, and after a while he said what he had said to all of them: “I have lived here alone.”"


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("“Indeed?” said Ann.", ["I have lived here alone.", "Indeed?"]),
        ("That was long ago.” He slept.", ["I have lived here alone.", "Snow fell.", "That was long ago."]),
    ],
)
def test_a_quotation_runs_over_paragraphs_without_marks_to_a_mark_that_closes(last, expected):
    assert spoken(f"{LONG[:-1]}\n\nSnow fell.\n\n{last}") == expected


def test_a_letter_without_marks_at_its_paragraphs_is_not_continued():
    assert spoken("“Dear Ann!\n\nSnow fell.\n\nYours, Tom.”")[:1] == ["Dear Ann!"]
    assert "Snow fell." not in spoken("“Dear Ann!\n\nSnow fell.\n\nYours, Tom.”")

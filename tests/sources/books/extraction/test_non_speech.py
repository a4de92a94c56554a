import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, Language
from dialogue_etl.sources.books.extraction.speech_rules import REASONS, RULES
from tests.sources.books.extraction import steps
from tests.sources.books.extraction.layout.looks import PROSE

# A language of which nothing is known but how it marks speech.
WORDLESS = Language("xx", "Wordless", LANGUAGES["en"].marks)
TALK, SCARE, LETTER, TITLE = "", "drop_scare_quotes", "skip_letters", "skip_titles"


def classified(text, tag="en", **params):
    """The quoted spans of a text, and the kind of each by the words around it."""
    book = steps.document(text, tag, language=None if tag else WORDLESS, **params)
    return book, steps.table_after("classify_speech", book)


def reasons(text, tag="en", **params):
    """Why each span is not speech."""
    return [REASONS[reason] for reason in classified(text, tag, **params)[1].column("reason")]


NO_TALK = {
    (SCARE, "en"): (
        "The “grand old lady” of the river was a boat.",
        "They called him the “boy.” He was sixty.",
        "He had “lost” his purse and “found,” as he told us, another.",
        "It was one of his “so be it” days.",
        "That is what the miller means by “soon”",
        "They called it “the bad weather coming.” It came.",
        "He asked for what they called the “Old Boat.” It was gone.",
        "He said “yes.” and went.",
        "The poor man, “poor Tom,” as it were, was gone.",
        "“. . . . .”",
    ),
    (TITLE, "en"): (
        "The boat was named the “Sea Rose” by her owner.",
        "They read “Songs of the Mill” to us.",
        "“Sea Rose” was a good boat.",
    ),
    (TITLE, "de"): ("Am Tor stand das Wort “Schloss” in roter Farbe.",),
    (TITLE, "nl"): ("Wij lazen het “Handelsblad” elke dag.",),
    (TITLE, "es"): ("Leímos el “Quijote” en casa.",),
    (LETTER, "en"): (
        "The note ran: “Come at once. Tom.”",
        "On the wall there was an inscription,—“Here stood the mill.”",
    ),
    (LETTER, "de"): ("Er las: “Kommt sofort.”",),
    (LETTER, "nl"): ("Zij schreef: “Kom gauw.”",),
    (LETTER, "es"): ("La carta era breve: “Ven pronto.”",),
}


@pytest.mark.parametrize(
    ("reason", "tag", "text"), [(*key, text) for key, texts in NO_TALK.items() for text in texts]
)
def test_quoted_words_titles_and_writing_are_not_speech_unless_switched_off(reason, tag, text):
    assert set(reasons(text, tag)) == {reason}
    assert set(reasons(text, tag, **{reason: False})) == {TALK}


@pytest.mark.parametrize(
    "text",
    [
        "“Yes,” he said.",
        "“Yes!” said the miller.",
        "He said, “yes, of course.”",
        "He said “Yes.”",
        "He said to the old miller “Come here!”",
        "“The boat,” said he “is gone.”",
        "“The boat”—he looked round—“is gone.”",
        "“The boat” he pointed at the river “is gone since noon.”",
        "He shook his head: “no, never.”",
        "The miller sighed “I am too old for boats and for floods.”",
        "“Why so sad?” asked the cat.",
        "He said “Victor!” and went.",
        "He waved. “Poor Tom” she cried.",
        "Down there, “poor Tom,” she said, “must be cold.”",
        "“7?”",
        "“No”",
        "He folded the letter and said: “Come at once.”",
        "He folded the letter. “Come at once.”",
        "The letter told us: “Come at once.”",
        "He read. Then the miller spoke: “Come.”",
    ],
)
def test_speech_is_kept(text):
    assert set(reasons(text)) == {TALK}


@pytest.mark.parametrize(
    "text",
    [
        "They had “a boat,” which they called “the old lady of the river.”",
        "“Come,” he said. He had to look out for “the seafaring man with one leg.”",
        "“Come,” he said, and all the others who were there with him at the time, and who were older than he "
        "was, looked at the river of “broken promises.”",
    ],
)
def test_a_quotation_far_away_or_after_a_quoted_word_does_not_continue_speech(text):
    assert reasons(text)[-1] == SCARE


@pytest.mark.parametrize(
    ("text", "tag", "expected"),
    [
        ("“Look,” he said. The “boat” was a door. “It floats,” he added.", "en", [TALK, SCARE, TALK]),
        ("It was a good boat. “Sea Rose” was her name.", "en", [TITLE]),
        ("They spoke of “bread,” “milk,” “salt” and rain.", "en", [SCARE] * 3),  # one list
        ("They called “Bread!” “Milk!” and went.", "en", [TALK] * 2),
        ("“Ja” sagte er und ging.", "de", [TALK]),
        ("“Ja” ist ein Wort.", "de", [TITLE]),
        # Without a language the rules for words do nothing.
        ("“Sea Rose” was a good boat.", "", [TALK]),
        ("The note ran: “Come at once.”", "", [TALK]),
        ("The “boat” was a door.", "", [SCARE]),
    ],
)
def test_the_words_around_each_span_decide(text, tag, expected):
    assert reasons(text, tag) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("“The moon is down,\n  The boats are in,\n  The night is long.”", "skip_verse"),
        ("“Dear Anna,\n\n“I am well, and so is the “boat”.\n\n“Yours,\n\n“TOM.”", "skip_letters"),
    ],
)
def test_the_kind_of_the_paragraph_decides_first(text, reason):
    prose = "They walked along the river, past the mill and the old boats, and met nobody on the way home.\n"
    assert set(reasons(f"{prose * 8}\n\n{text}\n\n{prose * 8}")) == {reason}


@given(st.lists(st.sampled_from([*"“”,.:!?_—", " ", "\n\n", "said", "boat", "Tom", "ő", "1"])).map("".join))
@pytest.mark.parametrize("tag", ["en", "de", ""])
def test_any_text_has_one_reason_for_each_span(tag, text):
    found = reasons(text, tag)
    assert len(found) == len(classified(text, tag)[1])
    off = {rule.name: False for rule in RULES if rule.switch}
    assert not set(reasons(text, tag, **off)) & set(off)


PAGE = (
    "There was a king who had three sons, and the youngest of them was held for a fool by all who knew him."
)


@pytest.mark.parametrize(
    ("tag", "text", "thoughts"),
    [
        ("es", "«No vendrá», pensó Ana. «Es tarde».", [True, True]),
        ("es", "Y pensaba Ana: «No vendrá».", [True]),
        ("es", "Ana pensó en voz alta: «No vendrá».", [False]),
        ("es", "«No vendrá». Ana pensaba en el tren.", [False]),
        ("es", "«No vendrá», pensó Ana. «Es tarde», dijo luego.", [True, False]),
        ("es", "—Ana pensó: es tarde —dijo Luis.", [False]),
        ("hu", "– Késő van – gondolta Anna –, nem jön.", [True, True]),
        ("hu", "– Késő van – szólt Anna –, nem jön.", [False, False]),
        ("de", "„Es ist spät“, dachte Anna.", [True]),
        ("es", "—No vendrá —se dijo Ana—. Es tarde.", [True, True]),
        ("it", "— No — disse allora fra sé.\n\n— Sì.", [True, False]),
        ("de", "»Nein«, sagte sie sich.\n\n»Ja?« Frau Berg dachte nach.", [True, False]),
        ("en", "“It is late,” thought Ann.", [False]),  # what annotators of English novels take for speech
    ],
)
def test_thoughts_are_not_speech(tag, text, thoughts):
    assert [reason == "skip_thoughts" for reason in reasons(text, tag)] == thoughts


@pytest.mark.parametrize(
    ("text", "tales"),
    [
        # Closed after paragraphs without marks.
        (
            f"»Hör«, he said, »it was so.\n\n{PAGE}\n\n{PAGE}\n\nSo it ended.«\n\n»Yes«, he said.",
            ["it was so."],
        ),
        # Speech inside the tale is not a tale.
        (f"»It was so.\n\n{PAGE}\n\n»Go«, said he.\n\n{PAGE}\n\nSo it ended.« He left.", ["It was so."]),
        # Without a mark that closes it a mark was lost.
        (f"»It was so.\n\n{PAGE}\n\n»Go«, said the king.", []),
        (f"»It was so.\n\n»{PAGE}\n\n»{PAGE}«", []),
        (f"»He sang:\n\nRoses are red,\n\nand\n\nhe left.« {PAGE}", []),
        # What another speech leaves open is closed first.
        (f"»It was so.\n\n{PAGE}\n\n»{PAGE}\n\n{PAGE}\n\nSo it ended.«", [PAGE]),
        (PAGE, []),
        ("", []),
    ],
)
def test_the_beginning_of_a_tale_is_not_a_turn(text, tales):
    _, table = classified(text, "de")
    found = table.where(table.column("reason") == REASONS.index("skip_tales"))
    assert found.spans.pieces(text) == tales


ASKS = "—¿Y el molino?"
TELLS = "—El molino se perdió con la crecida.\n\n"
AFTER = "\n\n—¡Qué lástima!\n\n—Así es la vida."
BETWEEN = "Las ruedas son de buen roble y están enteras."
LATER = "Usted las verá mañana."


@pytest.mark.parametrize(
    ("paragraphs", "count"),
    [
        (["Ya supondrá usted lo que nos costó."], 1),
        (["Tú no lo viste, porque aún no habías nacido."], 1),
        (["En cuanto a los árboles, ya los verá Vd. mañana."], 1),
        (["Usted lo verá bien-venido mañana."], 1),
        (["Usted lo verá -mañana."], 0),
        (["Usted lo verá--mañana."], 0),
        (["Usted lo verá «mañana»."], 0),
        (["Nadie habló en un buen rato."], 0),
        (
            ["Juan miró el río. Pensaba en lo que había sido de todos ellos entonces, del pan, y de ti."],
            0,
        ),
        (["Se levantó. «Usted no sabe nada», pensó Juan."], 0),
        (["Juan rió. —Usted no sabe nada."], 0),
        ([BETWEEN, LATER], 2),
        ([BETWEEN, BETWEEN + " ", LATER], 3),
        ([BETWEEN, BETWEEN + " ", BETWEEN + "  ", LATER], 0),
        (["Juan bajó la cabeza.", LATER], 0),
        (["CAPÍTULO II", LATER], 0),
    ],
)
def test_unmarked_paragraphs_with_the_second_person_continue_a_speech(paragraphs, count):
    text = f"{ASKS}\n\n{TELLS}" + "\n\n".join(paragraphs) + AFTER
    for params, expected in (({}, count), ({"join_paragraphs": False}, 0)):
        _, table = classified(text, "es", **params)
        whole = set(table.spans.pieces(text))
        assert sum(paragraph.strip() in whole for paragraph in paragraphs) == expected
        opened = table.column("left_open").tolist()
        assert opened == [False] + [True] * expected + [False] * (len(opened) - expected - 1)


def test_they_do_so_only_after_a_dash_paragraph_that_ends_with_speech():
    for text, tag in (
        ("—¿Y el molino?\n\n—Se perdió —dijo Juan.\n\nUsted lo verá mañana." + AFTER, "es"),
        ("— Tak?\n\n— Nie.\n\nTy to wiesz.\n\n— Wiem.", "pl"),
        ("«¿Y el molino?»\n\nUsted lo verá.\n\n«No.»", "es"),
    ):
        _, table = classified(text, tag)
        assert not {"Usted lo verá mañana.", "Ty to wiesz.", "Usted lo verá."} & set(table.spans.pieces(text))


MOON = "“The moon is down,\n  The boats are in,\n  The night is long.”"


@pytest.mark.parametrize(
    ("above", "verse", "expected"),
    [
        ("To this she answered:", MOON, [""]),
        ("To this she sang:", MOON, ["skip_verse"]),
        ("Upon the letter he had written, and he said it:", MOON, ["skip_verse"]),
        ("To this she answered nothing.", MOON, ["skip_verse"]),
        ("Then he said:", f"{MOON[:-1]}\n\n{MOON}\n\n{MOON}", ["", "", "skip_verse"]),
        ("“Go,” she sang. Then he said:", MOON, ["", ""]),
    ],
)
def test_verse_is_speech_after_a_tag(above, verse, expected):
    assert reasons(f"{PROSE}\n{above}\n\n{verse}\n\n{PROSE}") == expected


def test_verse_is_speech_after_a_tag_in_other_languages():
    verse = "»Der Mond ist fort,\n  Das Boot ist da,\n  Die Nacht ist lang.«"
    text = f"{PROSE}\nDa sagte er:\n\n{verse}\n\nDa sang er:\n\n{verse}\n\n{PROSE}"
    assert reasons(text, "de") == ["", "skip_verse"]

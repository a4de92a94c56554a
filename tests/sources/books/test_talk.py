import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, Language
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.layout import Kind
from dialogue_etl.sources.books.talk import REASONS, no_talk
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans

# A language of which nothing is known but how it marks speech.
WORDLESS = Language("xx", "Wordless", LANGUAGES["en"].marks)
TALK, SCARE, LETTER, TITLE = "", "drop_scare_quotes", "skip_letters", "skip_titles"


def stretches(text):
    """What stands between curly marks."""
    book = BookText.of(text)
    spans, numbers, start = [], [], 0
    for number, (begin, end) in enumerate(book.paragraphs.pairs()):
        start = begin
        while (mark := text.find("“", start, end)) >= 0:
            close = text.find("”", mark, end)
            close = end if close < 0 else close
            if text[mark + 1 : close].strip():
                inside = text[mark + 1 : close]
                lead = len(inside) - len(inside.lstrip())
                spans.append((mark + 1 + lead, mark + 1 + len(inside.rstrip())))
                numbers.append(number)
            start = close + 1
    places = np.array(numbers, np.int64)
    return book, Quotations(Spans.of(spans), places, np.zeros(len(book.paragraphs.starts), np.bool_))


def reasons(text, tag="en", kind=Kind.RUNNING, **knobs):
    """Why each stretch is no talk."""
    book, found = stretches(text)
    kinds = np.full(len(book.paragraphs.starts), kind, np.uint8)
    language = LANGUAGES[tag] if tag else WORDLESS
    return [REASONS[reason] for reason in no_talk(book, found, kinds, Extract(**knobs), (language,))]


@pytest.mark.parametrize(
    "text",
    [
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
    ],
)
def test_words_in_the_flow_of_a_sentence_are_quoted_not_said(text):
    assert set(reasons(text)) == {SCARE}
    assert set(reasons(text, drop_scare_quotes=False)) == {TALK}


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("The boat was named the “Sea Rose” by her owner.", "en"),
        ("They read “Songs of the Mill” to us.", "en"),
        ("Am Tor stand das Wort “Schloss” in roter Farbe.", "de"),
        ("Wij lazen het “Handelsblad” elke dag.", "nl"),
        ("Leímos el “Quijote” en casa.", "es"),
        ("“Sea Rose” was a good boat.", "en"),
    ],
)
def test_names_in_the_flow_of_a_sentence_are_titles(text, tag):
    assert reasons(text, tag) == [TITLE]
    assert reasons(text, tag, skip_titles=False) == [TALK]


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
    ],
)
def test_speech_stays(text):
    assert set(reasons(text)) == {TALK}


def test_one_paragraph_may_hold_both():
    text = "“Look at the boat,” he said. The “boat” was a door. “It floats,” he added."
    assert reasons(text) == [TALK, SCARE, TALK]


@pytest.mark.parametrize(
    "text",
    [
        "They had “a boat,” which they called “the old lady of the river.”",
        "“Come,” he said. He had to look out for “the seafaring man with one leg.”",
        "“Come,” he said, and all the others who were there with him at the time, and who were older than he "
        "was, looked at the river of “broken promises.”",
    ],
)
def test_what_follows_at_a_distance_or_behind_a_quoted_word_does_not_go_on_with_talk(text):
    assert reasons(text)[-1] == SCARE


def test_a_name_behind_a_sentence_is_one_as_at_the_beginning():
    assert reasons("It was a good boat. “Sea Rose” was her name.") == [TITLE]


def test_what_stands_in_one_list_with_quoted_words_is_quoted():
    assert reasons("They spoke of “bread,” “milk,” “salt” and rain.") == [SCARE] * 3
    assert reasons("They called “Bread!” “Milk!” and went.") == [TALK] * 2


def test_a_verb_makes_a_short_stretch_at_the_beginning_talk():
    assert reasons("“Ja” sagte er und ging.", "de") == [TALK]
    assert reasons("“Ja” ist ein Wort.", "de") == [TITLE]


def test_without_a_language_the_rules_for_words_do_nothing():
    assert reasons("“Sea Rose” was a good boat.", "") == [TALK]
    assert reasons("The note ran: “Come at once.”", "") == [TALK]
    assert reasons("The “boat” was a door.", "") == [SCARE]


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("The note ran: “Come at once. Tom.”", "en"),
        ("On the wall there was an inscription,—“Here stood the mill.”", "en"),
        ("Er las: “Kommt sofort.”", "de"),
        ("Zij schreef: “Kom gauw.”", "nl"),
        ("La carta era breve: “Ven pronto.”", "es"),
    ],
)
def test_what_the_narrator_says_is_written_is_no_talk(text, tag):
    assert reasons(text, tag) == [LETTER]
    assert reasons(text, tag, skip_letters=False) == [TALK]


@pytest.mark.parametrize(
    "text",
    [
        "He folded the letter and said: “Come at once.”",
        "He folded the letter. “Come at once.”",
        "The letter told us: “Come at once.”",
        "He read. Then the miller spoke: “Come.”",
    ],
)
def test_talk_about_a_letter_is_talk(text):
    assert reasons(text) == [TALK]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (Kind.LETTER, "skip_letters"),
        (Kind.VERSE, "skip_verse"),
        (Kind.PLAY, "skip_plays"),
        (Kind.EPIGRAPH, "skip_epigraphs"),
    ],
)
def test_the_kind_of_the_paragraph_decides_first(kind, reason):
    assert reasons("“Yes,” he said to the “boat.”", kind=kind) == [reason] * 2


@pytest.mark.parametrize("kind", [Kind.HEADING, Kind.SCENE_BREAK])
def test_headings_and_breaks_say_nothing_about_it(kind):
    assert reasons("“Yes,” he said.", kind=kind) == [TALK]


def test_no_stretches():
    assert reasons("Nothing.") == []
    assert reasons("") == []


@given(st.lists(st.sampled_from([*"“”,.:!?_—", " ", "\n\n", "said", "boat", "Tom", "ő", "1"])).map("".join))
@pytest.mark.parametrize("tag", ["en", "de", ""])
def test_any_text_has_one_reason_for_each_stretch(tag, text):
    found = reasons(text, tag)
    assert len(found) == len(stretches(text)[1].paragraphs)
    everything_off = {knob: False for knob in REASONS if knob}
    assert set(reasons(text, tag, **everything_off)) <= {TALK}

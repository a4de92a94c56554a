from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core.parameters.model import REFERENCE_LANGUAGES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.books.reference import reference_dialogues

FAR = "x" * 200
PAIR = "“One.”\n\n“Two.”"


def said(found):
    return [[utterance.text for utterance in dialogue] for dialogue in found.dialogues]


def padded(text, words):
    """A text of so many words, the further ones in a paragraph of their own."""
    return f"{text}\n\n{'x ' * (words - len(text.split()))}"


def test_another_language_is_refused():
    with pytest.raises(DialogueEtlError, match="for de, en, es, hu, it, nl, pt, not fi"):
        reference_dialogues(PAIR, "fi")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", '"Yes."\n\n"No."'),
        ("en", "“Yes.”\n\n“No.”"),
        ("nl", "‘Yes.’\n\n‘No.’"),
        ("en", "_A._ Yes.\n\n_B._ No.\n\n"),
        ("de", '"Yes."\n\n"No."'),
        ("de", "„Yes.“\n\n„No.“"),
        ("de", "»Yes.«\n\n»No.«"),
        ("es", "--Yes.--\n\n--No.--"),
        ("it", "--Yes.--\n\n--No.--"),
        ("pt", "--Yes.--\n\n--No.--"),
        ("hu", "–Yes.–\n\n–No.–"),
    ],
)
def test_the_marks_of_each_language(language, text):
    assert said(reference_dialogues(text, language)) == [["Yes.", "No."]]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "«Yes.»\n\n«No.»"), ("de", "“Yes.”\n\n“No.”"), ("es", "—Yes.—\n\n—No.—")]
)
def test_marks_the_reference_does_not_know(language, text):
    assert reference_dialogues(padded(text, 100), language).drop.reason == "min_delimiters"


DASHES = "--One.--x\n\n--Two.--x\n\n--Three.\n\n--Four.\n\n"


@pytest.mark.parametrize(
    ("language", "text", "most", "reason"),
    [
        # Two opening marks of weight 2 and the 1 the reference begins with: 5 of 333 words are 150.2.
        ("en", PAIR, 333, "min_delimiters"),
        # Five straight marks and 1: 6 of 400 words are 150 of 10,000, too few.
        ("en", '"One."\n\n"Two."\n\n"', 399, "min_delimiters"),
        ("it", padded(DASHES, 100), 499, "min_double_delimiters"),
    ],
)
def test_a_book_needs_marks_and_paragraphs_of_two_dashes_enough(language, text, most, reason):
    drops = [reference_dialogues(text, language, words=words).drop for words in (most, most + 1)]
    assert [drop and drop.reason for drop in drops] == [None, reason]


@pytest.mark.parametrize(("words", "reason"), [(2_000, None), (2_001, "min_dialogues")])
def test_a_book_needs_dialogues_enough_and_empty_ones_count(words, reason):
    one_paragraph = "“Yes.” " * 30
    text = f"{one_paragraph}\n\n“Yes.”\n\n{FAR}\n\n“no.”\n\n{FAR}\n\n“One.”"
    found = reference_dialogues(text, "en", words=words)
    assert (found.drop and found.drop.reason) == reason
    assert len(found.dialogues) == (0 if reason else 1)


@pytest.mark.parametrize(("words", "kept"), [(99, True), (100, False)])
def test_an_utterance_of_a_hundred_words_is_too_long(words, kept):
    # The reference counts the name of the file before the utterance as a word.
    found = reference_dialogues(f"“One.”\n\n“{'A ' * words}”", "en")
    assert bool(found.dialogues) is kept
    reasons = ["max_words", "min_turns"]
    assert [drop.reason for _, drop in found.left_out] == ([] if kept else reasons)


def test_an_utterance_that_is_too_long_cuts_its_dialogue():
    text = f"{PAIR}\n\n“{'A ' * 100}”\n\n“Three.”\n\n“{'A ' * 100}”\n\n{PAIR}"
    found = reference_dialogues(text, "en")
    assert said(found) == [["One.", "Two."]] * 2
    assert [drop.value for _, drop in found.left_out] == [100, 100, 1]
    assert found.left_out[-1][0].text == "Three."


@given(
    st.lists(st.sampled_from([*'"“”‘’_„»«–A', "--", "\n", "\n\n", " ", "b", "Word ", FAR, "A " * 99])).map(
        "".join
    ),
    st.sampled_from(REFERENCE_LANGUAGES),
)
def test_whatever_the_text_utterances_are_of_their_paragraph_and_in_order(text, language):
    found = reference_dialogues(text, language)
    assert not (found.drop and (found.dialogues or found.left_out))
    assert all(len(dialogue) >= 2 for dialogue in found.dialogues)
    places = [(utterance.start, utterance.end) for dialogue in found.dialogues for utterance in dialogue]
    assert places == sorted(set(places))
    for utterance in [*chain.from_iterable(found.dialogues), *(left_out for left_out, _ in found.left_out)]:
        paragraph = text[utterance.start : utterance.end]
        assert utterance.text == " ".join(utterance.text.split())
        assert set(utterance.text) <= {*paragraph, " ", "“", "‘"}
        assert "\n\n" not in paragraph

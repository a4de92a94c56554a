from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.filters import Drop
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.certainty import Certainty
from dialogue_etl.sources.books.extraction.dialogues import (
    add_sizes,
    begins_dialogue,
    runs_of,
    size_rows,
    sizes,
)
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from tests.conftest import unmended

EN = LANGUAGES["en"]


def extract(text, language=EN, **params):
    return extract_book("b", text, language, Extract(**{"min_delimiters": 0, **params}))


def said(found):
    return [[turn["text"] for turn in dialogue["turns"]] for dialogue in found.dialogues.to_pylist()]


def drops(found):
    return [(row["unit"], row["reason"]) for row in found.drops]


def test_the_id_of_a_dialogue_has_its_offset():
    found = extract("No.\n\n“One.”\n\n“Two.”")
    assert found.dialogues.column("id").to_pylist() == ["b:6"]
    assert spans_of(found.dialogues.to_pylist()[0])[0] == (6, 10)


@pytest.mark.parametrize(("characters", "dialogues"), [(150, 1), (151, 2)])
def test_a_gap_longer_than_dialogue_gap_splits_dialogues(characters, dialogues):
    middle = "x" * (characters - len("”\n\n\n\n"))
    text = f"“One.”\n\n“Two.”\n\n{middle}\n\n“Three.”\n\n“Four.”"
    assert len(extract(text, dialogue_gap=150, join_speakers=False).dialogues) == dialogues


@pytest.mark.parametrize(
    ("tag", "text", "turns"),
    [
        (
            "es",
            "—¿Adónde?—A tu tierra.—¡Vaya!—Bien.—No.",
            ["¿Adónde?", "A tu tierra.", "¡Vaya!", "Bien.", "No."],
        ),
        ("es", "—¿Adónde?—A tu tierra.—¡Vaya!", ["¿Adónde?—A tu tierra.—¡Vaya!"]),  # too few of them
        ("es", "—A tu tierra.—¡Vaya!—Bien.—No.—Sí.", ["A tu tierra.—¡Vaya!—Bien.—No.—Sí."]),  # no question
        ("es", "—¿Qué?—Ana miró la calle.—Bien.—No.—Sí.", ["¿Qué? Bien.—No.—Sí."]),
        ("da", "-Hvad?—Nej.—Jo.—Tak.—Ja.", ["Hvad?—Nej.—Jo.—Tak.—Ja."]),  # another dash opens the speech
    ],
)
def test_a_dash_after_a_question_begins_an_answer(tag, text, turns):
    found = extract(text, LANGUAGES[tag], min_turns=1, skip_dash_lists=False)
    assert said(found) == [turns]


@pytest.mark.parametrize(
    ("turns", "left", "short"),
    [
        ("One.|Two.|a b c d|Three.|Four.", [["One.", "Two."], ["Three.", "Four."]], 0),
        ("a b c d|One.|Two.", [["One.", "Two."]], 0),
        ("One.|Two.|a b c d", [["One.", "Two."]], 0),
        ("One.|a b c d|Three.|Four.", [["Three.", "Four."]], 1),
    ],
)
def test_a_long_utterance_splits_its_dialogue_and_the_parts_need_min_turns(turns, left, short):
    found = extract("\n\n".join(f"“{turn}”" for turn in turns.split("|")), max_words=3, long_turns="cut")
    assert said(found) == left
    assert sorted(drops(found)) == [("dialogue", "min_turns")] * short + [("utterance", "max_words")]


@pytest.mark.parametrize(
    ("long_turns", "expected"),
    [
        ("keep", [["Go on.", "a b. c. d e f g. h i j k l.", "Yes."]]),
        # As many paragraphs as there is room for, so as few neighbours of one speaker as can be.
        ("part", [["Go on.", "a b. c.", "d e f g.", "h i j k l.", "Yes."]]),
        ("cut", [["Go on.", "a b. c.", "d e f g."], ["Yes."]]),
    ],
)
def test_a_long_turn_is_split_at_paragraphs_before_it_is_dropped(long_turns, expected):
    text = "“Go on.”\n\n“a b.\n\n“c.\n\n“d e f g.\n\n“h i j k l.”\n\n“Yes.”"
    assert said(extract(text, max_words=4, long_turns=long_turns, min_turns=1)) == expected


def test_a_monologue_is_dropped_with_its_place_and_text():
    row, _ = extract("No. “One, two.”").drops
    assert (row["unit"], row["reason"], row["value"], row["threshold"]) == ("dialogue", "min_turns", 1, 2)
    assert (row["start"], row["end"], row["detail"]) == (5, 14, "One, two.")


def test_what_is_unlikely_to_be_speech_is_dropped_with_its_chance():
    found = extract("“Well?” said Ann.\n\nHis eyes said, “Wait.”\n\n“Well,” said Tom.")
    (row,) = [row for row in found.drops if row["reason"] == "min_speech"]
    assert (row["unit"], row["detail"], row["threshold"]) == ("utterance", "Wait.", 0.5)
    assert 0 < row["value"] < 0.5
    kept = [turn for dialogue in found.dialogues.to_pylist() for turn in dialogue["turns"]]
    assert [turn["text"] for turn in kept] == ["Well?", "Well."]
    assert all(0.9 < turn["speech_confidence"] < 1 for turn in kept)


@pytest.mark.parametrize(
    ("text", "params", "expected"),
    [
        ("“One.”", {"min_turns": 1}, []),
        ("The “grand hotel” stood there.\n\n“Yes.”\n\n“No.”", {}, [("utterance", "drop_scare_quotes")]),
        ("Nobody speaks.", {}, [("book", "no_dialogues")]),
        ("“One.”", {}, [("dialogue", "min_turns"), ("book", "no_dialogues")]),
        ("Nobody speaks.", {"min_delimiters": 1}, [("book", "min_delimiters")]),
        # One mark of weight 2 in 133 words: 2 / 133 * 10,000 = 150.4.
        ("“One.” “Two.” " + "word " * 264, {"min_delimiters": 150, "min_turns": 0}, []),
        ("“One.” “Two.” " + "word " * 265, {"min_delimiters": 150}, [("book", "min_delimiters")]),
        ("“One.”\n\n“Two.” " + "word " * 100_000, {}, []),
        (f"“{'word ' * 100}”\n\n“Yes.”", {}, []),
        (f"“{'word ' * 101}”\n\n“Yes.”", {"min_turns": 1, "long_turns": "cut"}, [("utterance", "max_words")]),
        (f"“{'word ' * 101}”\n\n“Yes.”", {}, []),
        (f"“{'word ' * 1000}”\n\n“Yes.”", {"min_turns": 1}, []),
        (f"“{'word ' * 1001}”\n\n“Yes.”", {"min_turns": 1}, [("utterance", "longest_turn")]),
        (f"“{'word ' * 1001}”\n\n“Yes.”", {"longest_turn": 0}, []),
    ],
)
def test_every_drop_has_a_reason(text, params, expected):
    assert drops(extract(text, **params)) == expected


def test_scores_are_kept():
    found = extract("“One.”\n\n“Two.”")
    assert [(s["unit"], s["measure"], s["value"]) for s in found.scores] == [
        ("book", "delimiters_per_10000_words", 20_000),
        ("dialogue", "certainty", 0.988),
        ("dialogue", "wrong_pairs", 0.008),
        ("dialogue", "turns", 2),
    ]


PIECES = st.lists(
    st.sampled_from([*"aA1.,;:?!’'‘“”\"-–—―_ «»\n\u2028\xa0", "\n\n", " \n\t\n", "--", " - ", "word", "Őr"]),
    max_size=60,
).map("".join)
TEXTS = PIECES | st.text(max_size=40)
PARAMS = st.builds(
    Extract,
    min_delimiters=st.sampled_from([0, 150]),
    dialogue_gap=st.integers(0, 20),
    max_words=st.integers(0, 3),
    long_turns=st.sampled_from(["cut", "part", "keep"]),
    min_turns=st.integers(0, 3),
    join_paragraphs=st.booleans(),
    drop_scare_quotes=st.booleans(),
)
# Of each kind of rules one or more; Icelandic has no file.
KINDS = ("de", "en", "es", "fi", "fr", "hu", "it", "nl", "pl", "ru", "is")
languages = pytest.mark.parametrize("language", [LANGUAGES[tag] for tag in KINDS], ids=KINDS)


def spans_of(dialogue):
    return [(s["start"], s["end"]) for turn in dialogue["turns"] for s in turn["spans"]]


@languages
@given(text=TEXTS, params=PARAMS)
def test_dialogues_are_spans_of_the_book_in_order_within_the_limits(language, text, params):
    dialogues = extract_book("b", text, language, params).dialogues.to_pylist()
    flat = [place for dialogue in dialogues for span in spans_of(dialogue) for place in span]
    assert flat == sorted(flat)
    assert all(0 <= place <= len(text) for place in flat)
    assert len({dialogue["id"] for dialogue in dialogues}) == len(dialogues)
    for dialogue in dialogues:
        assert all(start < end for start, end in spans_of(dialogue))
        assert len(dialogue["turns"]) >= max(1, params.min_turns)
        for turn in dialogue["turns"]:
            words = len(turn["text"].split())
            assert params.long_turns != "cut" or not params.max_words or words <= params.max_words
            pieces = [" ".join(text[span["start"] : span["end"]].split()) for span in turn["spans"]]
            joints = ["" if piece[0] in ",.;:!?…" else " " for piece in pieces[1:]]
            joined = "".join(chain(*zip(["", *joints], pieces, strict=True)))
            assert unmended(turn["text"]) == unmended(joined)
            assert turn["text"].strip() == turn["text"] != ""


@languages
@given(text=TEXTS, params=PARAMS)
def test_every_turn_is_kept_or_dropped(language, text, params):
    nothing_cut = {"long_turns": "part" if params.long_turns == "cut" else params.long_turns}
    off = nothing_cut | {"min_turns": 0, "min_delimiters": 0}
    everything = extract_book("b", text, language, params.model_copy(update=off))
    found = extract_book("b", text, language, params)
    reasons = [row["reason"] for row in found.drops if row["unit"] == "book"]
    assert bool(reasons) is not bool(len(found.dialogues))
    if reasons == ["min_delimiters"]:
        return
    kept = sum(map(len, said(found)))
    utterances = sum(row["reason"] == "max_words" for row in found.drops)
    in_short_dialogues = sum(int(row["value"]) for row in found.drops if row["reason"] == "min_turns")
    assert kept + utterances + in_short_dialogues == sum(map(len, said(everything)))


@pytest.mark.parametrize(("most", "kept"), [(0, 1), (3, 1), (2, 0)])
def test_a_dialogue_of_too_many_named_people_is_dropped(most, kept):
    text = "“One,” said Ellen.\n\n“Two,” said Agnes.\n\n“Three,” said Paul.\n\n“Four,” said Agnes."
    found = extract_book("b", text, LANGUAGES["en"], Extract(min_delimiters=0, max_speakers=most))
    assert len(found.dialogues) == kept
    assert [(row["reason"], row["value"]) for row in found.drops if row["unit"] == "dialogue"] == [
        ("max_speakers", 3)
    ] * (1 - kept)


LONG = Drop("max_words")


def test_a_gap_of_0_splits_at_scenes_only():
    widths = np.array([np.inf, 9_000, np.inf, 3])
    assert begins_dialogue(widths, 0).tolist() == [True, False, True, False]
    assert begins_dialogue(widths, 150).tolist() == [True, True, True, False]


@given(
    st.lists(
        st.tuples(st.integers(0, 2_500) | st.just(np.inf), st.booleans(), st.sampled_from([None, *"abc"])),
        min_size=1,
        max_size=30,
    ),
    st.integers(0, 4),
    st.integers(0, 3),
    st.sampled_from([0, 120, 200]),
)
def test_sizes_are_those_of_the_runs_at_each_value(turns, min_turns, most, gap):
    widths = np.array([np.inf, *(width for width, *_ in turns[1:])])
    unfit = {number: LONG for number, (_, is_unfit, _) in enumerate(turns) if is_unfit}
    names = np.array([name for *_, name in turns], object)
    params = Extract(min_turns=min_turns, max_speakers=most, dialogue_gap=gap, min_certainty=0.8)
    sure = np.where(widths < 100, 500, 1_000)
    certainty = Certainty(
        alone=np.full(len(widths), 1_000), following=sure, ends=np.append(sure, 1_000), wrong=sure
    )
    counted = sizes(widths, unfit, certainty, names, params)
    assert (gap in [size.value for size in counted]) is bool(gap)
    for size in counted:
        runs = runs_of(begins_dialogue(widths, size.value), unfit, params)[0]
        kept = [run for run in runs if certainty.of_runs(*np.array([run]).T)[0] >= 0.8]
        kept = [run for run in kept if not most or len(set(names[slice(*run)]) - {None}) <= most]
        assert size.dialogues == len(kept)
        assert size.utterances == sum(after - first for first, after in kept)
    one, other = Counter(), Counter()
    add_sizes(one, counted)
    add_sizes(other, counted + counted)
    assert {key: 2 * count for key, count in one.items()} == other
    assert [row["value"] for row in size_rows(one)] == [size.value for size in counted]

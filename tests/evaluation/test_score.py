"""Figures worked out by hand, of texts small enough for it."""

from collections import Counter

import pytest

from dialogue_etl.evaluation.content import Utterance
from dialogue_etl.evaluation.conversations import FAR
from dialogue_etl.evaluation.score import AGREEMENTS, NUMBERS, SHARES, count, figures
from tests.evaluation.texts import Said, annotated, found

# Letters: Yes 3, No 2, Maybe 5, Never 5, Hello 5, There 5; 25 of speech.
ANN, BOB = ("Ann", ("Bob",)), ("Bob", ("Ann",))
TEXT = annotated(
    Said("Yes", *ANN),
    Said("No", *BOB),
    "He went",
    Said("Maybe", *BOB),
    Said("Never", *ANN),
    "***",
    Said("Hello", "Cid", ("Dan",)),
    Said("There", "Dan", ("Cid",)),
)


def scored(gold, *dialogues):
    return figures(count(gold, found(gold, *dialogues)))


def test_all_that_is_there_cut_as_it_is_annotated():
    result = scored(TEXT, ["Yes", "No", "Maybe", "Never"], ["Hello", "There"])
    assert [result[f"{name}_f1"] for name in ("characters", "spans", "turns", "boundaries")] == [1.0] * 4
    # No and Maybe are one contribution of Bob: 4 of the 6 turns found, of 5 contributions.
    assert result["joined_turns_precision"] == 0.6667
    assert result["joined_turns_recall"] == 0.8
    assert result["joined_turns_f1"] == 0.7273
    # Yes–No, No–Maybe (Bob, Bob), Maybe–Never, Hello–There.
    assert result["same_speaker_pairs"] == result["wrong_pairs"] == 0.25
    assert (result["turn_purity"], result["non_conversational"], result["turn_coverage"]) == (1.0, 0.0, 1.0)
    assert (result["dialogues_split"], result["dialogues_merged"]) == (0.0, 0.0)
    assert (result["clean_dialogues"], result["gold_conversations"], result["gold_unsure"]) == (0.5, 2, 0)


def test_narration_taken_for_speech():
    # Found: Yes 3, He went 6, There 5 letters: 14, of which 8 are speech, of 25.
    result = scored(TEXT, ["Yes", "He went"], ["There"])
    assert result["characters_precision"] == 0.5714
    assert result["characters_recall"] == 0.32
    assert result["characters_f1"] == 0.4102  # 2 · 0.5714 · 0.32 / 0.8914
    assert result["turns_precision"] == 0.6667
    assert result["turns_recall"] == 0.3333
    assert result["non_conversational"] == 0.3333
    assert (result["dialogues"], result["dialogues_2plus"], result["utterances"]) == (2, 1, 3)
    assert result["same_speaker_pairs"] is None  # He went is nobody's
    assert result["turn_coverage"] == 0.3333
    # Between Yes and There, the only covered turns, lies the break, and so do two dialogues.
    assert result["boundaries_f1"] == 1.0
    assert result["clean_dialogues"] == 0.0


def test_one_dialogue_of_everything_is_merged_and_not_split():
    result = scored(TEXT, ["Yes", "No", "Maybe", "Never", "Hello", "There"])
    assert (result["dialogues_merged"], result["dialogues_split"]) == (1.0, 0.0)
    assert (result["boundaries_precision"], result["boundaries_recall"]) == (None, 0.0)
    assert result["boundaries_f1"] == 0.0


def test_a_conversation_in_two_dialogues_is_split():
    result = scored(TEXT, ["Yes", "No"], ["Maybe", "Never"], ["Hello", "There"])
    assert result["dialogues_split"] == 0.6667
    assert (result["boundaries_precision"], result["boundaries_recall"]) == (0.5, 1.0)
    assert result["clean_dialogues"] == 0.3333


def test_neither_cutting_nor_joining_counts_at_an_unsure_place():
    gold = annotated(Said("Yes", *ANN), Said("No", *BOB), "x" * FAR, Said("Maybe", *ANN), Said("Never", *BOB))
    for dialogues in ([["Yes", "No", "Maybe", "Never"]], [["Yes", "No"], ["Maybe", "Never"]]):
        result = scored(gold, *dialogues)
        assert (result["gold_unsure"], result["gold_conversations"]) == (1, 2)
        assert (result["dialogues_split"], result["dialogues_merged"]) == (0.0, 0.0)
        assert result["clean_dialogues"] == 1.0
        assert result["boundaries_f1"] is None


def test_an_utterance_of_two_turns_is_impure_and_neither_turn():
    gold = annotated(Said("Yes", *ANN), Said("No", *BOB))
    both = Utterance("d", "Yes No", (gold.turns[0].spans[0], gold.turns[1].spans[0]))
    result = figures(count(gold, [both]))
    assert result["turn_purity"] == 0.0
    assert result["turns_f1"] == 0.0
    assert result["characters_f1"] == 1.0
    # No letter lies between them, so the two stretches are one that nobody annotated.
    assert result["spans_f1"] == 0.0


def test_a_dialogue_with_an_utterance_of_two_speakers_is_mixed():
    (yes, no, *others) = found(TEXT, ["Yes", "No", "Never"], ["Hello", "There"])
    both = Utterance("d0", "Yes No", (*yes.spans, *no.spans))
    mixed, apart = figures(count(TEXT, [both, *others])), figures(count(TEXT, [yes, no, *others]))
    assert (mixed["dialogues_mixed"], apart["dialogues_mixed"]) == (0.5, 0.0)
    # Of the pairs both–Never and Hello–There, and of Yes–No, No–Never, Hello–There.
    assert (mixed["wrong_pairs"], apart["wrong_pairs"]) == (0.5, 0.0)


def test_words_without_places_are_looked_for():
    said = [Utterance("d", words) for words in ("Yes", "No", "gone", "Maybe")]
    result = figures(count(TEXT, said))
    assert result["not_aligned"] == 0.25
    assert result["turns_precision"] == 1.0  # what is not found counts for nothing
    assert (result["utterances"], result["turns_recall"]) == (4, 0.5)


def test_without_speakers_and_addressees_there_are_no_figures_of_them():
    gold = annotated(Said("Yes"), Said("No"), speakers=False, addressees=False)
    result = scored(gold, ["Yes", "No"])
    assert result["characters_f1"] == result["turns_f1"] == result["joined_turns_f1"] == 1.0
    assert {name for name, value in result.items() if value is None} == {
        *("not_aligned", "turn_purity", "same_speaker_pairs", "wrong_pairs", "turn_coverage"),
        *("dialogues_split", "dialogues_merged", "dialogues_mixed", "clean_dialogues"),
        *(f"boundaries_{part}" for part in ("precision", "recall", "f1")),
    }


@pytest.mark.parametrize("gold", [annotated("He went"), annotated("")])
def test_false_alarms_in_a_text_without_speech(gold):
    assert figures(count(gold, []))["characters_f1"] is None
    if gold.text.strip():
        result = scored(gold, ["He", "went"])
        assert (result["characters_precision"], result["characters_recall"]) == (0.0, None)
        assert result["non_conversational"] == 1.0


def test_counts_of_texts_add_up():
    other = annotated(Said("Yes", *ANN), "He went")
    one, two = count(TEXT, found(TEXT, ["Yes", "No"])), count(other, found(other, ["Yes", "He went"]))
    result = figures(Counter(one) + Counter(two))
    # Letters: 5 of 5 and 3 of 9 right; 5 of 25 and 3 of 3 found.
    assert (result["characters_precision"], result["characters_recall"]) == (0.5714, 0.2857)
    assert result["texts"] == 2


def test_every_figure_is_made_of_counts_that_are_counted():
    dialogues = found(TEXT, ["Yes", "He went", "Maybe", "Never", "Hello", "There"], ["No"])
    counts = count(TEXT, [*dialogues, Utterance("d2", "gone"), Utterance("d2", "There")])
    used = {name for pair in SHARES.values() for name in pair} | set(NUMBERS.values())
    used |= {f"{unit}_{of}" for unit in AGREEMENTS.values() for of in ("right", "found", "annotated")}
    assert set(counts) <= used


def test_a_turn_cut_in_two_is_a_pair_of_one_speaker():
    gold = annotated(Said("Yes indeed", *ANN), Said("No", *BOB))
    result = scored(gold, ["Yes", "indeed", "No"])
    assert result["same_speaker_pairs"] == 0.5

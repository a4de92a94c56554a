import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.subtitles.screenplays import align, read, same_speaker, speakers, utterances
from tests.sources.subtitles.turns_made import spoken

PLAY = """
                    THE FERRY

INT. HARBOUR - NIGHT

Rain. ANN waits under the lamp.

                    ANN
          (quietly)
     Is this the last boat of
     the evening, captain?

                    BOB (V.O.)
     There is one more at ten,
     if the weather holds.

     He looks at the sky.

ANN: Then I will wait for that one here.

                    ANN (CONT'D)
     I have nothing else to do anyway.

CUT TO:
"""


def test_cues_and_what_stands_below_them():
    assert utterances(PLAY) == [
        ("ANN", "   Is this the last boat of the evening, captain?"),
        ("BOB", " There is one more at ten, if the weather holds."),
        ("ANN", "Then I will wait for that one here."),
        ("ANN", " I have nothing else to do anyway."),
    ]
    assert utterances("Once upon a time.\n\nNothing here.") == []


def test_sentences_find_who_says_them():
    play = utterances(PLAY)
    rows = spoken(
        "Is this the last boat of the evening?",
        "- There is one more at ten",
        "if the weather holds!",
        "A line that nobody wrote.",
        "Then I'll wait for that one here.",
        "I have nothing else to do.",
    )
    said = speakers(rows, play)
    assert [one and one[0] for one in said] == ["ANN", "BOB", "BOB", None, "ANN", "ANN"]
    same = [same_speaker(one, other, play) for one, other in itertools.pairwise(said)]
    assert same == [False, True, None, None, True]


def test_somebody_between_interrupts():
    play = [("ANN", "a"), ("BOB", "b"), ("ANN", "c")]
    assert same_speaker(("ANN", 0), ("ANN", 2), play) is False
    assert same_speaker(("ANN", 2), ("ANN", 0), play) is None
    assert same_speaker(None, ("ANN", 0), play) is None


words = st.lists(st.sampled_from("abcde"), max_size=40)


@given(words, words)
def test_an_alignment_is_monotone_and_of_equal_words(one, other):
    found = sorted(align(one, other).items())
    assert all(one[here] == other[there] for here, there in found)
    assert [there for _, there in found] == sorted({there for _, there in found})


def test_words_that_were_left_out_do_not_part_an_alignment():
    dice = random.Random(0)
    full = [f"w{dice.randrange(400)}" for _ in range(3_000)]
    kept = [place for place in range(3_000) if dice.random() < 0.9]
    found = align([full[place] for place in kept], full)
    right = sum(kept[here] == there for here, there in found.items())
    assert right > 0.85 * len(kept)
    assert right == len(found)


def test_what_is_no_screenplay_is_none(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\x00")
    assert read(tmp_path, "a") == read(tmp_path, "b") == []

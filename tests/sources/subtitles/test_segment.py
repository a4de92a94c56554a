import pytest

from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.segment import Habits, stated
from dialogue_etl.sources.subtitles.turns import join, settings_of
from tests.sources.subtitles.turns_made import film, spoken


def two(one, other, gap=100, **changes):
    rows = film("f:1", [(0, 1_000, [one]), (1_000 + gap, 3_000, [other])])
    rows[1] |= changes
    return rows


def block(*texts):
    return film("f:1", [(0, 1_000, texts)])


@pytest.mark.parametrize(
    ("rows", "speaker", "same"),
    [
        (block("- I came.", "- I saw."), None, False),
        (block("- and came.", "- and saw."), None, False),
        (two("I came.", "- I saw."), None, False),
        (two("I came and", "- saw."), None, True),
        (two("I came and", "- Saw."), None, None),
        (two("I came.", "and saw.", gap=4_000), None, True),
        (two("I came...", "...and saw.", gap=4_000), None, True),
        (block("I came.", "I saw."), None, None),
        (two("I came.", "I saw.", gap=5_000), None, None),
        (two("I came and", "saw.", gap=5_001), None, False),
        (two("I came.", "I saw.", speaker="ANN"), "ANN", True),
        (two("I came,", "I saw.", speaker="ANN"), "BOB", False),
        (two("I came,", "I saw.", speaker="ANN"), None, False),
        (two("I came.", "I saw.", start_ms=None), None, None),
        (two("I came.", "I saw."), "ANN", None),
    ],
)
def test_what_a_subtitle_states(rows, speaker, same):
    habits = Habits(ends=True, dashes=False, transcript=False)
    assert stated(*rows, speaker=speaker, silence_ms=5_000, habits=habits) is same


def test_where_dashes_mark_each_change_a_line_without_one_goes_on():
    rows = block("Who came?", "I did.")
    habits = Habits(ends=True, dashes=True, transcript=False)
    assert stated(*rows, speaker=None, silence_ms=5_000, habits=habits) is True


def test_the_habits_of_a_film():
    dashes = film("f:1", [(0, 900, ["- Who came?", "- I did."]), (1_000, 1_900, ["So did", "+I."])])
    assert Habits.of(dashes) == (True, True, False)
    assert Habits.of(spoken("Who came?", "I did.")) == (True, False, True)
    assert Habits.of(spoken("他来了", "我知道")) == (False, False, False)
    goes_on = spoken("Who came,", "I did.")
    goes_on[0]["end_block"] = 2
    assert not Habits.of(goes_on).transcript
    assert Habits.of([]) == (True, False, False)


def joined(rows, **changes):
    return join(rows, "en", **settings_of(Turns(**changes)))


def texts(rows, **changes):
    return [turn["text"] for turn in joined(rows, **changes)[0]]


def test_turns_have_their_text_times_place_and_chances():
    rows = film("f:1", [(0, 900, ["- Hi.", "+Sit down.", "– Why?"]), (1_000, 1_900, ["- Because."])])
    turns, counts = joined(rows)
    assert turns == [
        {"source_id": "f:1", "number": 1, "last": 2, "text": "Hi. Sit down.", "speaker": None}
        | {"start_ms": 0, "end_ms": None, "change": None, "alone": 1},
        {"source_id": "f:1", "number": 3, "last": 3, "text": "Why?", "speaker": None}
        | {"start_ms": None, "end_ms": 900, "change": 1, "alone": 1},
        {"source_id": "f:1", "number": 4, "last": 4, "text": "Because.", "speaker": None}
        | {"start_ms": 1_000, "end_ms": 1_900, "change": 1, "alone": 1},
    ]
    assert counts == {"pairs": 3, "pairs_stated": 3}


TALK = [
    *[(0, 2_000, ["We went to the old harbour in the rain,"]), (2_050, 4_000, ["and nobody was there."])],
    *[(4_500, 6_000, ["Did you see the boat?"]), (6_500, 7_000, ["No."])],
]


def test_weights_find_who_answers_and_say_how_likely_it_is():
    turns, counts = joined(film("f:1", TALK))
    assert [turn["text"] for turn in turns][-2:] == ["Did you see the boat?", "No."]
    assert turns[-1]["change"] > 0.8
    assert counts == {"pairs": 3, "pairs_stated": 1, "pairs_by_weights": 2}
    [one] = joined(film("f:1", TALK), change_chance=0.98)[0]
    assert one["alone"] == pytest.approx(1 - turns[-1]["change"])


def test_where_lines_are_not_known_a_question_is_answered_in_its_block():
    rows = film("f:1", [(0, 900, ["Did you see the boat?", "No."]), (8_000, 9_000, ["We went and"])])
    rows[1]["new_line"], rows[2]["end_block"] = None, 3
    assert texts(rows) == ["Did you see the boat?", "No.", "We went and"]


def test_a_block_or_a_sentence_is_a_turn():
    rows = film("f:1", [(0, 900, ["Hi.", "Sit down."]), (1_000, 1_900, ["- Why?", "- Because.", "+So."])])
    assert texts(rows, segmenter="cue") == ["Hi. Sit down.", "Why?", "Because. So."]
    assert texts(rows, segmenter="sentence") == ["Hi.", "Sit down.", "Why?", "Because.", "So."]


def test_a_stated_speaker_is_never_joined_with_another():
    rows = spoken("Hi,", "and ho.", "And so.", "and no.")
    for row, name in zip(rows, ("ANN", "ANN", "BOB", "ANN"), strict=True):
        row["speaker"] = name
    turns, _ = joined(rows)
    assert [(turn["text"], turn["speaker"]) for turn in turns] == [
        *[("Hi, and ho.", "ANN"), ("And so.", "BOB"), ("and no.", "ANN")]
    ]


def test_without_any_times_or_blocks_it_works_too():
    rows = spoken("Who is it?", "Me,", "myself.", "Ah.")
    for row in rows:
        row.update(start_ms=None, end_ms=None, block=None, end_block=None, new_line=None)
    assert texts(rows) == ["Who is it?", "Me, myself.", "Ah."]
    assert texts([]) == []

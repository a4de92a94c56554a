import pytest

from dialogue_etl.sources.subtitles.segment import by_rules, stated
from dialogue_etl.sources.subtitles.turns import join
from tests.sources.subtitles.turns_made import film, spoken


def two(one, other, gap=100, **changes):
    rows = film("f:1", [(0, 1_000, [one]), (1_000 + gap, 3_000, [other])])
    rows[1] |= changes
    return rows


def block(*texts):
    return film("f:1", [(0, 1_000, texts)])


@pytest.mark.parametrize(
    ("rows", "same"),
    [
        (two("I came.", "I saw."), True),
        (two("I came.", "I saw.", gap=250), True),
        (two("I came.", "I saw.", gap=251), False),
        (two("I came.", "I saw.", gap=-40), True),
        (two("I came.", "I saw.", gap=-900), False),
        (two("I came.", "I saw.", start_ms=None), False),
        (two("I came,", "I saw.", gap=4_000), True),
        (two("I came", "I saw.", start_ms=None), True),
        (two("I came...", "...and saw.", gap=4_000), True),
        (two("I came.", "and saw.", gap=4_000), True),
        (two("Who came?", "I did."), False),
        (two("مَن جاء؟", "أنا."), False),
        (two("谁来了？", "我。"), False),
        (block("I came.", "I saw."), True),
        (block("Who came?", "I did."), False),
        (block("Who came?", "+Tell me."), True),
    ],
)
def test_rules_without_dashes(rows, same):
    assert by_rules(*rows, pause_ms=250, marked=True) is same


@pytest.mark.parametrize(
    ("rows", "speaker", "same"),
    [
        (block("- I came.", "- I saw."), None, False),
        (block("- and came.", "- and saw."), None, False),
        (two("I came.", "- I saw."), None, False),
        (two("I came and", "- saw."), None, None),
        (two("I came.", "I saw.", gap=5_000), None, None),
        (two("I came and", "saw.", gap=5_001), None, False),
        (two("I came.", "I saw.", speaker="ANN"), "ANN", True),
        (two("I came,", "I saw.", speaker="ANN"), "BOB", False),
        (two("I came,", "I saw.", speaker="ANN"), None, False),
        (two("I came.", "I saw.", start_ms=None), None, None),
    ],
)
def test_what_a_subtitle_states(rows, speaker, same):
    assert stated(*rows, speaker=speaker, silence_ms=5_000, marked=True) is same


def joined(rows):
    return [turn["text"] for turn in join(rows, pause_ms=250, silence_ms=5_000)[0]]


def test_turns_have_their_text_times_and_place():
    rows = film("f:1", [(0, 900, ["- Hi.", "+Sit down.", "– Why?"]), (1_000, 1_900, ["- Because."])])
    turns, counts = join(rows, pause_ms=250, silence_ms=5_000)
    assert turns == [
        {"source_id": "f:1", "number": 1, "last": 2, "text": "Hi. Sit down.", "speaker": None}
        | {"start_ms": 0, "end_ms": None},
        {"source_id": "f:1", "number": 3, "last": 3, "text": "Why?", "speaker": None}
        | {"start_ms": None, "end_ms": 900},
        {"source_id": "f:1", "number": 4, "last": 4, "text": "Because.", "speaker": None}
        | {"start_ms": 1_000, "end_ms": 1_900},
    ]
    assert counts == {"pairs": 3, "pairs_stated": 2, "pairs_by_rules": 1}


def test_a_named_speaker_goes_on_until_another_one():
    rows = spoken("Hi.", "Ho.", "So.", "No.")
    rows[0]["speaker"], rows[1]["speaker"], rows[3]["speaker"] = "ANN", "ANN", "BOB"
    turns, _ = join(rows, pause_ms=250, silence_ms=5_000)
    assert [(turn["text"], turn["speaker"]) for turn in turns] == [("Hi. Ho. So.", "ANN"), ("No.", "BOB")]


def test_without_any_times_or_blocks_it_works_too():
    rows = spoken("Who is it?", "Me,", "myself.", "Ah.")
    for row in rows:
        row.update(start_ms=None, end_ms=None, block=None, end_block=None, new_line=None)
    assert joined(rows) == ["Who is it?", "Me, myself.", "Ah."]
    assert joined([]) == []


def test_in_films_without_end_marks_a_missing_one_is_no_sign():
    rows = film("f:1", [(0, 900, ["他来了"]), (2_000, 2_900, ["我知道"]), (3_000, 3_900, ["快走"])])
    assert joined(rows) == ["他来了", "我知道 快走"]

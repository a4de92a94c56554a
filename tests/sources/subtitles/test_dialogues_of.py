from dialogue_etl.sources.subtitles.dialogues_of import dialogues_of
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from tests.sources.subtitles.turns_made import Build, film, talk

ROWS = film(
    "f:1",
    [
        (0, 900, ["<i>- JOHN: Who is it?</i>", "- It is me."]),
        (1_000, 1_900, ["[DOOR SLAMS]"]),
        (2_000, 2_900, ["Come in, then."]),
        (9_000, 9_900, ["Alone here."]),
    ],
)


def test_a_film_without_a_workspace():
    [row], drops = dialogues_of(ROWS, "en", subtitle_rules=SubtitleRules(), turns_params=Turns())
    assert row["id"] == "f:1:1"
    assert [(turn["text"], turn["speaker"], turn["start_ms"]) for turn in row["turns"]] == [
        ("Who is it?", "JOHN", 0),
        ("It is me.", None, None),
        ("Come in, then.", None, 2_000),
    ]
    assert [(drop["unit"], drop["reason"]) for drop in drops] == [
        *[("sentence", "hearing_notes"), ("dialogue", "min_turns")]
    ]
    every, _ = dialogues_of(ROWS, "en", subtitle_rules=SubtitleRules(), turns_params=Turns(), cleaned=False)
    assert [len(row["turns"]) for row in every] == [3, 1]


def test_it_is_what_the_stages_do(tmp_path):
    rows = talk("f:1", 0)
    build = Build.of(tmp_path, [rows]).run()
    found, _ = dialogues_of(rows, "en", subtitle_rules=SubtitleRules(), turns_params=Turns())
    assert found == build.table("clean", "dialogues")

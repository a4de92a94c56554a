from dialogue_etl.sources.subtitles import sentences
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from tests.sources.subtitles.turns_made import Build, film, spoken


def rows(folder, *blocks, **rest):
    build = Build.of(folder, [film("f:1", blocks)], **rest).run("sentences")
    return build.table("sentences", "sentences")


def texts(found):
    return [row["text"] for row in found]


def test_what_goes_has_its_reason_and_text_and_is_counted(tmp_path):
    said = spoken("<i>Hi.</i>", "[DOOR SLAMS]", "Subtitles by Somebody", "JOHN: Well.", "...")
    build = Build.of(tmp_path, [said]).run("sentences")
    kept = build.table("sentences", "sentences")
    assert [(row["text"], row["speaker"]) for row in kept] == [("Hi.", None), ("Well.", "JOHN")]
    drops = build.table("sentences", "drops")
    assert [(row["unit"], row["id"], row["reason"], row["detail"]) for row in drops] == [
        ("sentence", "f:1:2", "hearing_notes", "[DOOR SLAMS]"),
        ("sentence", "f:1:3", "credits", "Subtitles by Somebody"),
        ("sentence", "f:1:5", "no_words", "..."),
    ]
    figures = build.figures("sentences")
    assert (
        figures["sentences_in"] == figures["sentences"] + sum(figures["dropped"]["sentences"].values()) == 5
    )
    assert (figures["cut_markup"], figures["cut_character_names"], figures["cut_music"]) == (1, 1, 0)


def test_only_films_that_are_kept_are_read(tmp_path):
    films = [spoken("Hi.", source="a:1"), spoken("Ho.", source="b:1")]
    build = Build.of(tmp_path, films, kept={"b:1"}).run("sentences")
    assert texts(build.table("sentences", "sentences")) == ["Ho."]
    assert build.figures("sentences")["films"] == 1


def test_a_sentence_inherits_the_time_speaker_and_dash_of_one_that_goes(tmp_path):
    found = rows(tmp_path, (0, 900, ["- JOHN:", "+Hi.", "- [SIGHS]", "+Ho."]), (1_000, 1_900, ["So."]))
    assert [(row["text"], row["speaker"], row["start_ms"], row["end_ms"]) for row in found] == [
        ("- Hi.", "JOHN", 0, None),
        ("- Ho.", None, None, 900),
        ("So.", None, 1_000, 1_900),
    ]


def test_the_last_sentence_that_stays_in_a_block_ends_it(tmp_path):
    found = rows(tmp_path, (0, 900, ["Hi.", "[SIGHS]"]), (1_000, 1_900, ["[SIGHS]"]), (2_000, 2_900, ["So."]))
    assert [(row["text"], row["start_ms"], row["end_ms"]) for row in found] == [
        ("Hi.", 0, 900),
        ("So.", 2_000, 2_900),
    ]


def clear(rows):
    return sentences.clear(rows, "en", SubtitleRules().model_dump()).sentences


def test_where_names_mark_each_change_a_sentence_without_one_goes_on():
    said = spoken(*["ANN: Who came?", "BOB: I did.", "So you did."] * 3)
    assert [row["speaker"] for row in clear(said)] == ["ANN", "BOB", "BOB"] * 3
    said[2]["text"] = "- So you did."
    assert [row["speaker"] for row in clear(said)][:4] == ["ANN", "BOB", None, "ANN"]


def test_a_name_in_brackets_goes_on_in_its_block_alone():
    block = ["[Ann] Who came?", "+Not Bob.", "- It was me."]
    rows = film("f:1", [(0, 900, block), (1_000, 1_900, ["[Bob] I did."]), (2_000, 2_900, ["So you did."])])
    assert [row["speaker"] for row in clear([*rows, *spoken("[door slams]")])] == [
        *("Ann", "Ann", None, "Bob", None)
    ]

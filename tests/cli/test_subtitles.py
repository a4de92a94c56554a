"""`dialogue-etl subtitles add`, and the stages that read what was added, as people run them."""

import json

import pytest

import dialogue_etl
from dialogue_etl import DialogueEtlError
from dialogue_etl.workspace import programs as tracked

SRT = "1\n00:00:01,000 --> 00:00:02,500\n- Is that rain?\n- It's applause.\n"
FACTS = ("--language", "en", "--rights", "CC0-1.0")


@pytest.fixture
def asked(workspace, monkeypatch):
    """What DVC is asked to take note of, instead of asking it."""
    found = []
    monkeypatch.setattr(tracked, "track", lambda root, folder: found.append((root, folder)))
    (workspace / "talk.srt").write_text(SRT, "utf-8")
    return found


def test_a_film_is_added_and_read(command, workspace, asked):
    said = command(
        "subtitles", "add", "talk.srt", *FACTS, "--film", "tt0816692", "--title", "A", "--year", "2014"
    )
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "en/tt0816692/talk.srt: 2 sentences: - Is that rain? / - It's applause.",
    ]
    assert asked == [(workspace, "subtitles/library")]
    output = ("--output", "data/read", "--metrics", "read.json")
    (workspace / "archives").mkdir()
    places = ("--archives", "archives", "--library", "subtitles/library")
    done = command("run", "subtitles-read", "--language", "en", *places, *output)
    assert done.code == 0, done.err
    metrics = json.loads((workspace / "read.json").read_text("utf-8"))
    assert (metrics["films"], metrics["sentences"], metrics["dropped"]) == (1, 2, {})


def test_names_that_ascii_can_not_hold_stay_apart(command, workspace, asked):
    for name in ("电影一", "电影二", "🎬", "-", "ann.lee@example.org"):
        (workspace / f"{name}.srt").write_text(SRT, "utf-8")
        assert command("subtitles", "add", f"./{name}.srt", *FACTS).code == 0
    listed = command("subtitles", "list").out.splitlines()
    assert len(listed) == 5
    assert all("ann.lee" not in line and line.split(":")[0].endswith(".srt") for line in listed)


def test_an_encoding_is_given_where_none_can_be_detected(command, workspace, asked):
    said = SRT.replace("rain", "дождь").encode("iso8859_5")
    (workspace / "short.srt").write_bytes(said)
    tried = command("try", "short.srt", "--language", "en", "--encoding", "iso8859_5")
    assert "Is that дождь?" in tried.out
    assert command("subtitles", "add", "short.srt", *FACTS, "--encoding", "iso8859_5").code == 0
    assert "дождь" in (workspace / "subtitles/library/en/short/short.srt").read_text("utf-8")
    wrong = command("subtitles", "add", "short.srt", *FACTS, "--encoding", "ascii")
    assert wrong.err.startswith("short.srt: --encoding ascii: ")
    assert command("try", "short.srt", "--language", "en", "--encoding", "none").code == 1


def test_try_tells_which_rules_left_nothing(command, workspace, asked):
    (workspace / "song.srt").write_text(SRT.replace("Is that rain?", "♪ la ♪"), "utf-8")
    said = command("try", "song.srt", "--language", "en").out
    assert said.endswith("0 dialogues, 0 utterances; left out: 1 sentence: music, 1 dialogue: min_turns\n")


def test_subtitles_are_read_alike_everywhere_and_never_as_a_book(command, workspace, asked):
    (workspace / "talk.txt").write_text(SRT, "utf-8")
    assert "It's applause." in command("try", "talk.txt", "--language", "en").out
    with pytest.raises(DialogueEtlError, match="subtitles, not a book"):
        dialogue_etl.read_book("talk.txt")
    [dialogue] = dialogue_etl.extract_film("talk.srt", language="en")
    assert [turn.text for turn in dialogue.turns] == ["Is that rain?", "It's applause."]
    shown = command("try", "talk.srt", "--language", "en").out
    assert all(turn.text in shown for turn in dialogue.turns)
    (workspace / "none.srt").write_text("", "utf-8")
    with pytest.raises(DialogueEtlError, match=r"none\.srt: the file is empty"):
        dialogue_etl.extract_film("none.srt", language="en")

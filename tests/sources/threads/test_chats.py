"""Chats: sessions by gaps of time, turns of several messages, and whole threads beside paths."""

import pytest

from dialogue_etl.sources.threads.adapters.chats import JOINED, ONLY_LINKS, STICKER, gap_of, linked
from dialogue_etl.sources.threads.adapters.comments import OTHER_KIND
from dialogue_etl.sources.threads.adapters.records import Comment
from tests.sources.threads.trees_made import Made, comment, tree_lines


def said(id, author, time, parent=None, session="room"):
    return Comment(1, id, parent, author, f"says {id}", time, session=session)


def links(gap, *messages):
    found = linked(messages, gap)
    return {one.id: one.parent for one in found if isinstance(one, Comment)}


def test_a_session_ends_at_a_gap_and_one_persons_messages_are_one_turn():
    chat = [said("a", "ann", 0), said("b", "bo", 50), said("c", "bo", 90), said("d", "ann", 140)]
    late = [said("e", "ann", 300), said("f", "bo", 400), said("g", "cy", 401, "c"), said("h", "ann", 402)]
    assert links(100, *chat, *late) == {
        "a": None,
        "b": "a",
        "d": "b",
        "e": None,
        "f": "e",
        "g": "b",
        "h": "g",
    }
    (joined,) = [one for one in linked(chat, 100) if not isinstance(one, Comment)]
    assert (joined.reason, joined.detail) == (JOINED, "goes on with b: says c")
    (turn,) = [one for one in linked(chat, 100) if isinstance(one, Comment) and one.id == "b"]
    assert turn.text == "says b\nsays c"
    assert links(ONLY_LINKS, *chat, *late)["h"] is None


@pytest.mark.parametrize("to", ["ann: {}", "Ann, {}", "@ann {}", "@ann: {}", "<@ann> {}", "<@ann|Ann A.> {}"])
def test_a_message_that_begins_with_a_name_answers_its_last_turn(to):
    chat = [said("a", "ann", 0), said("b", "bo", 1), said("c", "cy", 2)._replace(text=to.format("why?"))]
    assert links(9, *chat, said("d", "bo", 3)) == {"a": None, "b": "a", "c": "a", "d": "c"}
    assert links(ONLY_LINKS, *chat, said("d", "bo", 3)) == {"a": None, "b": None, "c": "a", "d": None}
    late = [*chat[:2], chat[2]._replace(time=10)]
    assert links(9, *late)["c"] == "b"


def test_who_addresses_the_same_account_again_goes_on_and_another_one_begins_a_turn():
    chat = [said("a", "ann", 0), said("b", "bo", 1), said("c", "cy", 2)._replace(text="ann: yes")]
    again = said("d", "cy", 3)._replace(text="ann: no")
    assert links(9, *chat, again) == {"a": None, "b": "a", "c": "a"}
    assert links(9, *chat, again._replace(text="bo: no"), said("e", "ann", 4)) == {
        "a": None,
        "b": "a",
        "c": "a",
        "d": "b",
        "e": "d",
    }
    assert links(9, *chat, again._replace(text="well, no"))["c"] == "a"


def test_a_sticker_breaks_no_chain_of_answers():
    chat = [said("a", "ann", 0), said("b", "bo", 1)._replace(text=STICKER)]
    assert links(9, *chat, said("c", "cy", 2)) == {"a": None, "c": "a"}
    late = [chat[1]._replace(time=3, parent="a"), said("c", "di", 90, "b")]
    assert links(9, chat[0], said("x", "cy", 2, "a"), *late) == {"a": None, "x": "a", "c": "a"}
    (left,) = [one for one in linked(chat, 9) if not isinstance(one, Comment)]
    assert left.reason == OTHER_KIND


def test_the_same_message_again_is_no_second_one():
    chat = [said("a", "ann", 0), said("a", "ann", 0), said("b", "ann", 1), said("b", "ann", 1)]
    (turn,) = [one for one in linked(chat, 100) if isinstance(one, Comment)]
    assert turn.text == "says a\nsays b"


def test_rooms_are_apart_and_unknown_speakers_are_not_joined():
    assert links(9, said("a", None, 0), said("x", "bo", 1, session="hall"), said("b", None, 2)) == {
        "a": None,
        "x": None,
        "b": "a",
    }


def test_the_gap_is_the_valley_of_the_histogram():
    """Messages come twenty seconds apart, sessions four hours."""
    times, now = [], 0
    for _ in range(40):
        now += 4 * 3600
        for beat in range(9):
            now += 10 + 3 * beat
            times.append(now)
    messages = [said(str(n), "ann", time) for n, time in enumerate(times)]
    assert 60 < gap_of(messages) < 4 * 3600
    assert gap_of(messages[:50]) == 14_400


TREE = tree_lines(
    comment("a", author="ann", time=1),
    comment("b", "a", author="bo", time=2),
    comment("c", "b", author="bo", time=3),
    comment("d", "c", author="ann", time=4),
    comment("e", "b", author="cy", time=5),
    comment("f", "e", author="cy", time=6),
    comment("g", "a", author="di", time=7),
)


@pytest.fixture
def made(tmp_path):
    made = Made(tmp_path)
    made.add("talk", {"t.jsonl": TREE})
    return made


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"self_replies": "keep"}, [[*"abcd"], [*"abef"], [*"ag"]]),
        ({"self_replies": "drop"}, [[*"ag"]]),
        ({"self_replies": "join"}, [[*"abd"], [*"abe"], [*"ag"]]),
        ({"dialogues": "siblings", "self_replies": "keep"}, [[*"abg"], [*"bce"], [*"cd"], [*"ef"]]),
        ({"dialogues": "siblings", "self_replies": "join"}, [[*"abg"], [*"be"], [*"cd"]]),
        ({"dialogues": "siblings", "max_depth": 2}, [[*"abg"]]),
        ({"dialogues": "threads"}, [[*"abcdefg"]]),
        ({"dialogues": "both", "self_replies": "drop"}, [[*"ag"]]),
        ({"dialogues": "both"}, [[*"abcd"], [*"abcdefg"], [*"abef"], [*"ag"]]),
        ({"dialogues": "threads", "self_replies": "join"}, [[*"abdeg"]]),
    ],
)
def test_what_a_dialogue_is(made, changed, expected):
    out = made.run(**changed)
    assert out.said() == expected
    out.balanced()


def test_joined_turns_hold_all_that_was_said(made):
    texts = {
        row["id"]: [turn["text"] for turn in row["turns"]]
        for row in made.run(self_replies="join").rows("extract", "dialogues")
    }
    assert texts["talk:a:d"] == ["says a", "says b\nsays c", "says d"]
    assert texts["talk:a:f"] == ["says a", "says b", "says e\nsays f"]
    assert texts["talk:a:g"] == ["says a", "says g"]


def test_few_paths_begin_with_the_same_two_comments(made):
    out = made.run(max_openings=1)
    (reason,) = [reason for _, reason, _ in out.drops("extract")]
    assert reason == "max_openings"
    assert [*"ag"] in out.said()
    assert len(out.said()) == 2
    out.balanced()

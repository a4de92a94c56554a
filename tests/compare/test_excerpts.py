from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare.excerpts import Line, lines, side_by_side


def said(id, *texts, speaker=None):
    return {"id": id, "turns": [{"text": text, "speaker": speaker} for text in texts]}


dialogues = st.lists(
    st.tuples(st.sampled_from(["b:1", "b:5"]), st.lists(st.sampled_from("xyz"), min_size=1, max_size=3)),
    max_size=2,
).map(lambda made: [said(id, *texts) for id, texts in made])


@given(dialogues, dialogues)
def test_the_lines_of_a_side_are_the_side(before, after):
    found = lines(before, after)
    for side, own in ((before, "before"), (after, "after")):
        expected = [text for one in side for text in (one["id"], *(turn["text"] for turn in one["turns"]))]
        if all(line.mark != "left out" for line in found):
            assert [line.text for line in found if line.mark in {"both", own}] == expected


def test_a_split_is_one_line_more():
    found = lines([said("b:1", "x", "y", "z")], [said("b:1", "x", "y"), said("b:9", "z")])
    assert [line for line in found if line.mark != "both"] == [Line("after", "b:9", begins=True)]


def test_another_speaker_shows():
    found = lines([said("b:1", "x", speaker="Anna")], [said("b:1", "x", speaker="Otto")])
    assert [(line.mark, line.speaker) for line in found[1:]] == [("before", "Anna"), ("after", "Otto")]


def test_long_stretches_are_cut_short():
    found = lines([said("b:1", *map(str, range(100)))], [])
    assert [line.text for line in found] == ["b:1", "0", "97 turns", "98", "99"]
    assert found[2].mark == "left out"


def test_very_long_dialogues_take_no_time():
    many = [said("b:1", *map(str, range(50_000)))]
    assert len(lines(many, [said("b:1", *map(str, range(7, 50_000)))])) < 20


def test_words_that_differ_are_marked_wherever_a_turn_begins():
    before = said("x:1", "Come in. Sit down here.", "No.")
    after = said("x:1", "Come in.", "Sit down there.", "No.")
    found = {line.text: line.words for line in lines([before], [after]) if line.mark in {"before", "after"}}
    assert found == {
        "Come in. Sit down here.": (
            ("Come in. Sit down ", False),
            ("here", True),
            (".", False),
        ),
        "Come in.": (("Come in.", False),),
        "Sit down there.": (("Sit down ", False), ("there", True), (".", False)),
    }


def test_what_differs_in_one_place_is_in_one_row():
    rows = list(side_by_side([said("b:1", "x", "y", "z")], [said("b:1", "x", "q", "r", "z")]))
    texts = [tuple([line.text for line in side] for side in row) for row in rows]
    assert texts == [(["b:1"], []), (["x"], []), (["y"], ["q", "r"]), (["z"], [])]


def test_where_one_side_is_split_what_it_drops_is_above_the_new_dialogue():
    before, after = [said("b:1", "x", "y", "z")], [said("b:1", "x"), said("b:9", "z")]
    for sides, middle in (
        ((before, after), [(["y"], []), ([], ["b:9"])]),
        ((after, before), [([], ["y"]), (["b:9"], [])]),
    ):
        texts = [tuple([line.text for line in side] for side in row) for row in side_by_side(*sides)]
        assert texts == [(["b:1"], []), (["x"], []), *middle, (["z"], [])]

import pytest

from dialogue_etl.evaluation.alignment import REACH, align

STORY = (
    "“I shall go down to the old harbour,” said Ann, “and nobody will stop me.”\n\n"
    "“No,” said Bob.\n\n"
    "No, he would not.\n\n"
    "“No,” said Cid. “Wait until the tide has turned again at last.”\n"
)


def texts(said, text=STORY):
    return [[text[start:end] for start, end in spans] for spans in align(text, said)]


def test_pieces_are_found_with_the_narration_between_them():
    assert texts(["I shall go down to the old harbour, and nobody will stop me."]) == [
        ["I shall go down to the old harbour", "and nobody will stop me"]
    ]


def test_of_equal_words_the_first_after_a_mark_is_taken_and_the_search_goes_on_behind_it():
    said = ["I shall go down to the old harbour", "No", "No"]
    starts = [spans[0][0] for spans in align(STORY, said)]
    assert starts[1:] == [STORY.index("No,” said Bob"), STORY.index("No,” said Cid")]


def test_an_anchor_bounds_the_search_before_it():
    said = ["No", "Wait until the tide has turned again at last."]
    found = align(STORY, said)
    assert found[0] == [(STORY.index("No,” said Bob"), STORY.index("No,” said Bob") + 2)]
    assert found[1] == [(STORY.index("Wait"), STORY.index(".”\n", STORY.index("Wait")))]


def test_what_is_out_of_order_is_believed_and_moves_nothing():
    said = [
        "Wait until the tide has turned again at last.",
        "I shall go down to the old harbour",
        "No",
    ]
    found = texts(said)
    assert found[0] == ["Wait until the tide has turned again at last"]
    assert found[1] == ["I shall go down to the old harbour"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Wait until the tide x", True),  # four of five words: 80 %
        ("Wait until the y x", False),
        ("", False),
        ("— !", False),
        ("nothing of the kind here", False),
        ("WAIT UNTIL THE TIDE", True),
    ],
)
def test_less_than_four_fifths_of_the_words_is_not_there(said, found):
    assert bool(align(STORY, [said])[0]) is found
    assert (align("", [said]), align(STORY, [])) == ([[]], [])
    assert texts(["ﬁne words"], "They were fine words.") == [["fine words"]]


def test_a_piece_far_behind_the_last_one_is_another_utterance():
    near = "Yes indeed " + "x " * (REACH - 1) + "my friend"
    far = "Yes indeed " + "x " * (REACH + 1) + "my friend"
    assert align(near, ["Yes indeed my friend"])[0]
    assert align(far, ["Yes indeed my friend"]) == [[]]

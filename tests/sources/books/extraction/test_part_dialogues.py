import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction import boundaries as rules
from dialogue_etl.sources.books.extraction.boundaries import TURNS_AROUND, Participants, part_dialogues
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.table import UNKNOWN
from tests.conftest import ends_soon
from tests.sources.books.extraction.steps import by_hand, document


def gaps(text, speakers=(), breaks=(), language="en", **params):
    """The weighted gap before each turn."""
    book = document(text, language, **{"dialogue_gap": 150, **params})
    return part_dialogues(book, by_hand(book, speakers, breaks)).column("gap").tolist()


def factor(text, speakers=(), turn=None, language="en"):
    """The factor by which the rules lengthen the gap before a turn; by default, the middle turn."""
    turn = text.count('"') // 4 if turn is None else turn
    wide = {"dialogue_gap": 400, "language": language}
    return gaps(text, boundaries="off", **wide)[turn] / gaps(text, speakers, **wide)[turn]


def narration(characters):
    """Of so many characters, in a paragraph of its own."""
    return ("She went on and on along the road. " * (characters // 35 + 1))[:characters].rstrip() + "x"


@pytest.mark.parametrize("boundaries", ["off", "rules"])
def test_the_gap_is_the_text_between_two_turns(boundaries):
    assert gaps(f'"Yes."{" " * 149}"No."', boundaries=boundaries) == [np.inf, 151]
    assert gaps("", boundaries=boundaries) == []


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        # 7 characters after the speech, 6 of a paragraph between, 6 before the next; 2 blank lines.
        ('"Yes." 12345\n\n123456\n\n1234 "No."', 17),
        ('"Yes."\n\n"No."', 3),
        ('"Yes." 12345 "No."', 9),
    ],
)
def test_narration_before_the_first_speech_of_a_paragraph_does_not_count(text, gap):
    assert gaps(text) == [np.inf, gap]


@pytest.mark.parametrize("params", [{}, {"boundaries": "off"}, {"dialogue_gap": 0}])
def test_a_scene_break_splits_the_closest_turns(params):
    text = '"Yes."\n\n* * *\n\n"No."\n\n"Never."'
    assert gaps(text, breaks=[text.index("*")], **params) == [np.inf, np.inf, 3]


TALK = '"A."\n\n"B."\n\n{}\n\n"C."\n\n"D."'
WIDE, NARRATED = narration(180), narration(60)


@given(st.lists(st.integers(1, 900), max_size=12), st.integers(1, 500))
def test_rules_do_not_change_the_gap_without_evidence(widths, gap):
    text = '"A"' + "".join(" " * width + '"A"' for width in widths)
    assert gaps(text, dialogue_gap=gap) == gaps(text, dialogue_gap=gap, boundaries="off")


@pytest.mark.parametrize(
    ("speakers", "expected"),
    [
        (["Ann", "Ben", "Ann", "Ben"], rules.TWO_GO_ON),
        (["Ann", "Ben", "Ann", "Cid"], rules.ONE_GOES_ON),
        (["I", "Ben", "I", "Ben"], rules.ONE_GOES_ON),  # the narrator is not evidence
        (["I", "Ben", "I", "Cid"], 1.0),
        ([None, None, None, None], 1.0),
        (["Ann", "Ben", "Cid", "Dan"], rules.SHORTER),
        (["Ann", "Ben", "Ben", "Dan"], rules.ONE_GOES_ON),
        (["Ann", None, "Cid", "Dan"], 1.0),
    ],
)
def test_the_same_and_other_people_around_a_gap(speakers, expected):
    assert factor(TALK.format(WIDE), speakers) == pytest.approx(expected)


def test_people_on_the_far_side_of_a_wide_gap_do_not_count():
    wide = f'"A."\n\n{narration(rules.FARTHEST)}\n\n"B."\n\n{WIDE}\n\n"C."\n\n"D."'
    assert factor(wide, ["Ann", "Ben", "Ann", "Ben"]) == pytest.approx(rules.ONE_GOES_ON)


@pytest.mark.parametrize(
    ("tag", "opening", "opens"),
    [
        ("en", "The next morning it rained.", True),
        ("en", "_When_ he came, it rained.", True),
        ("en", "It rained the next morning.", False),
        ("en", "Whenever he came it rained.", False),
        ("en", "It rained.\n\nMeanwhile she slept.", True),
        ("fr", "Lorsqu’il revint, il pleuvait.", True),
        ("fr", "Il pleuvait.", False),
    ],
)
def test_a_paragraph_that_opens_a_new_scene(tag, opening, opens):
    text = f'"A."\n\n{opening} {WIDE}\n\n"B."'
    assert factor(text, language=tag) == pytest.approx(rules.SHORTER if opens else 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'"Why?"\n\n{WIDE}\n\n"B."', rules.ANSWERED),
        (f'"A."\n\n{NARRATED}\n\n{NARRATED}\n\n"B."', 1),
        (f'"A."\n\n{NARRATED}\n\n{NARRATED}\n\n{NARRATED}\n\n"B."', rules.SHORTER),
        # Words of the speech itself open no scene.
        (f'"A." {WIDE}\n\n"Tomorrow. When will you come?"', 1),
        (f'"A." {WIDE}\n\n"When will you come?"', 1),
    ],
)
def test_questions_and_paragraphs_of_narration_alone(text, expected):
    assert factor(text) == pytest.approx(expected)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_scene_openings_are_found_as_they_are_written(tag):
    assert LANGUAGES[tag].scene_openings
    for phrase in LANGUAGES[tag].scene_openings:
        rest = "x yz." if phrase.endswith("'") else " x yz."
        text = f'"A."\n\n{phrase.capitalize()}{rest} {WIDE}\n\n"B."'
        assert factor(text, language=tag) == pytest.approx(rules.SHORTER), phrase


def test_if_two_people_continue_no_rule_shortens_the_gap():
    text = TALK.format("\n\n".join(["The next morning it rained and rained."] * 4))
    assert factor(text, ["Ann", "Ben", "Ann", "Ben"]) == pytest.approx(rules.TWO_GO_ON)
    assert factor(text, ["Ann", "Ben", "Cid", "Dan"]) == pytest.approx(rules.SHORTER**3)


@ends_soon
def test_narration_of_blanks_alone_is_fast():
    gaps('"A."\n\n' + " " * 3_000_000 + '_\n\n"B."', dialogue_gap=1_000_000)


PEOPLE = st.lists(st.sampled_from([UNKNOWN, UNKNOWN, 0, 1, 2, 5]), min_size=2, max_size=80)


def named(people):
    return set(people.tolist()) - {UNKNOWN}


@given(PEOPLE, st.data())
def test_participants_are_those_of_each_gap_alone(people, data):
    people = np.array(people)
    turns = np.array(sorted(data.draw(st.sets(st.integers(1, len(people) - 1)))), np.int64)
    few = st.integers(0, TURNS_AROUND)
    widths = np.array([data.draw(st.tuples(few, few)) for _ in turns], np.int64).reshape(-1, 2)
    first, after = np.maximum(turns - widths[:, 0], 0), np.minimum(turns + widths[:, 1], len(people))
    participants = Participants.of(people, turns)
    places = list(zip(first.tolist(), turns.tolist(), after.tolist(), strict=True))
    assert participants.on_both_sides(first, after).tolist() == [
        len(named(people[first:turn]) & named(people[turn:after])) for first, turn, after in places
    ]
    assert participants.several(first, after).tolist() == [
        len(named(people[first:after])) > 1 for first, _, after in places
    ]


@pytest.mark.parametrize(("tag", "lengths"), [("sl", [2, 2]), ("it", [4])])
def test_a_dialogue_ends_in_doubt_where_people_read_how_often_a_speaker_goes_on(tag, lengths):
    text = "»Kam?«\n\n»Domov.«\n\nZunaj je deževalo in burja je tresla okna stare koče.\n\n»Zdaj?«\n\n»Zdaj.«"
    found = extract_book("1", text, LANGUAGES[tag], Extract()).dialogues.to_pylist()
    assert [len(dialogue["turns"]) for dialogue in found] == lengths

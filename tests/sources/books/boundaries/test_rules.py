import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.boundaries import rules
from dialogue_etl.sources.books.boundaries.company import Company
from dialogue_etl.sources.books.boundaries.places import FARTHEST, KnownSpeakers, PlaceColumns
from dialogue_etl.sources.books.boundaries.scenes import Scenes
from tests.conftest import ends_soon
from tests.sources.books.boundaries.marked import marked, told

ENGLISH = LANGUAGES["en"]


def place(text, speakers=(), turn=None, language=ENGLISH):
    """The place before a turn, the middle one if none is named; who talks around it; the book."""
    book, turns = marked(text, speakers)
    chosen = np.array([len(turns) // 2 if turn is None else turn])
    gaps = np.zeros(len(turns))
    gaps[1:] = turns.starts[1:] - turns.ends[:-1]
    breaks = np.arange(len(turns)) == 0
    seen = PlaceColumns.of(book, turns, gaps, breaks, chosen)
    return seen, Company.of(KnownSpeakers.of(turns, language).people, chosen), book


def between(narration, language=ENGLISH):
    return place(f'"A."\n\n{narration}\n\n"B."', language=language)


def scenes(book, language=ENGLISH):
    return Scenes(book, language.scene_openings)


TALK = '"A."\n\n"B."\n\n{}\n\n"C."\n\n"D."'


@pytest.mark.parametrize(
    ("speakers", "longer"),
    [
        (["Ann", "Ben", "Ann", "Ben"], rules._TWO_GO_ON),
        (["Ann", "Ben", "Ann", "Cid"], rules._ONE_GOES_ON),
        (["Ann", "Ben", "Cid", "Dan"], 1.0),
        (["I", "Ben", "I", "Ben"], rules._ONE_GOES_ON),
        (["I", "Ben", "I", "Cid"], 1.0),
        ([None, None, None, None], 1.0),
    ],
)
def test_those_who_go_on_bridge_a_longer_gap_and_the_narrator_tells_nothing(speakers, longer):
    seen, company, _ = place(TALK.format("They ate."), speakers)
    assert rules.same_people(seen, company) == longer


@pytest.mark.parametrize(
    ("speakers", "shorter"),
    [
        (["Ann", "Ben", "Cid", "Dan"], True),
        (["Ann", "Ben", "Ben", "Dan"], False),
        (["Ann", None, "Cid", "Dan"], False),
    ],
)
def test_two_people_and_then_two_others(speakers, shorter):
    seen, company, _ = place(TALK.format("They ate."), speakers)
    assert (rules.other_people(seen, company) < 1) == shorter


def test_people_on_the_far_side_of_a_wide_gap_are_in_no_company():
    wide = f'"A."\n\n{told(FARTHEST)}\n\n"B."\n\nThey ate.\n\n"C."\n\n"D."'
    seen, company, _ = place(wide, ["Ann", "Ben", "Ann", "Ben"], turn=2)
    assert rules.same_people(seen, company) == rules._ONE_GOES_ON


@pytest.mark.parametrize(
    ("tag", "narration", "opens"),
    [
        ("en", "The next morning it rained.", True),
        ("en", "_When_ he came, it rained.", True),
        ("en", "It rained the next morning.", False),
        ("en", "Whenever he came it rained.", False),
        ("en", "It rained.\n\nMeanwhile she slept.", True),
        ("de", "Am nächsten Morgen regnete es.", True),
        ("nl", "Den volgenden dag regende het.", True),
        ("es", "Al día siguiente llovió.", True),
        ("fr", "Lorsqu’il revint, il pleuvait.", True),
        ("fr", "Le lendemain, il pleuvait.", True),
        ("fr", "Il pleuvait.", False),
    ],
)
def test_a_paragraph_that_opens_a_new_scene(tag, narration, opens):
    seen, _, book = between(narration, LANGUAGES[tag])
    assert (rules.new_scene(seen, scenes(book, LANGUAGES[tag])) < 1) == opens


def test_words_of_the_speech_itself_open_no_scene():
    seen, _, book = place('"A."\n\n"Tomorrow. When will you come?"', turn=1)
    assert rules.new_scene(seen, scenes(book)) == 1
    seen, _, book = place('"A."\n\n"When will you come?"', turn=1)
    assert rules.new_scene(seen, scenes(book)) == 1


@pytest.mark.parametrize(("paragraphs", "long"), [(2, False), (3, True)])
def test_paragraphs_of_narration_alone(paragraphs, long):
    seen, _, _ = between("\n\n".join(["It rained."] * paragraphs))
    assert (rules.long_tale(seen) < 1) == long


@pytest.mark.parametrize(("said", "longer"), [("Why?", True), ("Why.", False)])
def test_a_question_waits_for_its_answer(said, longer):
    seen, _, book = place(f'"{said}"\n\nIt rained.\n\n"B."')
    assert (rules.open_question(book, seen) > 1) == longer


def test_where_two_people_go_on_nothing_speaks_against_it():
    narration = "\n\n".join(["The next morning it rained."] * 4)
    seen, company, book = place(TALK.format(narration), ["Ann", "Ben", "Ann", "Ben"])
    assert rules.reach(book, seen, company, scenes(book)) == rules._TWO_GO_ON
    seen, company, book = place(TALK.format(narration), ["Ann", "Ben", "Cid", "Dan"])
    assert rules.reach(book, seen, company, scenes(book)) == pytest.approx(rules._SHORTER**3)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_scene_openings_are_found_as_they_are_written(language):
    assert language.scene_openings
    for phrase in language.scene_openings:
        rest = "x yz." if phrase.endswith("'") else " x yz."
        seen, _, book = between(phrase.capitalize() + rest, language)
        assert rules.new_scene(seen, scenes(book, language)) < 1, phrase


def test_without_words_that_open_a_scene_none_begins():
    seen, _, book = between("The next morning it rained.")
    assert rules.new_scene(seen, Scenes(book, ())) == 1


@ends_soon
def test_narration_of_nothing_but_blanks_takes_no_time():
    seen, company, book = place('"A."\n\n' + " " * 5_000_000 + '_\n\n"B."')
    rules.reach(book, seen, company, scenes(book))

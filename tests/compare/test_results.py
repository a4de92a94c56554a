from dialogue_etl.compare.results import Comparison, Example, Language, in_turn
from tests.compare.test_page import NAMES, NOTHING


def example(language, number, kind="split"):
    return Example(kind, language, f"{language}{number}", "", [], [])


def test_examples_come_from_as_many_languages_as_there_are():
    found = in_turn(
        [example("de", 1), example("de", 2), example("de", 3), example("en", 1), example("hu", 1)], 4
    )
    assert [one.id for one in found] == ["de1", "en1", "hu1", "de2"]


def test_kinds_of_all_languages_are_added_up():
    languages = [
        Language("books", tag, (NOTHING, NOTHING), dialogues=pairs)
        for tag, pairs in (
            ("de", {"same": (2, 2), "split": (1, 3)}),
            ("en", {"split": (2, 4), "added": (0, 1)}),
        )
    ]
    comparison = Comparison(*NAMES, [], [], [], languages, [])
    assert comparison.kinds() == {"same": (2, 2), "split": (3, 7), "added": (0, 1)}


def test_as_many_examples_of_each_kind_as_asked_for():
    examples = [example("de", number, kind) for kind in ("split", "removed") for number in range(5)]
    languages = [Language("books", "de", (NOTHING, NOTHING), examples=examples)]
    comparison = Comparison(*NAMES, [], [], [], languages, [], examples=2)
    assert [one.kind for one in comparison.shown_examples()] == ["split", "split", "removed", "removed"]
